/** Where members are in videos and sounds, and how much is watched each day; what a player sends twice counts once. */
import type { RouteParsed } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type media from '../../contract.ts'
import type { MediaAnalytics } from '../../contract.ts'
import { reach } from './access.ts'
import { type Watched, viewersSince, watchedByDay, watchedByFile } from '../reads.ts'

type Told = RouteParsed<typeof media.routes.progress>['body']

/** Most seconds of a recording that count for a second of real time: players go at twice the speed at most, and clocks differ a little. */
const FASTEST = 2
const LATE_SECONDS = 30

/** @throws AtriumError 404 for somebody who has neither seen the file before nor shows its address */
export async function watched(ctx: Ctx, { file_id, src, session, position, watched, ended }: Told): Promise<void> {
  const me = ctx.me().id
  const today = ctx.now().toISOString().slice(0, 10)
  const [before] = await ctx.sql<{ session: string; counted: number; seen_on: string; age: number; completed: boolean }>(
    `select session, counted, seen_on::text, extract(epoch from now() - updated_at)::float8 as age, completed_at is not null as completed
     from media.viewer where community_id = $1 and file_id = $2 and member_id = $3 for update`,
    [file_id, me],
  )
  // during a long video the signed address from its beginning expires
  if (!before) await reach(ctx, file_id, src)
  const again = before?.session === session
  const most = again ? before.counted + before.age * FASTEST + LATE_SECONDS : LATE_SECONDS * FASTEST
  const counted = Math.max(again ? before.counted : 0, Math.min(watched, most))
  const [row] = await ctx.sql<{ made: boolean }>(
    `insert into media.viewer (community_id, file_id, member_id, position, session, counted, seen_on, completed_at) values ($1, $2, $3, $4, $5, $6, $7, case when $8 then now() end)
     on conflict (community_id, file_id, member_id) do update set position = excluded.position, session = excluded.session, counted = excluded.counted,
       seen_on = excluded.seen_on, completed_at = coalesce(viewer.completed_at, excluded.completed_at), updated_at = now()
     returning xmax = 0 as made`,
    // whoever came to the end begins anew next time
    [file_id, me, ended ? 0 : position, session, counted, today, ended],
  )
  // two players of one member that began at the same moment count as one view
  if (!before && !row!.made) return
  const day: Watched = {
    views: again ? 0 : 1,
    viewers: before?.seen_on === today ? 0 : 1,
    watched: counted - (again ? before.counted : 0),
    completions: ended && !before?.completed ? 1 : 0,
  }
  if (Object.values(day).every((value) => value === 0)) return
  ctx.beforeCommit(async () => {
    await ctx.sql(
      `insert into media.day as d (community_id, day, file_id, views, viewers, watched, completions) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (community_id, day, file_id) do update set views = d.views + excluded.views, viewers = d.viewers + excluded.viewers,
         watched = d.watched + excluded.watched, completions = d.completions + excluded.completions, updated_at = now()`,
      [today, file_id, day.views, day.viewers, day.watched, day.completions],
    )
  })
}

const DAY_MS = 86_400_000
/** @param days up to today */
export async function analytics(ctx: Ctx, days: number): Promise<MediaAnalytics> {
  const dateOf = (ago: number) => new Date(ctx.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  const rows = new Map((await ctx.read(watchedByDay, [dateOf(days)])).map((row) => [row.date, row]))
  const files = await ctx.read(watchedByFile, [dateOf(days)])
  const [people] = await ctx.read(viewersSince, [dateOf(days)])
  const all = Array.from({ length: days }, (_, i) => dateOf(days - 1 - i)).map(
    (date) => rows.get(date) ?? { date, views: 0, viewers: 0, watched: 0, completions: 0 },
  )
  const sum = (key: keyof Watched) => all.reduce((total, day) => total + day[key], 0)
  return {
    from: all[0]!.date,
    to: all.at(-1)!.date,
    totals: { views: sum('views'), viewers: people!.viewers, watched: sum('watched'), completions: sum('completions') },
    days: all,
    files,
  }
}
