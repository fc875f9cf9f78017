/** Search for everybody: what the index finds, less what this reader may not see (A05). */
import { unauthenticated } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import spaces from '../../../spaces/contract.ts'
import contract, { type ContentCard, type SearchHit } from '../../contract.ts'
import { cardsOf, isFor } from './records.ts'

/** A kind that can be found: what may be found of some records, and how their own plugin calls them now where it says so. */
interface Findable {
  plugin: string
  icon: string
  judge(ids: number[]): Promise<Map<number, Pick<ContentCard, 'title' | 'path'> | null>>
}

/** By kind. Kinds of plugins that are off are not among them, so neither are their documents. */
function findable(ctx: Ctx): Map<string, Findable> {
  const known = (ids: Iterable<number>) => new Map([...ids].map((id) => [id, null]))
  return new Map<string, Findable>([
    // The index holds listed spaces for all and the others behind themselves; what is left to ask is whether they are still there.
    ['space', { plugin: 'spaces', icon: 'hash', judge: async (ids) => known((await ctx.use(spaces).cards(ids)).keys()) }],
    ...ctx.fill(contract.points.finder).map(({ plugin, value }): [string, Findable] => {
      const judge = async (ids: number[]) => known(isFor(ctx, value) ? await value.visible(ctx, ids) : [])
      return [value.kind, { plugin, icon: value.icon ?? PLAIN, judge }]
    }),
    ...ctx
      .fill(contract.points.kind)
      .map(({ plugin, value: { kind, icon = PLAIN } }): [string, Findable] => [kind, { plugin, icon, judge: (ids) => cardsOf(ctx, kind, ids) }]),
  ])
}
const PLAIN = 'file-text'

/** `a [[word]] more` in parts. */
const markedParts = (excerpt: string): { text: string; mark: boolean }[] =>
  excerpt
    .split(/\[\[(.*?)\]\]/s)
    .map((text, i) => ({ text, mark: i % 2 === 1 }))
    .filter(({ text }) => text !== '')

/** @throws AtriumError 401 for visitors of a private community */
export async function search(
  ctx: Ctx,
  { text, kind, limit }: { text: string; kind?: string; limit: number },
): Promise<{ records: z.input<typeof SearchHit>[] }> {
  if (!ctx.member && ctx.community.isPrivate) throw unauthenticated()
  const known = findable(ctx)
  const kinds = kind ? [kind].filter((one) => known.has(one)) : [...known.keys()]
  if (kinds.length === 0) return { records: [] }
  const { visibleIds } = await ctx.use(spaces).access()
  const hits = await ctx.search.find({ text, kinds, spaceIds: visibleIds(), limit })
  // The index may lag behind a post that was moved or taken back, so each kind has the last word.
  const seen = new Map(
    await Promise.all(
      [...Map.groupBy(hits, (hit) => hit.kind)].map(async ([one, found]) => [one, await known.get(one)!.judge(found.map(({ recordId }) => recordId))] as const),
    ),
  )
  const shown = hits.filter((hit) => seen.get(hit.kind)!.has(hit.recordId))
  const cards = await ctx.use(spaces).cards([...new Set(shown.flatMap(({ kind: one, spaceId }) => (one === 'space' ? [] : (spaceId ?? []))))])
  return {
    records: shown.map((hit) => {
      const card = seen.get(hit.kind)!.get(hit.recordId)
      const space = hit.spaceId === null ? undefined : cards.get(hit.spaceId)
      return {
        kind: hit.kind,
        plugin: known.get(hit.kind)!.plugin,
        icon: known.get(hit.kind)!.icon,
        id: hit.recordId,
        title: card?.title ?? hit.title,
        excerpt: markedParts(hit.excerpt),
        path: card?.path ?? hit.path,
        space: space ? { name: space.name, emoji: space.emoji } : null,
        updated_at: hit.updatedAt,
      }
    }),
  }
}
