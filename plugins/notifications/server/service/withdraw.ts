/** What is gone or hidden vanishes from every inbox, and what was seen elsewhere is read. */
import { type Ctx, lock } from '@atrium/sdk/server'
import { withdrawJob } from '../jobs.ts'
import { unreadOf } from '../reads.ts'
import { atEnd, lockCounters, showNews, uncount } from './counts.ts'

const STEP = 1_000
/**
 * Who tells of a subject shares it, who withdraws has it alone: else what is withdrawn while somebody is being told of it, and who saw it a
 * moment before, would stay in their inbox.
 */
export const holdSubject = (ctx: Ctx, kind: string, subjectId: number, how?: 'shared') => lock(ctx, `notifications ${kind} ${subjectId}`, how)

/** Notices of a subject, a step at a time; many are gone with the job that follows. */
export async function withdraw(ctx: Ctx, kind: string, subjectId: number): Promise<void> {
  await holdSubject(ctx, kind, subjectId)
  const find = () =>
    ctx.sql<{ id: number; member_id: number }>(
      'select id, member_id from notifications.notice where community_id = $1 and kind = $2 and subject_id = $3 order by id limit $4',
      [kind, subjectId, STEP],
    )
  const memberIds = (await find()).map(({ member_id }) => member_id)
  atEnd(ctx, memberIds, async () => {
    const found = await find()
    await remove(
      ctx,
      found.map(({ id }) => id),
      found.map(({ member_id }) => member_id),
    )
    if (found.length === STEP) await ctx.enqueue(withdrawJob, { kind, subjectId })
  })
}
async function remove(ctx: Ctx, ids: number[], memberIds: number[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.sql(
    `with gone as (delete from notifications.notice where community_id = $1 and id = any ($2::bigint[]) returning member_id, is_new, grouping)
     ${uncount('gone', 'is_new')}`,
    [ids],
  )
  await showNews(ctx, [...new Set(memberIds)], false)
}
export interface Act {
  id: number
  notice_id: number
  member_id: number
}
/** One act of a kind. */
export async function withdrawAct(ctx: Ctx, kind: string, subjectId: number, key: string): Promise<void> {
  await holdSubject(ctx, kind, subjectId)
  const find = () =>
    ctx.sql<Act>(
      `select a.id, a.notice_id, a.member_id from notifications.act a join notifications.notice n on n.community_id = $1 and n.id = a.notice_id
       where a.community_id = $1 and a.key = $2 and n.kind = $3`,
      [key, kind],
    )
  const memberIds = (await find()).map(({ member_id }) => member_id)
  atEnd(ctx, memberIds, async () => removeActs(ctx, await find()))
}
/** Bundles shrink, and the last act takes its notice along. The counters of these members are held. */
export async function removeActs(ctx: Ctx, acts: Act[]): Promise<void> {
  if (acts.length === 0) return
  await ctx.sql('delete from notifications.act where community_id = $1 and id = any ($2::bigint[])', [acts.map(({ id }) => id)])
  const left = await ctx.sql<{ id: number; member_id: number; acts: number }>(
    `update notifications.notice n set acts_count = s.acts, actors_count = s.actors, actor_ids = s.ids, updated_at = now()
     from (select n2.id, count(a.id)::int as acts, count(distinct a.actor_member_id)::int as actors,
         coalesce((select array_agg(l.actor_member_id order by l.last desc) from (select b.actor_member_id, max(b.id) as last from notifications.act b
           where b.community_id = $1 and b.notice_id = n2.id and b.actor_member_id is not null group by 1 order by 2 desc limit 3) l), '{}') as ids
       from notifications.notice n2 left join notifications.act a on a.community_id = $1 and a.notice_id = n2.id
       where n2.community_id = $1 and n2.id = any ($2::bigint[]) group by n2.id) s
     where n.community_id = $1 and n.id = s.id returning n.id, n.member_id, n.acts_count as acts`,
    [acts.map(({ notice_id }) => notice_id)],
  )
  const empty = left.filter((row) => row.acts === 0)
  await remove(
    ctx,
    empty.map(({ id }) => id),
    empty.map(({ member_id }) => member_id),
  )
}

/** Notices of one member that meet the condition are read: no longer new, and not mailed. $2 member, $3 the condition's value. */
export async function read(ctx: Ctx, memberId: number, where: string, values: unknown[]): Promise<void> {
  await lockCounters(ctx, [memberId])
  await ctx.sql(
    `with old as (select id, member_id, is_new, grouping from notifications.notice where community_id = $1 and member_id = $2 and read_at is null and archived_at is null and ${where}),
     done as (update notifications.notice n set read_at = now(), is_new = false, email_at = null, updated_at = now() from old where n.community_id = $1 and n.id = old.id)
     ${uncount('old', 'is_new')}`,
    [memberId, ...values],
  )
  await showNews(ctx, [memberId], false)
}
/** Most readers have nothing to be read there, and then nothing is held. */
export async function seen(ctx: Ctx, kind: string, subjectIds: number[]): Promise<void> {
  const [any] = await ctx.read(unreadOf, [ctx.me().id, kind, subjectIds])
  if (any) await read(ctx, ctx.me().id, 'kind = $3 and subject_id = any ($4::bigint[])', [kind, subjectIds])
}
