/** Recent and saved searches; each member sees only their own. */
import { conflict, notFound, sentence, cut } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { MAX_RECENT, MAX_SAVED } from '../../contract.ts'
import { RecentTable, SavedTable } from '../entities.ts'

const NAME = 80

export async function history(ctx: Ctx) {
  const memberId = ctx.me().id
  const [recent, saved] = await Promise.all([
    ctx.em.find(RecentTable, { memberId }, { orderBy: { searchedAt: 'desc' }, limit: MAX_RECENT }),
    ctx.em.find(SavedTable, { memberId }, { orderBy: { id: 'asc' }, limit: MAX_SAVED }),
  ])
  return { recent: recent.map(({ id, text, searchedAt }) => ({ id, text, searched_at: searchedAt })), saved: saved.map(present) }
}
const present = ({ id, name, text, createdAt }: { id: number; name: string; text: string; createdAt: Date }) => ({ id, name, text, created_at: createdAt })

/** A repeated search moves to the front; only the latest few are kept. */
export async function remember(ctx: Ctx, text: string): Promise<void> {
  await ctx.sql(
    `insert into search.recent (community_id, member_id, text, searched_at) values ($1, $2, $3, $4)
     on conflict (community_id, member_id, text) do update set searched_at = excluded.searched_at, updated_at = excluded.searched_at`,
    [ctx.me().id, text, ctx.now()],
  )
  await ctx.sql(
    `delete from search.recent where community_id = $1 and member_id = $2
       and id in (select id from search.recent where community_id = $1 and member_id = $2 order by searched_at desc, id desc offset ${MAX_RECENT})`,
    [ctx.me().id],
  )
}
export async function clearHistory(ctx: Ctx): Promise<void> {
  await ctx.em.nativeDelete(RecentTable, { memberId: ctx.me().id })
}

/** @throws AtriumError 409 beyond `MAX_SAVED` */
export async function save(ctx: Ctx, { text, name }: { text: string; name?: string }) {
  const memberId = ctx.me().id
  const there = await ctx.em.findOne(SavedTable, { memberId, text })
  if (there) return present(there)
  if ((await ctx.em.count(SavedTable, { memberId })) >= MAX_SAVED)
    throw conflict(sentence('You can save up to {max} searches. Remove one first.', { max: MAX_SAVED }))
  await ctx.sql(
    `insert into search.saved (community_id, member_id, name, text, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (community_id, member_id, text) do nothing`,
    [memberId, name || cut(text, NAME), text, ctx.now()],
  )
  return present(await ctx.em.findOneOrFail(SavedTable, { memberId, text }))
}
/** @throws AtriumError 404 */
async function ownSaved(ctx: Ctx, id: number) {
  const saved = await ctx.em.findOne(SavedTable, { id, memberId: ctx.me().id })
  if (!saved) throw notFound('Saved search')
  return saved
}
export async function renameSaved(ctx: Ctx, id: number, name: string) {
  const saved = await ownSaved(ctx, id)
  saved.name = name
  return present(saved)
}
export async function unsave(ctx: Ctx, id: number): Promise<void> {
  await ownSaved(ctx, id)
  await ctx.em.nativeDelete(SavedTable, { id })
}
