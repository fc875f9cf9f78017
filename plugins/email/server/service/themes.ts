/** Looks of emails, kept by the community. */
import { AtriumError, sentence } from '@atrium/sdk'
import { type Ctx, hold, lock } from '@atrium/sdk/server'
import email, { type Look } from '../../contract.ts'
import { ThemeTable } from '../entities.ts'

const MOST = 20
/** @throws AtriumError 404, 422 `too_many` */
export async function saveTheme(ctx: Ctx, id: number | undefined, { name, ...look }: Look, isDefault: boolean): Promise<number> {
  // one at a time, else two could both be the last that there is room for
  await lock(ctx, 'email themes')
  const theme = id === undefined ? null : await hold(ctx, ThemeTable, id, 'Theme')
  if (!theme && (await ctx.em.count(ThemeTable, {})) >= MOST)
    throw new AtriumError(422, 'too_many', sentence('You can save up to {max} themes.', { max: MOST }))
  const saved = theme ? Object.assign(theme, { name, look }) : ctx.em.create(ThemeTable, { name, look })
  await ctx.em.flush()
  const { default_theme_id } = ctx.settings(email)
  if (isDefault) await ctx.saveSettings(email, { default_theme_id: saved.id })
  else if (default_theme_id === saved.id) await ctx.saveSettings(email, { default_theme_id: null })
  return saved.id
}
