/** Search for everybody: what the index finds, less what this reader may not see (case A05). Palette and page ask it alike. */
import { type RouteParsed, unauthenticated } from '@atrium/sdk'
import type { Ctx, SearchHit as Hit } from '@atrium/sdk/server'
import type { z } from 'zod'
import content, { type Findable, type Look } from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import type contract from '../../contract.ts'
import { MOST, type SearchHit } from '../../contract.ts'
import { understand } from './understand.ts'

/** Hits that are looked at where the number of results is not asked for. */
const FEW = 60

type Query = RouteParsed<typeof contract.routes.search>['query']
type Judged = Hit & { shown: { title: string; path: string } }

/** `a [[word]] more` in parts. */
const markedParts = (text: string): { text: string; mark: boolean }[] =>
  text
    .split(/\[\[(.*?)\]\]/s)
    .map((part, i) => ({ text: part, mark: i % 2 === 1 }))
    .filter((part) => part.text !== '')

/** The index may be older than a change of a post, so the plugin of each kind is asked which hits the reader may see now. */
async function judge(known: Map<string, Findable>, hits: Hit[]): Promise<Judged[]> {
  const seen = new Map(
    await Promise.all(
      [...Map.groupBy(hits, (hit) => hit.kind)].map(
        async ([kind, found]) => [kind, await known.get(kind)!.judge(found.map(({ recordId }) => recordId))] as const,
      ),
    ),
  )
  return hits.flatMap((hit) => {
    const cards = seen.get(hit.kind)!
    const card = cards.get(hit.recordId)
    // null: its kind has nothing to add
    return card === undefined ? [] : [{ ...hit, shown: card ?? hit }]
  })
}

/** How those of a page look: one question a kind. */
async function looksOf(known: Map<string, Findable>, hits: Judged[]): Promise<Map<string, Map<number, Look>>> {
  const byKind = [...Map.groupBy(hits, ({ kind }) => kind)]
  return new Map(
    await Promise.all(byKind.map(async ([kind, of]) => [kind, (await known.get(kind)!.looks?.(of.map(({ recordId }) => recordId))) ?? new Map()] as const)),
  )
}

async function present(
  ctx: Ctx,
  known: Map<string, Findable>,
  words: { text: string; phrases?: string[] },
  hits: Judged[],
): Promise<z.input<typeof SearchHit>[]> {
  const close = hits[0]?.isClose ?? false
  const [marked, cards, authors, looks] = await Promise.all([
    hits.length ? ctx.search.excerpts({ ...words, close }, hits) : [],
    ctx.use(spaces).cards([...new Set(hits.flatMap(({ kind, spaceId }) => (kind === 'space' ? [] : (spaceId ?? []))))]),
    ctx.members.byIds([...new Set(hits.flatMap(({ authorMemberId }) => authorMemberId ?? []))]),
    looksOf(known, hits),
  ])
  const textOf = new Map(marked.map((one) => [`${one.kind}:${one.recordId}`, one]))
  return hits.map((hit) => {
    const { plugin, icon } = known.get(hit.kind)!
    const space = hit.spaceId === null ? undefined : cards.get(hit.spaceId)
    const author = hit.authorMemberId === null ? undefined : authors.get(hit.authorMemberId)
    const text = textOf.get(`${hit.kind}:${hit.recordId}`)
    const look = looks.get(hit.kind)?.get(hit.recordId)
    return {
      kind: hit.kind,
      plugin,
      icon,
      id: hit.recordId,
      title: hit.shown.title,
      // what it is called now may differ from what was indexed
      highlighted_title: hit.shown.title === hit.title && text ? markedParts(text.title) : [{ text: hit.shown.title, mark: false }],
      excerpt: markedParts(text?.excerpt ?? ''),
      path: hit.shown.path,
      space: space ? { id: space.id, slug: space.slug, name: space.name, emoji: space.emoji } : null,
      author: author ? { id: author.id, name: author.name, avatar_url: author.avatarUrl } : null,
      image: look?.image ?? null,
      starts_at: look?.startsAt ?? null,
      created_at: hit.createdAt,
      updated_at: hit.updatedAt,
    }
  })
}

/** @throws AtriumError 401 for visitors of a private community */
export async function search(ctx: Ctx, { text, sort, page, per_page, counts }: Query) {
  if (!ctx.member && ctx.community.isPrivate) throw unauthenticated()
  const known = new Map(
    ctx
      .use(content)
      .findable()
      .map((one) => [one.kind, one]),
  )
  const all = [...known.keys()]
  const { ask, kinds, isImpossible, notes } = await understand(ctx, text, all)
  const limit = counts || page > 1 ? MOST : FEW
  const look = async (wanted: string[]) => (isImpossible ? [] : ctx.search.find({ ...ask, kinds: wanted, sort, limit }))
  const [found, anyKind] = await Promise.all([look(kinds ?? all), kinds && counts ? look(all) : null])
  const [hits, others] = await Promise.all([judge(known, found), anyKind && judge(known, anyKind)])
  const first = (page - 1) * per_page
  const shown = hits.slice(first, first + per_page)
  return {
    page,
    per_page,
    has_next_page: hits.length > first + per_page,
    count: hits.length,
    page_count: shown.length,
    records: await present(ctx, known, ask, shown),
    has_more: found.length === limit,
    is_close: hits[0]?.isClose ?? false,
    counts: counts
      ? [...Map.groupBy(others ?? hits, (hit) => hit.kind)]
          .map(([kind, of]) => ({ kind, plugin: known.get(kind)!.plugin, icon: known.get(kind)!.icon, count: of.length }))
          .sort((a, b) => b.count - a.count)
      : [],
    notes: notes.map((note) => ctx.say(note)),
  }
}
