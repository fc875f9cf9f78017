/** Dates of events as replies: author, space, place, what the reader has answered, and what they may do. */
import { addressFiles, authorOf, type Ctx, isoOf, pick, seesPeople } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import type { CalendarEntry, EventDate } from '../../contract.ts'
import { eventSwitches, recordSwitches } from '../../contract/fields.ts'
import { eventPolicy, isHost, managesIn } from '../policies.ts'
import { before, type DateRow, type Entry } from '../reads.ts'
import { ticketHolders } from './rsvp.ts'
import { ruleText } from './words.ts'

const EVENT_SWITCHES = Object.keys(eventSwitches) as (keyof typeof eventSwitches)[]
const RECORD_SWITCHES = Object.keys(recordSwitches) as (keyof typeof recordSwitches)[]

export const pathOf = (spaceSlug: string | number, slug: string): string => `/c/${spaceSlug}/${slug}`

/** Who comes, or runs it, sees a place that is kept from others; a link is for members alone. */
export function placeOf(
  ctx: Ctx,
  row: Pick<DateRow, 'changes' | 'location_type' | 'in_person_location' | 'virtual_location_url' | 'hide_location_from_non_attendees' | 'rsvp_status'>,
  runs: boolean,
) {
  const own = {
    ...pick(row, ['location_type', 'in_person_location', 'virtual_location_url']),
    ...pick(row.changes, ['location_type', 'in_person_location', 'virtual_location_url']),
  }
  const isHidden = row.hide_location_from_non_attendees && row.rsvp_status !== 'yes' && !runs
  return {
    location_type: own.location_type!,
    in_person_location: own.location_type === 'in_person' && !isHidden ? (own.in_person_location ?? null) : null,
    virtual_location_url: own.location_type === 'virtual' && !isHidden && ctx.member !== null ? own.virtual_location_url || null : null,
    is_location_hidden: isHidden && Boolean(own.in_person_location || own.virtual_location_url),
  }
}

/** Who is shown of those who come. */
const facesOf = (ctx: Ctx, row: DateRow): number[] => (row.hide_attendees || !seesPeople(ctx) ? [] : (row.faces ?? []))

/** Six reads at most, however many rows; `whole` brings the text and what is only one's own. */
export async function presentEvents(ctx: Ctx, rows: DateRow[]) {
  if (rows.length === 0) return []
  const [cards, access, people, interactions, files] = await Promise.all([
    ctx.use(spaces).cards([...new Set(rows.map((row) => row.space_id))]),
    ctx.use(spaces).access(),
    ctx.members.byIds([...new Set(rows.flatMap((row) => [row.author_member_id ?? [], row.cohost_ids, facesOf(ctx, row)].flat()))]),
    ctx.use(content).interactions('event', [...new Set(rows.map((row) => row.id))]),
    ctx.files.byIds(rows.flatMap((row) => row.cover_file_id ?? [])),
  ])
  const me = ctx.member
  const writes = me !== null && !ctx.viewOnly
  const now = ctx.now()
  return Promise.all(
    rows.map(async (row) => {
      const card = cards.get(row.space_id)
      const hosts = isHost(ctx, row)
      const manages = managesIn(access, row.space_id)
      const runs = hosts || manages
      const done = interactions.get(row.id)
      const cover = row.cover_file_id === null ? undefined : files.get(row.cover_file_id)
      const coverUrl = cover ? ctx.files.url(cover, 'medium') : null
      const name = row.changes.name ?? row.name
      const isOver = row.ends_at <= now
      const face = (id: number) => {
        const person = people.get(id)
        return person ? [{ id, public_uid: person.publicUid, name: person.name, avatar_url: person.avatarUrl }] : []
      }
      return {
        id: row.id,
        community_id: ctx.community.id,
        type: 'Posts::Event' as const,
        post_type: 'event' as const,
        status: row.status,
        event_type: row.rule ? ('recurring' as const) : ('single' as const),
        name,
        display_title: name,
        slug: row.slug,
        url: pathOf(card?.slug ?? row.space_id, row.slug),
        space_id: row.space_id,
        space_slug: card?.slug ?? '',
        space_type: 'event' as const,
        space: {
          id: row.space_id,
          slug: card?.slug ?? '',
          name: card?.name ?? '',
          emoji: card?.emoji ?? null,
          default_comment_sort: card?.commentSort ?? 'oldest',
        },
        user_id: row.author_member_id,
        community_member_id: row.author_member_id,
        author: authorOf(people.get(row.author_member_id ?? 0)),
        cohosts: row.cohost_ids.flatMap((id) => authorOf(people.get(id)) ?? []),
        editor: 'tiptap' as const,
        excerpt: row.excerpt,
        cover_image: cover?.signedId ?? null,
        cover_image_url: coverUrl,
        cardview_image: coverUrl,
        topics: row.topic_ids,
        ...pick(row, RECORD_SWITCHES),
        is_pinned_at_top_of_space: row.pinned_at !== null,
        occurrence_id: row.occurrence_id,
        starts_at: isoOf(row.starts_at)!,
        ends_at: isoOf(row.ends_at)!,
        is_cancelled: row.cancelled_at !== null,
        cancel_note: row.cancel_note,
        is_changed: row.is_moved || Object.keys(row.changes).length > 0,
        event_setting_attributes: {
          starts_at: isoOf(row.starts_at)!,
          ends_at: isoOf(row.ends_at)!,
          duration_in_seconds: (row.ends_at.getTime() - row.starts_at.getTime()) / 1_000,
          time_zone: row.time_zone,
          ...placeOf(ctx, row, runs),
          host: row.changes.host === undefined ? row.host : row.changes.host,
          ...pick(row, EVENT_SWITCHES),
          confirmation_message_title: row.thanks.title ?? null,
          confirmation_message_description: row.thanks.description ?? null,
          confirmation_message_button_title: row.thanks.button_title ?? null,
          confirmation_message_button_link: row.thanks.button_link ?? null,
          live_stream_recording_url: me ? row.recording_url : null,
          rsvp_limit_enabled: row.date_limit !== null,
          rsvp_limit: row.date_limit,
          rsvp_count: row.going_count,
          maybe_count: row.maybe_count,
          waiting_count: row.waiting_count,
          guests_limit: row.guests_limit,
          questions: row.questions,
          reminders: row.reminders,
          ticket_type: row.ticket_type,
          live_stream_room_setting_attributes: row.live_room,
        },
        recurring_setting_attributes: row.rule && {
          frequency: row.rule.frequency,
          ends_at: row.rule.until,
          occurrences: row.rule.count,
          range_type: row.rule.until ? ('ends_at' as const) : ('occurrences' as const),
          on_last_week: row.rule.last,
          on_last_day: row.rule.lastDay ?? false,
          exceptions: row.rule.except,
          text: ruleText(ctx, row.rule, row.start_local),
        },
        rsvped_event: row.rsvp_status === 'yes',
        rsvp_status: row.rsvp_status,
        rsvp_guests: row.rsvp_guests ?? 0,
        invited_attendee: row.invited_by !== null,
        event_attendees: { records: facesOf(ctx, row).flatMap(face), count: row.hide_attendees && !runs ? 0 : row.going_count },
        likes_count: row.likes_count,
        user_likes_count: row.likes_count,
        is_liked: done?.liked ?? false,
        comments_count: row.comments_count,
        comment_count: row.comments_count,
        bookmark_id: done?.bookmarkId ?? null,
        is_following: done?.following ?? false,
        post_follower_id: done?.followId ?? null,
        first_liked_by: done?.sampleLikers ?? [],
        reactions: done?.reactions.map(({ emoji, count, mine }) => ({ emoji, count, mine })) ?? [],
        flagged_for_approval_at: isoOf(row.flagged_for_approval_at),
        created_at: isoOf(row.created_at)!,
        updated_at: isoOf(row.updated_at)!,
        published_at: isoOf(row.published_at),
        version: row.version,
        policies: {
          can_manage_post: writes && manages,
          can_update_post: writes && runs,
          can_destroy_post: writes && (manages || me.id === row.author_member_id),
          can_duplicate_post: writes && runs,
          can_report_post: writes && !hosts,
          can_view_attendees: me !== null && (runs || !row.hide_attendees),
          can_rsvp: writes && row.status === 'published' && !row.rsvp_disabled && !isOver && row.cancelled_at === null,
        },
        ...(row.body === undefined
          ? {}
          : {
              tiptap_body: { body: addressFiles(row.body, ctx.files) },
              body_plain_text: row.text!,
              body_plain_text_without_attachments: row.text!,
              meta_tag_attributes: row.meta!,
              rsvp_answers: row.rsvp_answers ?? {},
              needs_ticket: row.ticket_type === 'paid' && row.rsvp_status !== 'yes' && !(me && (await ticketHolders(ctx, row.id, [me.id])).has(me.id)),
              check_in_code: row.rsvp_status === 'yes' ? row.rsvp_code : null,
              waiting_position: row.rsvp_status === 'waiting' ? (await ctx.read(before, [row.occurrence_id, row.waiting_since, me!.id]))[0]!.count + 1 : null,
            }),
      }
    }),
  )
}

export async function presentDate(ctx: Ctx, row: DateRow): Promise<EventDate> {
  const [space, files] = await Promise.all([ctx.use(spaces).card(row.space_id), ctx.files.byIds(row.cover_file_id === null ? [] : [row.cover_file_id])])
  const cover = files.get(row.cover_file_id ?? 0)
  const { location_type, in_person_location, is_location_hidden } = placeOf(ctx, row, false)
  // a checkout is open to strangers, who know its event only where they may see it
  const knows = row.rsvp_status === 'yes' || (await eventPolicy.view(ctx, row))
  const isHidden = is_location_hidden || (!knows && in_person_location !== null)
  const shown = knows && !row.hide_attendees
  const people = await ctx.members.byIds(shown ? facesOf(ctx, row) : [])
  return {
    name: row.changes.name ?? row.name,
    url: `${pathOf(space?.slug ?? row.space_id, row.slug)}?date=${row.occurrence_id}`,
    starts_at: isoOf(row.starts_at)!,
    ends_at: isoOf(row.ends_at)!,
    time_zone: row.time_zone,
    location_type,
    place: (knows && in_person_location) || ctx.t(isHidden ? 'place.hidden' : `place.${location_type}`),
    cover_url: cover ? ctx.files.url(cover, 'medium') : null,
    going_count: shown ? row.going_count : null,
    faces: [...people.values()].map(({ id, publicUid, name, avatarUrl }) => ({ id, public_uid: publicUid, name, avatar_url: avatarUrl })),
    ics_url: icsPath(row),
    check_in_code: row.rsvp_status === 'yes' && location_type === 'in_person' ? row.rsvp_code : null,
  }
}
/** The date as an .ics file. */
export const icsPath = ({ space_id, slug, occurrence_id }: Pick<DateRow, 'space_id' | 'slug' | 'occurrence_id'>): string =>
  `/internal_api/spaces/${space_id}/events/${slug}/download_calendar?occurrence_id=${occurrence_id}`

export async function presentEntries(ctx: Ctx, entries: Entry[]): Promise<CalendarEntry[]> {
  const cards = await ctx.use(spaces).cards([...new Set(entries.map(([, , , , spaceId]) => spaceId))])
  return entries.map(([id, occurrenceId, name, slug, spaceId, startsAt, endsAt, locationType, changes, going, limit, answer, isCancelled]) => ({
    id,
    occurrence_id: occurrenceId,
    name: changes?.name ?? name,
    url: pathOf(cards.get(spaceId)?.slug ?? spaceId, slug),
    space_id: spaceId,
    space_name: cards.get(spaceId)?.name ?? '',
    starts_at: isoOf(new Date(startsAt)),
    ends_at: isoOf(new Date(endsAt)),
    location_type: changes?.location_type ?? locationType,
    rsvp_count: going,
    rsvp_limit: limit,
    rsvp_status: answer,
    is_cancelled: isCancelled,
  }))
}
