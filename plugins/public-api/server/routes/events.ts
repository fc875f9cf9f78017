/** Events and who comes to them. */
import { AtriumError, invalid, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import eventsPlugin, { type EventReply } from '../../../events/contract.ts'
import { type Event, type EventInput, events as routes } from '../../contract/events.ts'
import { serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'
import { memberAt, peopleOf } from '../service/people.ts'
import { withDomain } from '../service/posts.ts'
import { fromRichText, htmlOf } from '../service/richText.ts'

const { routes: to } = eventsPlugin
const META = { meta_title: null, meta_description: null, opengraph_title: null, opengraph_description: null, opengraph_image: null }

async function toEvents(ctx: Ctx, records: EventReply[]): Promise<z.input<typeof Event>[]> {
  const people = await peopleOf(
    ctx,
    records.map(({ community_member_id }) => community_member_id),
  )
  return records.map((event) => {
    const { event_setting_attributes: its, author, space } = event
    const person = people.get(event.community_member_id ?? 0)
    return {
      ...its,
      ...{ id: event.id, name: event.name, slug: event.slug, created_at: event.created_at, updated_at: event.updated_at },
      ...{ starts_at: event.starts_at, ends_at: event.ends_at, hide_meta_info: event.hide_meta_info, url: withDomain(ctx, event.url) },
      virtual_location_url: its.virtual_location_url ?? '',
      ...{ user_id: person?.user_id ?? null, community_member_id: event.community_member_id },
      space: { id: space.id, slug: space.slug, name: space.name, community_id: event.community_id },
      body: event.tiptap_body ? htmlOf(event.tiptap_body.body, ctx.community.url) : event.excerpt,
      ...{ member_email: person?.email ?? '', member_name: author?.name ?? '', member_avatar_url: author?.avatar_url ?? null },
      zapier_display_title: event.display_title,
      ...{ likes_count: event.likes_count, comments_count: event.comments_count, cover_image_url: event.cover_image_url, topics: event.topics },
      meta_tag_attributes: { ...META, ...event.meta_tag_attributes },
    }
  })
}
const one = async (ctx: Ctx, event: EventReply) => (await toEvents(ctx, [event]))[0]!
/** Where the event stands: its space and its own part of the address. */
async function placeOf(ctx: Ctx, id: number): Promise<{ spaceId: string; slug: string }> {
  const { url } = await ctx.call(to.address, { params: { id } })
  const [, spaceId, slug] = /^\/c\/([^/]+)\/([^/?#]+)/.exec(url) ?? []
  if (!spaceId || !slug) throw notFound('Event')
  return { spaceId: decodeURIComponent(spaceId), slug: decodeURIComponent(slug) }
}
const find = async (ctx: Ctx, id: number): Promise<EventReply> => ctx.call(to.show, { params: await placeOf(ctx, id) })

function inputOf({ tiptap_body, recurring_setting_attributes, space_id: _, event_setting_attributes, ...event }: EventInput) {
  const { edit_mode, ...recurring } = recurring_setting_attributes ?? {}
  return {
    ...event,
    ...(tiptap_body ? { tiptap_body: fromRichText(tiptap_body) } : {}),
    // without a zone the clocks of a series are those of the moment that is given
    ...(event_setting_attributes ? { event_setting_attributes } : {}),
    ...(recurring_setting_attributes ? { recurring_setting_attributes: recurring as never } : {}),
    edit_mode,
  }
}
const day = (text: string | undefined, time: string) => (text?.length === 10 ? `${text}T${time}Z` : text)

export const events = serve(routes, {
  events(ctx, { query: { page, per_page, space_id, past_events, sort, ...dates } }) {
    const query = {
      past_events: past_events === 'true' || sort === 'start_date_desc' || undefined,
      start_date: day(dates['filter_date[start_date]'], '00:00:00'),
      end_date: day(dates['filter_date[end_date]'], '23:59:59'),
    }
    const present = (records: EventReply[]) => toEvents(ctx, records)
    if (space_id) return pageOf(ctx, to.list, { params: { spaceId: space_id }, query }, { page, per_page }, present)
    return pageOf(ctx, to.all, { query }, { page, per_page }, present)
  },
  async createEvent(ctx, { body: { event, space_id = event.space_id } }) {
    if (!space_id) throw invalid({ 'body.event.space_id': ['Name a space.'] })
    const { edit_mode: _, ...input } = inputOf(event)
    return one(ctx, await ctx.call(to.create, { params: { spaceId: space_id }, body: { event: { ...input, name: event.name } } }))
  },
  event: async (ctx, { params }) => one(ctx, await find(ctx, params.id)),
  async updateEvent(ctx, { params, body }) {
    const { attendee_invite_attributes: invite, slug: _, ...event } = inputOf(body.event)
    const cohosts = invite?.invited_cohost_ids ? { cohost_ids: invite.invited_cohost_ids } : {}
    const place = await placeOf(ctx, params.id)
    const changed = await ctx.call(to.update, { params: place, body: { event: { ...event, ...cohosts } } })
    if (invite?.invited_entities_ids) await ctx.call(to.bulkRsvp, { params: place, body: { invited_entities_ids: invite.invited_entities_ids } })
    return one(ctx, changed)
  },
  async deleteEvent(ctx, { params }) {
    await ctx.call(to.destroy, { params: await placeOf(ctx, params.id) })
    return { message: 'Event deleted.' }
  },
  async duplicateEvent(ctx, { params, body }) {
    if (body.event?.space_id && body.event.space_id !== params.space_id)
      throw new AtriumError(422, 'duplication_failed', 'An event is copied within its own space.')
    const event = await find(ctx, params.id)
    if (event.space_id !== params.space_id) throw notFound('Event')
    return one(ctx, await ctx.call(to.duplicate, { params: { spaceId: event.space_id, slug: event.slug } }))
  },

  async eventAttendees(ctx, { query: { event_id, ...asked } }) {
    const { space_id, slug, name } = await find(ctx, event_id)
    return pageOf(ctx, to.attendees, { params: { spaceId: space_id, slug }, query: { status: 'yes' } }, asked, async (records) => {
      const people = await peopleOf(
        ctx,
        records.map(({ community_member_id }) => community_member_id),
      )
      return records.map((one) => ({
        ...one,
        event_name: name,
        member_email: people.get(one.community_member_id)?.email ?? '',
        member_avatar_url: one.avatar_url,
      }))
    })
  },
  async addEventAttendee(ctx, { body: { member_email, event_id } }) {
    const place = await placeOf(ctx, event_id)
    const { id } = await memberAt(ctx, member_email)
    await ctx.call(to.bulkRsvp, { params: place, body: { community_member_ids: [id] } })
    return { message: 'Event attendee added.' }
  },
  async removeEventAttendee(ctx, { query, body }) {
    const { member_email, event_id } = { ...query, ...body }
    if (!member_email || !event_id) throw invalid({ member_email: ['Name a member and an event.'] })
    const place = await placeOf(ctx, event_id)
    const { id: memberId } = await memberAt(ctx, member_email)
    const { records } = await ctx.call(to.attendees, { params: place, query: { community_member_id: memberId } })
    if (!records[0]) throw notFound('Attendee', 'event_attendee_not_found')
    await ctx.call(to.removeAttendee, { params: { ...place, id: records[0].id } })
    return { message: 'Event attendee removed.' }
  },
})
