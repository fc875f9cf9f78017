/** The tabs under a space's name: one for each type it holds, and its members. */
import type { Ctx } from '@atrium/sdk/server'
import contract, { type SpaceTab, type SpaceType } from '../../contract.ts'
import { type SeenSpace, spacePolicy } from '../policies.ts'
import { toRecord } from './present.ts'

/** Types that one feed shows together. */
export const POSTS = new Set(['basic', 'image'])
/** Keys of the tabs that a type stands for. */
export const tabsOfType = ({ key, tabs }: Pick<SpaceType, 'key' | 'tabs'>): string[] => (POSTS.has(key) ? ['posts'] : (tabs ?? [key]))

export async function tabsOf(ctx: Ctx, seen: SeenSpace): Promise<SpaceTab[]> {
  const { row, reach } = seen
  if (!reach.canView(row.id)) return []
  const brought = new Map(ctx.fill(contract.points.type).map(({ value }) => [value.key, value]))
  const shown = row.options.visible_tabs as Record<string, boolean> | undefined
  const tabs = new Map<string, SpaceTab>()
  for (const type of row.types) {
    if (type === 'members') continue
    const known = brought.get(type)
    const counts = (await known?.counts?.(ctx, row.id)) ?? (POSTS.has(type) ? { posts: row.posts_count } : {})
    for (const key of tabsOfType({ key: type, tabs: known?.tabs }))
      if (shown?.[key] !== false && !tabs.has(key)) tabs.set(key, { key, type, count: counts[key] ?? null })
  }
  if (spacePolicy.seeMembers(ctx, seen)) tabs.set('members', { key: 'members', type: null, count: toRecord(ctx, seen).members_count })
  return [...tabs.values()]
}
