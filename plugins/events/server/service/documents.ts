/** What the search index keeps of published events. */
import { cut } from '@atrium/sdk'
import { type Ctx, heldIn, type SearchDocument } from '@atrium/sdk/server'
import type { DocumentPages } from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { type EventEntity, EventTable } from '../entities.ts'

type Found = Pick<
  EventEntity,
  'id' | 'spaceId' | 'name' | 'text' | 'slug' | 'authorMemberId' | 'publishedAt' | 'hideLocationFromNonAttendees' | 'inPersonLocation'
>

export function documentOf(event: Found, spaceSlug: string, updatedAt: Date, { has, fileIds }: ReturnType<typeof heldIn>): SearchDocument {
  const place = event.hideLocationFromNonAttendees ? '' : (event.inPersonLocation ?? '')
  return {
    kind: 'event',
    recordId: event.id,
    spaceId: event.spaceId,
    authorMemberId: event.authorMemberId,
    title: event.name,
    body: [place, cut(event.text, 20_000)].filter(Boolean).join('\n'),
    path: `/c/${spaceSlug}/${event.slug}`,
    createdAt: event.publishedAt ?? updatedAt,
    updatedAt,
    has,
    fileIds,
  }
}

export const documents: DocumentPages = async (ctx: Ctx, after, limit) => {
  const rows = await ctx.em.find(EventTable, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit, disableIdentityMap: true })
  const cards = await ctx.use(spaces).cards([...new Set(rows.map(({ spaceId }) => spaceId))])
  const out = rows.filter((event) => event.status === 'published' && event.deletedAt === null && cards.has(event.spaceId))
  return {
    documents: out.map((event) => documentOf(event, cards.get(event.spaceId)!.slug, event.updatedAt, heldIn(event.body))),
    last: rows.at(-1)?.id ?? null,
  }
}
