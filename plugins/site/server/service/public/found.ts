/** Records that any visitor may read, as other programs are told of them: never what only the caller may see. */
import content, { type ContentCard } from '../../../../content/contract.ts'
import spaces, { type SpaceCard } from '../../../../spaces/contract.ts'
import type { Ctx } from '@atrium/sdk/server'

/** Kinds that have a page of their own. */
const kindsOf = (ctx: Ctx): string[] => ctx.manifests.filter(({ id }) => ctx.has({ id })).flatMap(({ kinds }) => Object.keys(kinds ?? {}))

/** Spaces that visitors see, by id. */
export async function publicSpaces(ctx: Ctx): Promise<Map<number, SpaceCard>> {
  if (ctx.community.isPrivate) return new Map()
  const service = ctx.use(spaces)
  const cards = await service.cards((await service.accessOf('visitor')).visibleIds())
  return new Map([...cards].filter(([, { isPrivate, isSecret }]) => !isPrivate && !isSecret))
}

interface Row {
  kind: string
  record_id: number
  path: string
  updated_at: Date
}
const BATCH = 1_000
export interface Found {
  kind: string
  id: number
  title: string
  path: string
  updatedAt: Date
  card: ContentCard | null
}
/** Those of these rows that visitors see. Their plugins are asked, as what the index says may be of yesterday. */
async function judged(ctx: Ctx, rows: readonly Row[], withCards: boolean): Promise<Found[]> {
  const findable = new Map(
    ctx
      .use(content)
      .findable()
      .map((one) => [one.kind, one]),
  )
  const found = new Map<string, Found>()
  for (const [kind, own] of Map.groupBy(rows, (row) => row.kind)) {
    for (let at = 0; at < own.length; at += BATCH) {
      const some = own.slice(at, at + BATCH)
      const ids = some.map((row) => Number(row.record_id))
      const cards = withCards ? new Map((await ctx.use(content).cards(kind, ids)).map((card) => [card.id, card])) : null
      const seen = cards ?? (await findable.get(kind)?.judge(ids))
      for (const row of some) {
        const id = Number(row.record_id)
        const one = seen?.get(id)
        const card = cards?.get(id) ?? null
        // a draft is its author's
        if (one && (!card || card.publishedAt)) found.set(`${kind}:${id}`, { kind, id, title: one.title, path: one.path, updatedAt: row.updated_at, card })
      }
    }
  }
  return rows.map((row) => found.get(`${row.kind}:${row.record_id}`)).filter((one) => one !== undefined)
}

const COLUMNS = 'kind, record_id, path, updated_at'
/** The newest of these spaces. @param withCards whether more than title and address is asked for */
export async function publicRecords(ctx: Ctx, spaceIds: readonly number[], limit: number, withCards = false): Promise<Found[]> {
  if (spaceIds.length === 0) return []
  const rows = await ctx.sql<Row>(
    `select ${COLUMNS} from kernel.search_card where community_id = $1 and kind = any ($2::text[]) and space_id = any ($3::bigint[]) and part_of is null
     order by created_at desc, record_id desc limit $4`,
    [kindsOf(ctx), spaceIds, limit],
  )
  return judged(ctx, rows, withCards)
}
/** What stands at an address, if visitors see it. */
export async function publicRecordAt(ctx: Ctx, path: string): Promise<Found | null> {
  const open = await publicSpaces(ctx)
  if (open.size === 0) return null
  const rows = await ctx.sql<Row>(
    `select ${COLUMNS} from kernel.search_card where community_id = $1 and kind = any ($2::text[]) and space_id = any ($3::bigint[]) and part_of is null and path = $4 limit 1`,
    [kindsOf(ctx), [...open.keys()], path],
  )
  return (await judged(ctx, rows, true))[0] ?? null
}
