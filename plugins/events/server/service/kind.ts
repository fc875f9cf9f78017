/** Events as content: what likes, comments, bookmarks and all other interactions need to know of them. */
import { wordsBeside } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { hold } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type { ContentKind } from '../../../content/contract.ts'
import events from '../../contract.ts'
import { EventTable } from '../entities.ts'
import { eventPage } from '../pages.ts'
import { eventPolicy } from '../policies.ts'
import { cardsByIds, commentsWrite, likesWrite } from '../reads.ts'
import { documents } from './documents.ts'
import { atDate, rowById } from './find.ts'
import { presentEvents } from './present.ts'
import { setGone } from './write.ts'

/** Events that one step takes. */
const AT_ONCE = 50

const path = (spaceSlug: string | number | undefined, slug: string) => `/c/${spaceSlug}/${slug}`

export const eventKind: ContentKind = {
  kind: 'event',
  likeableType: 'Event',
  icon: 'calendar',
  audience: 'everybody',
  acts: ['like', 'react', 'comment', 'bookmark', 'follow'],

  async cards(ctx, ids) {
    const rows = await ctx.read(cardsByIds, [ids])
    const seen = await Promise.all(rows.map((row) => eventPolicy.view(ctx, row)))
    const shown = rows.filter((_, i) => seen[i])
    const cards = await ctx.use(spaces).cards(shown.map((row) => row.space_id))
    return shown.map((row) => ({
      kind: 'event',
      id: row.id,
      title: row.name,
      path: path(cards.get(row.space_id)?.slug, row.slug),
      spaceId: row.space_id,
      authorMemberId: row.author_member_id,
      excerpt: row.excerpt,
      createdAt: row.created_at,
      publishedAt: row.published_at,
      commentsEnabled: row.comments_open,
      likesEnabled: row.is_liking_enabled,
      likesCount: row.likes_count,
    }))
  },

  async looks(ctx, ids) {
    const found = await Promise.all(ids.map((id) => rowById(ctx, id)))
    const rows = found.flatMap((row) => row ?? [])
    const files = await ctx.files.byIds(rows.flatMap((row) => row.cover_file_id ?? []))
    return new Map(
      rows.map((row) => {
        const cover = files.get(row.cover_file_id ?? 0)
        return [row.id, { image: cover ? ctx.files.url(cover, 'small') : null, startsAt: row.starts_at }] as const
      }),
    )
  },

  async withdraw(ctx, memberId, how) {
    const hidden = { withdrawnAt: { $ne: null } }
    const which = { hide: { deletedAt: null }, show: { ...hidden, withdrawnAlone: false }, remove: { $or: [{ deletedAt: null }, hidden] } }[how]
    const found = await ctx.em.find(EventTable, { authorMemberId: memberId, status: 'published', ...which }, { orderBy: { id: 'asc' }, limit: AT_ONCE })
    for (const event of found) await setGone(ctx, event, how)
    return found.length === AT_ONCE
  },
  async withdrawOne(ctx: Ctx, id, how) {
    if (!(await ctx.em.count(EventTable, { id }))) return
    const event = await hold(ctx, EventTable, id)
    if (how === 'release' || (how === 'hide' && event.withdrawnAt)) {
      // hidden with all of its author's
      event.withdrawnAlone = how === 'hide'
      if (how === 'release') event.flaggedForApprovalAt = null
      return
    }
    if (how === 'show' && event.flaggedForApprovalAt) {
      Object.assign(event, { flaggedForApprovalAt: null, status: 'published', publishedAt: event.publishedAt ?? ctx.now() })
      return setGone(ctx, event, 'show')
    }
    const isDue = { hide: event.deletedAt === null, show: event.withdrawnAlone, remove: event.deletedAt === null || event.withdrawnAt !== null }[how]
    if (isDue) await setGone(ctx, event, how, true)
  },
  async judged(ctx, ids) {
    const found = await ctx.em.find(EventTable, { id: ids }, { disableIdentityMap: true })
    const cards = await ctx.use(spaces).cards(found.map(({ spaceId }) => spaceId))
    return found.map((event) => ({
      ...{ kind: 'event', id: event.id, title: event.name, spaceId: event.spaceId, text: event.text, createdAt: event.createdAt, around: [] },
      path: path(cards.get(event.spaceId)?.slug ?? event.spaceId, event.slug),
      authorMemberId: event.authorMemberId ?? null,
      state: event.withdrawnAt || event.flaggedForApprovalAt ? 'hidden' : event.deletedAt ? 'gone' : 'shown',
    }))
  },
  documents,
  address: {
    async first(ctx, visit) {
      // as the screen reads it: a date that the query names, where it is one of this event's
      const asked = events.routes.show.options.query.safeParse(visit.query.date ? { occurrence_id: visit.query.date } : {})
      const query = asked.success ? asked.data : {}
      const [reply] = await presentEvents(ctx, [await atDate(ctx, visit, 'view', query)])
      return { route: events.routes.show, input: { params: { spaceId: visit.space, slug: visit.slug }, query }, reply }
    },
    page: eventPage,
    reserved: wordsBeside(
      events.routes.show.path,
      Object.values(events.routes).map(({ path }) => path),
    ),
  },
  kept: { likes: 'events.event.likes_count', comments: 'events.event.comments_count' },
  async count(ctx, id, counter, delta) {
    await ctx.read(counter === 'likes' ? likesWrite : commentsWrite, [id, delta])
  },
}
