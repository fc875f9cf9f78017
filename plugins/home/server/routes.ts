/** Handlers of the home page. */
import { unauthenticated } from '@atrium/sdk'
import { lastId, type Handlers, page, rowsFor } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import spaces from '../../spaces/contract.ts'
import home from '../contract.ts'
import { ClosedBanner } from './entities.ts'
import { activitiesRead } from './reads.ts'
import { away, close, visit } from './service/away.ts'
import { person } from './service/person.ts'
import { banner, change, markOf, present, removePicture } from './service/settings.ts'

const ONLINE_SHOWN = 5

export const handlers: Handlers<typeof home> = {
  async show(ctx) {
    if (!ctx.member && ctx.community.isPrivate) throw unauthenticated()
    const online = ctx.member ? await ctx.onlineMembers(ONLINE_SHOWN) : { count: 0, memberIds: [] }
    const members = await ctx.members.byIds(online.memberIds)
    const { tabs, featured_space_ids } = ctx.settings(home)
    const service = ctx.use(spaces)
    const { canView } = await service.access()
    const cards = await service.cards(featured_space_ids.filter(canView))
    return {
      banner: await banner(ctx),
      online: { count: online.count, members: [...members.values()].map(person) },
      tabs,
      featured: featured_space_ids.flatMap((id) => cards.get(id) ?? []).map(({ id, name, slug, emoji }) => ({ id, name, slug, emoji })),
    }
  },
  async closeBanner(ctx) {
    const closed = { communityId: ctx.community.id, memberId: ctx.me().id, banner: markOf(ctx), updatedAt: ctx.now() }
    await ctx.em.upsert(ClosedBanner, closed, { onConflictFields: ['communityId', 'memberId'] })
    return { success: true as const }
  },
  async visit(ctx) {
    const since = await visit(ctx)
    return { away: since && (await away(ctx, since)) }
  },
  async closeAway(ctx) {
    await close(ctx)
    return { success: true as const }
  },
  settings: (ctx) => present(ctx),
  updateSettings: (ctx, { body }) => change(ctx, body),
  removeFile: (ctx, { body }) => removePicture(ctx, body.field_name),
  removeOpenGraphImage: (ctx) => removePicture(ctx, 'open_graph_image'),
  async resetBanner(ctx) {
    await ctx.em.nativeDelete(ClosedBanner, {})
    await ctx.audit('home.banner_reset', 'home')
    return { success: true as const }
  },
  async activities(ctx, { query }) {
    const { visibleIds, isFeatured } = await ctx.use(spaces).access()
    const rows = await ctx.read(activitiesRead, [visibleIds().filter(isFeatured), lastId(query), rowsFor(query)])
    const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
    const members = await ctx.members.byIds([...new Set(envelope.records.map((row) => row.member_id))])
    const cards = new Map(
      (
        await Promise.all(
          (['post', 'comment'] as const).map((kind) =>
            ctx.use(content).cards(
              kind,
              envelope.records.filter((row) => row.kind === kind).map((row) => row.record_id),
            ),
          ),
        )
      )
        .flat()
        .map((card) => [`${card.kind}:${card.id}`, card]),
    )
    const shown = envelope.records.filter((row) => cards.has(`${row.kind}:${row.record_id}`) && members.has(row.member_id))
    const records = shown.map((row) => {
      const card = cards.get(`${row.kind}:${row.record_id}`)!
      return {
        id: row.id,
        kind: row.kind,
        member: person(members.get(row.member_id)!),
        title: card.title,
        path: card.path,
        created_at: card.publishedAt ?? card.createdAt,
      }
    })
    return { ...envelope, records, page_count: records.length }
  },
}
