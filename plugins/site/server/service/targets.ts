/** What links and frames lead to, by name: pages and spaces, and what plugins bring beside. */
import { containing, type Ctx } from '@atrium/sdk/server'
import type { z } from '@atrium/sdk'
import spaces from '../../../spaces/contract.ts'
import site, { type SiteTarget, type SiteTargets } from '../../contract.ts'
import { pathOf } from './public/reading.ts'

/** Of one kind, and of each where all kinds are searched. */
const OF_ONE = 20
const OF_EACH = 6

const pages: SiteTargets = {
  kind: 'page',
  async find(ctx, search, limit) {
    const rows = await ctx.sql<{ id: number; name: string; slug: string; status: string }>(
      `select id, name, slug, status from site.page where community_id = $1 and deleted_at is null and ($2::text is null or name ilike $2)
       order by id = $3 desc, status = 'published' desc, lower(name), id limit $4`,
      [search ? containing(search) : null, ctx.settings(site).home_page_id, limit],
    )
    return rows.map(({ id, name, slug, status }) => {
      const path = pathOf(ctx, { id: Number(id), slug })
      const isLive = status === 'published'
      return { name, path, about: isLive ? path : ctx.t('targets.draft'), isLive }
    })
  },
}
const places: SiteTargets = {
  kind: 'space',
  async find(ctx, search, limit) {
    const words = search.toLocaleLowerCase(ctx.locale)
    const listed = (await ctx.use(spaces).access()).listedIds()
    const cards = [...(await ctx.use(spaces).cards(listed)).values()].filter(({ name }) => name.toLocaleLowerCase(ctx.locale).includes(words))
    return cards.slice(0, limit).map(({ name, slug }) => ({ name, path: `/c/${slug}` }))
  },
}

/** @param kind only those */
export async function targetsOf(
  ctx: Ctx,
  { kind, query = '' }: { kind?: string | undefined; query?: string | undefined },
): Promise<z.input<typeof SiteTarget>[]> {
  const own = [pages, places].map((value) => ({ value, t: (word: string) => ctx.t(word) }))
  const asked = [...own, ...ctx.fill(site.points.targets)].filter(({ value }) => kind === undefined || value.kind === kind)
  const found = await Promise.all(
    asked.map(async ({ value, t }) =>
      (await value.find(ctx, query, kind === undefined ? OF_EACH : OF_ONE)).map(({ name, path, about = null, isLive = true }) => ({
        ...{ name, path, about, is_live: isLive },
        kind: value.kind,
        title: t(`targets.${value.kind}`),
      })),
    ),
  )
  return found.flat()
}
