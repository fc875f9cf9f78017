/** What happened since somebody’s last visit: a count and a few names, from what is noted anyway. */
import type { Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import home, { type Away } from '../../contract.ts'
import { Visit } from '../entities.ts'
import { person } from './person.ts'

/** Who comes back sooner was not away. */
const AWAY_MINUTES = 60
/** Longer ago is no news. */
const NEWS_DAYS = 30
const SHOWN = 3

interface Counts {
  posts: number
  comments: number
  post_ids: number[]
  members: number
  member_ids: number[]
}

/** Notes the visit. @returns since when one was away; null for a first visit, a short absence, or news put away */
export async function visit(ctx: Ctx): Promise<Date | null> {
  const [row] = await ctx.sql<{ away_since: Date | null; closed: boolean }>(
    `insert into home.visit as v (community_id, member_id, seen_at) values ($1, $2, $3)
     on conflict (community_id, member_id) do update set seen_at = excluded.seen_at, updated_at = now(),
       away_since = case when excluded.seen_at - v.seen_at > make_interval(mins => $4) then v.seen_at else v.away_since end,
       closed = v.closed and excluded.seen_at - v.seen_at <= make_interval(mins => $4)
     returning away_since, closed`,
    [ctx.me().id, ctx.now(), AWAY_MINUTES],
  )
  return row!.closed ? null : row!.away_since
}

export async function away(ctx: Ctx, since: Date): Promise<Away | null> {
  if (!ctx.settings(home).away_enabled) return null
  const { visibleIds, isFeatured } = await ctx.use(spaces).access()
  const from = new Date(Math.max(since.getTime(), ctx.now().getTime() - NEWS_DAYS * 86_400_000))
  const me = ctx.me().id
  // activity_latest holds a few hundred rows, the newest first; new members are the head of member_list
  const [counts] = await ctx.sql<Counts>(
    `with news as (select kind, record_id, about_member_id from home.activity
       where community_id = $1 and created_at > $2 and member_id <> $3 and (space_id is null or space_id = any ($4::bigint[])) order by id desc),
     joined as (select id from kernel.member_card where community_id = $1 and status = 'active' and id <> $3 and created_at > $2 order by id desc limit 1000)
     select count(*) filter (where kind = 'post')::int as posts, count(*) filter (where kind = 'comment' and about_member_id = $3)::int as comments,
       coalesce((array_agg(record_id) filter (where kind = 'post'))[1:$5], '{}') as post_ids,
       (select count(*)::int from joined) as members, array(select id from joined limit $5) as member_ids from news`,
    [from, me, visibleIds().filter(isFeatured), SHOWN],
  )
  const { posts, comments, members } = counts!
  if (posts + comments + members === 0) return null
  const [cards, people] = await Promise.all([ctx.use(content).cards('post', counts!.post_ids.map(Number)), ctx.members.byIds(counts!.member_ids.map(Number))])
  return {
    since: since.toISOString(),
    ...{ posts_count: posts, comments_count: comments, members_count: members },
    posts: cards.map(({ title, path }) => ({ title, path })),
    members: [...people.values()].map(person),
  }
}

export const close = (ctx: Ctx) => ctx.em.nativeUpdate(Visit, { memberId: ctx.me().id }, { closed: true, updatedAt: ctx.now() })
