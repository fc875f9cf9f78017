/** What an answer leads to: passages as people read them. */
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../../spaces/contract.ts'
import { type Found, SOURCE_KIND } from '../knowledge/found.ts'
import { kindsOf } from '../knowledge/reading.ts'
import type { StoredSource } from '../messages.ts'
import { quoteOf } from './extract.ts'

/** When each was said, as the index of search knows it. */
async function datesOf(ctx: Ctx, found: readonly Found[]): Promise<Map<string, string>> {
  const rows = await ctx.sql<{ kind: string; record_id: number; created_at: Date }>(
    `select c.kind, c.record_id, c.created_at from unnest($2::text[], $3::bigint[]) as f (kind, record_id)
     join kernel.search_card c on c.community_id = $1 and c.kind = f.kind and c.record_id = f.record_id`,
    [found.map(({ kind }) => kind), found.map(({ recordId }) => recordId)],
  )
  return new Map(rows.map(({ kind, record_id, created_at }) => [`${kind}:${record_id}`, created_at.toISOString()]))
}
/** In the order of their numbers. One question for the spaces, one for the authors, one for the dates. */
export async function sourcesOf(ctx: Ctx, found: readonly Found[], question: string): Promise<StoredSource[]> {
  if (found.length === 0) return []
  const icons = new Map(kindsOf(ctx).map(({ kind, icon }) => [kind, icon]))
  const [cards, people, dates] = await Promise.all([
    ctx.use(spaces).cards([...new Set(found.flatMap(({ spaceId }) => spaceId ?? []))]),
    ctx.members.byIds([...new Set(found.flatMap(({ authorMemberId }) => authorMemberId ?? []))]),
    datesOf(ctx, found),
  ])
  return found.map(({ kind, recordId, title, path, text, at, spaceId, authorMemberId }, i) => ({
    ...{ number: i + 1, kind, recordId, title, path },
    icon: icons.get(kind) ?? (kind === SOURCE_KIND ? 'quote' : 'file-text'),
    place: spaceId === null ? null : (cards.get(spaceId)?.name ?? null),
    excerpt: quoteOf(question, text, at),
    author: authorMemberId === null ? null : (people.get(authorMemberId)?.name ?? null),
    created_at: dates.get(`${kind}:${recordId}`) ?? null,
  }))
}
