/** Menus of pages. */
import { editConflict, invalid } from '@atrium/sdk'
import { type Ctx, lock } from '@atrium/sdk/server'
import site, { MENUS, type Navigation, type SiteService } from '../../contract.ts'
import { show } from './show.ts'

type Changes = { [Field in keyof Navigation]?: Navigation[Field] | undefined }

/** What has a value. */
export const given = <T extends object>(changes: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never
/** @throws AtriumError 409 `edit_conflict` where somebody has saved since */
export function demandSaved<T extends { version: number }>(sent: number | undefined, now: T, mine: object): void {
  if (sent !== undefined && sent !== now.version)
    throw editConflict({ version: now.version, saved_at: null, saved_by: null, theirs: { ...now }, mine: { ...mine } })
}

/** @throws AtriumError 409 `edit_conflict`, 422 */
export async function saveMenus(ctx: Ctx, { version, ...sent }: Changes): Promise<Navigation> {
  const changes = given(sent)
  await lock(ctx, 'site.settings')
  const { navigation: now } = await ctx.holdSettings(site)
  demandSaved(version, now, changes)
  const navigation = { ...now, ...changes, version: now.version + 1 }
  for (const menu of MENUS) {
    const items = navigation[menu]
    if (new Set(items.map(({ key }) => key)).size < items.length) throw invalid({ [`body.navigation.${menu}`]: ['Two links in a menu have the same key.'] })
    const mayNest = menu === 'header' || menu === 'footer'
    navigation[menu] = items.map((item, at) => ({ ...item, is_nested: item.is_nested && mayNest && at > 0 }))
  }
  await ctx.saveSettings(site, { navigation })
  show(ctx)
  return navigation
}

type Service = Parameters<SiteService['saveMenus']>[0]
/** As other plugins say them. */
export async function saveMenusOf(ctx: Ctx, { header, footer, footerText }: Service): Promise<void> {
  const items = (links: Service['header']) =>
    links.map(({ label, to, isButton = false }, at) => ({
      ...{ key: `link-${at + 1}`, label, to, is_button: isButton },
      ...{ is_nested: false, audience: 'everybody' as const, opens_new_tab: false },
    }))
  await saveMenus(ctx, { header: items(header), footer: items(footer), footer_text: footerText })
}
