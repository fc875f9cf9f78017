/** Looks of pages: colors that can be read, fonts, corners, logos. */
import { conflict, invalid, notFound, sentence, type z } from '@atrium/sdk'
import { type BUILT_IN_THEMES, contrast, fromHex } from '@atrium/sdk/theme'
import { type Ctx, hold, type InferEntity, lastId, lock, type Paging, page, publishPicture, rowsFor } from '@atrium/sdk/server'
import site, { BODY_FONTS, type SiteTheme, type ThemeLook } from '../../contract.ts'
import { FontTable, PageTable, ThemeTable } from '../entities.ts'
import { show } from './show.ts'
import { palettesOf } from './palettes.ts'

type Theme = InferEntity<typeof ThemeTable>
type Changes = { [Field in keyof ThemeLook]?: ThemeLook[Field] | undefined } & { is_default?: boolean | undefined }
type Shown = z.input<typeof SiteTheme>
const MAX_THEMES = 100

const defaultId = (ctx: Ctx): number | null => ctx.settings(site).default_theme_id

async function present(ctx: Ctx, rows: Theme[]): Promise<Shown[]> {
  const counted = await ctx.sql<{ theme_id: number; pages: number }>(
    'select theme_id, count(*)::int as pages from site.page where community_id = $1 and deleted_at is null and theme_id = any ($2::bigint[]) group by theme_id',
    [rows.map(({ id }) => id)],
  )
  const pages = new Map(counted.map((row) => [Number(row.theme_id), row.pages]))
  const files = await ctx.files.byIds(rows.flatMap(({ logoId, darkLogoId }) => [logoId, darkLogoId].filter((id): id is number => Boolean(id))))
  return rows.map(({ id, name, base, look, logoId, darkLogoId }) => {
    const [logo, darkLogo] = [files.get(logoId ?? 0), files.get(darkLogoId ?? 0)]
    return {
      ...look,
      ...{ id, name, base, is_default: id === defaultId(ctx), pages_count: pages.get(id) ?? 0 },
      ...{ logo: logo?.signedId ?? null, dark_logo: darkLogo?.signedId ?? null },
      ...{ logo_url: logo ? ctx.files.url(logo, 'medium') : null, dark_logo_url: darkLogo ? ctx.files.url(darkLogo, 'medium') : null },
    }
  })
}
export async function listThemes(ctx: Ctx, query: Paging) {
  const last = lastId(query)
  const rows = await ctx.em.find(ThemeTable, last ? { id: { $gt: last } } : {}, { orderBy: { id: 'asc' }, limit: rowsFor(query) })
  const shown = page(rows, { query, key: ({ id }) => [id] }, (row) => row)
  return { ...shown, records: await present(ctx, shown.records) }
}
/** @throws AtriumError 404 */
export async function showTheme(ctx: Ctx, id: number): Promise<Shown> {
  const theme = await ctx.em.findOne(ThemeTable, { id })
  if (!theme) throw notFound('Theme')
  return (await present(ctx, [theme]))[0]!
}

/** Least contrast of texts, WCAG AA. */
const LEAST = 4.5
/** What stands on what, and what is said where it can’t be read. */
const PAIRS = [
  ['light', 'text', 'background', 'Light: text is hard to read on the background. Choose colors with more contrast.'],
  ['light', 'text', 'surface', 'Light: text is hard to read on cards. Choose colors with more contrast.'],
  ['light', 'muted', 'background', 'Light: secondary text is hard to read on the background. Choose colors with more contrast.'],
  ['light', 'accent_text', 'accent', 'Light: text on buttons is hard to read on the accent color. Choose colors with more contrast.'],
  ['dark', 'text', 'background', 'Dark: text is hard to read on the background. Choose colors with more contrast.'],
  ['dark', 'text', 'surface', 'Dark: text is hard to read on cards. Choose colors with more contrast.'],
  ['dark', 'muted', 'background', 'Dark: secondary text is hard to read on the background. Choose colors with more contrast.'],
  ['dark', 'accent_text', 'accent', 'Dark: text on buttons is hard to read on the accent color. Choose colors with more contrast.'],
] as const
function checkColours(look: Pick<ThemeLook, 'light' | 'dark'>): void {
  for (const [appearance, ink, ground, said] of PAIRS) {
    const colours = look[appearance]
    if (contrast(fromHex(colours[ink]), fromHex(colours[ground])) < LEAST) throw invalid({ [`body.theme.${appearance}.${ink}`]: [said] }, said)
  }
}
async function checkFonts(ctx: Ctx, fonts: Partial<Pick<ThemeLook, 'heading_font' | 'body_font'>>): Promise<void> {
  for (const [field, font] of Object.entries(fonts)) {
    if (font === undefined || (BODY_FONTS as readonly string[]).includes(font)) continue
    if (!/^[1-9]\d{0,14}$/.test(font) || !(await ctx.em.count(FontTable, { id: Number(font) })))
      throw invalid({ [`body.theme.${field}`]: ['This font no longer exists. Choose another.'] })
  }
}
/** @param held the picture that stands there now */
async function logoOf(ctx: Ctx, theme: Theme, signedId: string | null, held: number | null | undefined): Promise<number | null> {
  if (signedId === null) return null
  const { id } = await ctx.files.get(signedId)
  return id === held ? id : (await publishPicture(ctx, signedId, `site.theme:${theme.id}`)).id
}

async function insert(ctx: Ctx, name: string, base: string, look: Theme['look']): Promise<Theme> {
  await lock(ctx, 'site.themes')
  if ((await ctx.em.count(ThemeTable, {})) >= MAX_THEMES) throw conflict(sentence('You can add up to {max} themes.', { max: MAX_THEMES }), 'too_many_themes')
  const theme = ctx.em.create(ThemeTable, { name, base, look })
  await ctx.em.flush()
  return theme
}
/** @returns its id @throws AtriumError 404 for a picture, 409 `too_many_themes`, 422 */
export async function createTheme(ctx: Ctx, { name, logo, dark_logo, ...look }: ThemeLook): Promise<number> {
  checkColours(look)
  await checkFonts(ctx, { heading_font: look.heading_font, body_font: look.body_font })
  const theme = await insert(ctx, name, 'default', look)
  theme.logoId = await logoOf(ctx, theme, logo, null)
  theme.darkLogoId = await logoOf(ctx, theme, dark_logo, null)
  await ctx.em.flush()
  return theme.id
}
/** With the colors of a built-in one. @returns its id @throws AtriumError 409 `too_many_themes` */
export async function createCustomTheme(ctx: Ctx, name: string, base: (typeof BUILT_IN_THEMES)[number]): Promise<number> {
  return (await insert(ctx, name, base, { ...palettesOf(base), heading_font: 'sans', body_font: 'sans', radius: 12, width: 'medium' })).id
}
/** @throws AtriumError 404, 422 */
export async function updateTheme(ctx: Ctx, id: number, { name, logo, dark_logo, is_default, ...changes }: Changes): Promise<void> {
  const theme = await hold(ctx, ThemeTable, id, 'Theme')
  const look = { ...theme.look, ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) } as Theme['look']
  if (changes.light || changes.dark) checkColours(look)
  await checkFonts(ctx, { ...(changes.heading_font && { heading_font: changes.heading_font }), ...(changes.body_font && { body_font: changes.body_font }) })
  Object.assign(theme, { look, ...(name !== undefined && { name }) })
  if (logo !== undefined) theme.logoId = await logoOf(ctx, theme, logo, theme.logoId)
  if (dark_logo !== undefined) theme.darkLogoId = await logoOf(ctx, theme, dark_logo, theme.darkLogoId)
  await ctx.em.flush()
  if (is_default !== undefined && is_default !== (defaultId(ctx) === id)) await ctx.saveSettings(site, { default_theme_id: is_default ? id : null })
  show(ctx)
}
/** Its pages take the standard. @throws AtriumError 404 */
export async function deleteTheme(ctx: Ctx, id: number): Promise<void> {
  const { name } = await hold(ctx, ThemeTable, id, 'Theme')
  await ctx.em.nativeUpdate(PageTable, { themeId: id }, { themeId: null })
  await ctx.em.nativeDelete(ThemeTable, { id })
  if (defaultId(ctx) === id) await ctx.saveSettings(site, { default_theme_id: null })
  await ctx.audit('theme.deleted', `theme:${id}`, { name })
  show(ctx)
}
