/** What an answer leads to: passages as people read them. */
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../../spaces/contract.ts'
import { type Found, SOURCE_KIND } from '../knowledge/found.ts'
import { kindsOf } from '../knowledge/reading.ts'
import type { StoredSource } from '../messages.ts'
import { quoteOf } from './extract.ts'

/** In the order of their numbers. One question for the spaces, one for the authors. */
export async function sourcesOf(ctx: Ctx, found: readonly Found[], question: string): Promise<StoredSource[]> {
  if (found.length === 0) return []
  const icons = new Map(kindsOf(ctx).map(({ kind, icon }) => [kind, icon]))
  const [cards, people] = await Promise.all([
    ctx.use(spaces).cards([...new Set(found.flatMap(({ spaceId }) => spaceId ?? []))]),
    ctx.members.byIds([...new Set(found.flatMap(({ authorMemberId }) => authorMemberId ?? []))]),
  ])
  return found.map(({ kind, recordId, title, path, text, at, spaceId, authorMemberId }, i) => ({
    ...{ number: i + 1, kind, recordId, title, path },
    icon: icons.get(kind) ?? (kind === SOURCE_KIND ? 'quote' : 'file-text'),
    place: spaceId === null ? null : (cards.get(spaceId)?.name ?? null),
    excerpt: quoteOf(question, text, at),
    author: authorMemberId === null ? null : (people.get(authorMemberId)?.name ?? null),
  }))
}
