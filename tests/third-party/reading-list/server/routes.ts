/** What each call of the reading list does. */
import { notFound } from '@atrium/sdk'
import { decodeCursor, type Handlers, page, rowsFor } from '@atrium/sdk/server'
import content from 'atrium/plugins/content'
import spaces from 'atrium/plugins/spaces'
import type contract from '../contract.ts'
import { Item } from './entities.ts'
import { latest } from './reads.ts'

export const handlers: Handlers<typeof contract> = {
  async list(ctx, { query }) {
    const { visibleIds } = await ctx.use(spaces).access()
    const [before = Number.MAX_SAFE_INTEGER] = decodeCursor(query.cursor, ['number']) ?? []
    const items = await ctx.read(latest, [visibleIds(), before, rowsFor(query)])
    const envelope = page(items, { query, key: ({ id }) => [id] }, (item) => item)
    // Posts that were deleted since have no card any more.
    const found = await ctx.use(content).cards(
      'post',
      envelope.records.map((item) => item.post_id),
    )
    const cards = new Map(found.map((card) => [card.id, card]))
    const records = envelope.records.flatMap((item) => {
      const card = cards.get(item.post_id)
      return card ? [{ id: item.id, title: card.title, path: card.path, excerpt: card.excerpt, added_at: item.created_at }] : []
    })
    return { ...envelope, records, page_count: records.length }
  },

  async remove(ctx, { params }) {
    const item = await ctx.em.findOne(Item, { id: params.id })
    if (!item || !(await ctx.use(spaces).access()).canView(item.spaceId)) throw notFound('Item')
    ctx.em.remove(item)
  },
}
