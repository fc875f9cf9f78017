/** Events to which links of pages and frames lead: those to come first, the next one before the others. */
import { formatDateIn } from '@atrium/sdk'
import { containing } from '@atrium/sdk/server'
import type { SiteTargets } from '../../../site/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { pathOf } from './present.ts'

export const siteTargets: SiteTargets = {
  kind: 'event',
  async find(ctx, search, limit) {
    const { spaceIds } = await ctx.use(spaces).inSight('space_id')
    const rows = await ctx.sql<{ name: string; slug: string; space_id: number; time_zone: string; next_at: Date | null }>(
      `select e.name, e.slug, e.space_id, e.time_zone, next.at as next_at from events.event e
       left join lateral (select min(o.starts_at) as at from events.occurrence o
         where o.community_id = $1 and o.event_id = e.id and o.is_listed and o.ends_at > $2 and o.cancelled_at is null) next on true
       where e.community_id = $1 and e.status = 'published' and e.deleted_at is null and ($3::text is null or e.name ilike $3)
         and ($4::bigint[] is null or e.space_id = any ($4)) order by next.at nulls last, e.id desc limit $5`,
      [ctx.now(), search ? containing(search) : null, spaceIds, limit],
    )
    const cards = await ctx.use(spaces).cards(rows.map(({ space_id }) => Number(space_id)))
    return rows.map(({ name, slug, space_id, time_zone, next_at }) => ({
      name,
      path: pathOf(cards.get(Number(space_id))?.slug ?? space_id, slug),
      ...(next_at && { about: formatDateIn(ctx.locale, next_at, 'date', time_zone) }),
    }))
  },
}
