/** Calls of spaces themselves: lists, one space, its making and changing, what a member has read of it and wants to hear. */
import { AtriumError, sortSpaces } from '@atrium/sdk'
import { assign, authorize, demandVersion, type Handlers, hold } from '@atrium/sdk/server'
import contract from '../../contract.ts'
import { SpaceMemberTable, SpaceTable } from '../entities.ts'
import { groupPolicy, NO_GROUP, NO_SPACE, spacePolicy } from '../policies.ts'
import { markReadWrite } from '../reads.ts'
import { presentGroups, shownGroups } from '../service/groups.ts'
import { deleteSpaces, reorderSpaces, updateSpaces } from '../service/many.ts'
import { membership } from '../service/members.ts'
import { sidebarHtml, toRecord, toSpaceMember, unreadOf } from '../service/present.ts'
import { createSpace, deleteSpace, duplicateSpace, firstGroup, limits, listedSpaces, spaceBySlug, updateSpace, wholeSpaces } from '../service/spaces.ts'
import { tabsOfType } from '../service/tabs.ts'
import { fresh, group, slice, space, whole } from './shared.ts'

export const spaceRoutes = {
  async list(ctx, { query }) {
    const views = await shownGroups(ctx)
    const shown = new Set(views.map(({ seen }) => seen.row.id))
    const here = (await listedSpaces(ctx)).filter(
      (space) => shown.has(space.space_group_id) && (!query.space_group_id || space.space_group_id === query.space_group_id),
    )
    // The most active first is known only of spaces with their counts, and the sidebar shows them all: the tier's limit bounds them.
    if (query.include_sidebar || query.sort === 'active') {
      const [groups, seen] = await Promise.all([presentGroups(ctx, views), wholeSpaces(ctx, here)])
      const all = seen.map((space) => toRecord(ctx, space))
      const records = sortSpaces(all, query.sort, (space) => space)
      const part = slice(records, query.include_sidebar ? { page: 1, per_page: Math.max(records.length, 1) } : query)
      return { ...part, sidebar_html: query.include_sidebar ? sidebarHtml(groups, records) : null, space_groups: groups }
    }
    const sorted = sortSpaces(here, query.sort, ({ id, name, created_at }) => ({ id, name, created_at, posts_count: 0 }))
    const part = slice(sorted, query)
    const [groups, seen] = await Promise.all([presentGroups(ctx, views), wholeSpaces(ctx, part.records)])
    return { ...part, records: seen.map((space) => toRecord(ctx, space)), sidebar_html: null, space_groups: groups }
  },
  async create(ctx, { body }) {
    const groupId = body.space_group_id ?? (await firstGroup(ctx))
    const { seen } = await group(ctx, groupId, 'view')
    await authorize(ctx, groupPolicy, 'createSpace', seen, ...NO_GROUP)
    const id = await createSpace(ctx, { ...body, space_group_id: groupId })
    return { success: true, space: await fresh(ctx, id) }
  },
  maxSpaceLimit: (ctx) => limits(ctx),
  types: (ctx) => ({
    types: ctx.fill(contract.points.type).map(({ value }) => ({ key: value.key, views: value.views, tabs: tabsOfType(value), has_options: !!value.options })),
  }),
  async reorder(ctx, { body }) {
    await reorderSpaces(ctx, body.space_group_id, body.space_ids)
  },
  async bulkUpdate(ctx, { body }) {
    return { success: true, updated: await updateSpaces(ctx, body.space_ids, body.space) }
  },
  async bulkDestroy(ctx, { body }) {
    return { success: true, deleted: await deleteSpaces(ctx, body.space_ids) }
  },
  async bySlug(ctx, { params }) {
    return whole(ctx, await authorize(ctx, spacePolicy, 'view', await spaceBySlug(ctx, params.slug), ...NO_SPACE))
  },
  show: async (ctx, { params }) => whole(ctx, await space(ctx, params.id, 'view')),
  async update(ctx, { params, body }) {
    await space(ctx, params.id, 'manage')
    if (body.version !== undefined)
      await demandVersion(ctx, body.version, await hold(ctx, SpaceTable, params.id, ...NO_SPACE), body, () => fresh(ctx, params.id))
    await updateSpace(ctx, params.id, body)
    return fresh(ctx, params.id)
  },
  async destroy(ctx, { params }) {
    await space(ctx, params.id, 'delete')
    await deleteSpace(ctx, params.id)
  },
  async duplicate(ctx, { params }) {
    await space(ctx, params.id, 'view')
    return { success: true, space: await fresh(ctx, await duplicateSpace(ctx, params.id)) }
  },
  async activeMembersCount(ctx, { params }) {
    await space(ctx, params.id, 'seeMembers')
    // Of a hundred thousand members it is counted once in a while, not for each who looks.
    return ctx.cached('spaces.active_members', params.id, async () => {
      const [row] = await ctx.sql<{ count: number }>(
        `select count(*)::int as count from spaces.space_member m join kernel.member_card k on k.community_id = $1 and k.id = m.member_id
         where m.community_id = $1 and m.space_id = $2 and m.status = 'active' and k.status = 'active' and k.last_seen_at > now() - interval '30 days'`,
        [params.id],
      )
      return row!
    })
  },
  async bookmarks(ctx, { params, query }) {
    const { row } = await space(ctx, params.id, 'enter')
    const links = (row.options.links ?? []).map((link, index) => ({
      id: index + 1,
      display_type: 'link',
      ...link,
      custom_emoji_url: null,
      custom_emoji_dark_url: null,
    }))
    return slice(links.length ? [{ id: row.id, name: row.name, display_type: 'list', links }] : [], query)
  },
  async aiSummaries(ctx, { params, query }) {
    const { row } = await space(ctx, params.id, 'enter')
    const [summarizer] = ctx.fill(contract.points.summarizer)
    if (!summarizer) throw new AtriumError(404, 'plugin_off', 'Summaries are turned off in this community.')
    const unsummarized = new Set(ctx.fill(contract.points.type).flatMap(({ value }) => (value.summarized === false ? value.key : [])))
    if (row.types.every((type) => unsummarized.has(type)))
      throw new AtriumError(422, 'space_type_without_summary', 'Summaries aren’t available for this type of space.')
    return summarizer.value.summarize(ctx, params.id, query.date_from ? new Date(query.date_from) : null)
  },
  async resetUnreadCount(ctx, { params }) {
    await space(ctx, params.id, 'enter')
    await ctx.read(markReadWrite, [params.id, ctx.me().id])
  },
  async notificationDetails(ctx, { params }) {
    const { row } = await space(ctx, params.id, 'enter')
    const own = await membership(ctx, 'space', params.id, { memberId: ctx.me().id })
    return { ...toSpaceMember(ctx, own), unread_content_count: unreadOf(row) }
  },
  async updateNotificationDetails(ctx, { params, body }) {
    const seen = await space(ctx, params.id, 'enter')
    const row = await membership(ctx, 'space', params.id, { memberId: ctx.me().id })
    const { display_space_welcome_banner: shown, ...levels } = body
    const record = await hold(ctx, SpaceMemberTable, row.id)
    assign(SpaceMemberTable, record, { ...levels, banner_hidden: shown === undefined ? undefined : !shown })
    await ctx.em.flush()
    return { ...toSpaceMember(ctx, await membership(ctx, 'space', params.id, { id: row.id })), unread_content_count: unreadOf(seen.row) }
  },
  async destroyBannerCover(ctx, { params }) {
    await space(ctx, params.id, 'manage')
    await updateSpace(ctx, params.id, { welcome_banner_cover: null })
  },
  async resetBannerPreference(ctx, { params }) {
    await space(ctx, params.id, 'manage')
    await ctx.em.nativeUpdate(SpaceMemberTable, { spaceId: params.id, bannerHidden: true }, { bannerHidden: false })
  },
} satisfies Partial<Handlers<typeof contract>>
