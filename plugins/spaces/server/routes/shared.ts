/** What the handlers of spaces share: finding a record with the right to an act, pages of short lists, downloads. */
import { authorize, type Ctx, raw } from '@atrium/sdk/server'
import contract, { SpaceOptions } from '../../contract.ts'
import { groupPolicy, NO_GROUP, NO_SPACE, type SeenSpace, spacePolicy } from '../policies.ts'
import { groupById, type GroupView, presentGroups } from '../service/groups.ts'
import { outsideOf } from '../service/outside.ts'
import { toSpace } from '../service/present.ts'
import { spaceById } from '../service/spaces.ts'
import { tabsOf } from '../service/tabs.ts'

type SpaceAct = keyof typeof spacePolicy
type GroupAct = keyof typeof groupPolicy

/** @throws AtriumError 404 for those who may not know of the space, 403 where the act is not theirs */
export const space = async (ctx: Ctx, id: number, act: SpaceAct): Promise<SeenSpace> => authorize(ctx, spacePolicy, act, await spaceById(ctx, id), ...NO_SPACE)
/** The same for a group. */
export async function group(ctx: Ctx, id: number, act: GroupAct): Promise<GroupView> {
  const found = await groupById(ctx, id)
  await authorize(ctx, groupPolicy, act, found?.seen, ...NO_GROUP)
  return found!
}
/** One space with every field. */
export async function whole(ctx: Ctx, seen: SeenSpace) {
  const [tabs, topics, outside] = await Promise.all([tabsOf(ctx, seen), topicsOf(ctx, seen), outsideOf(ctx, seen)])
  // until somebody chooses another, a space opens on what it was made for first
  const default_tab = seen.row.options.default_tab ?? tabs[0]?.key ?? 'posts'
  return { ...toSpace(ctx, seen), default_tab, tabs, topics, topics_count: topics.length, outside }
}
async function topicsOf(ctx: Ctx, seen: SeenSpace): Promise<number[]> {
  if (!spacePolicy.enter(ctx, seen)) return []
  return (await Promise.all(ctx.fill(contract.points.topics).map(({ value }) => value.offeredIn(ctx, seen.row.id)))).flat()
}
export const fresh = async (ctx: Ctx, id: number) => whole(ctx, (await spaceById(ctx, id))!)
export const freshGroup = async (ctx: Ctx, id: number) => (await presentGroups(ctx, [(await groupById(ctx, id))!]))[0]!

export const download = (filename: string, body: string) =>
  raw({
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${encodeURIComponent(filename)}"`,
      'Cache-Control': 'no-store',
    },
    body,
  })
export const memberSort = ({ row }: SeenSpace) => SpaceOptions.shape.default_member_sort.parse(row.options.default_member_sort)

/** A page of a list that is at hand whole; the cursor is the id of its last record. */
export function slice<T extends { id: number }>(records: T[], { page, per_page, cursor }: { page: number; per_page: number; cursor?: string }) {
  const after = cursor ? records.findIndex(({ id }) => id === Number(cursor)) + 1 : (page - 1) * per_page
  const shown = records.slice(after, after + per_page)
  const more = after + per_page < records.length
  return {
    page,
    per_page,
    has_next_page: more,
    count: records.length,
    page_count: shown.length,
    next_cursor: more ? String(shown.at(-1)!.id) : null,
    records: shown,
  }
}
