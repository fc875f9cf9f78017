/** Events as visitors read them before any script runs: the page of one, with structured data for search engines, and the list of those to come. */
import {
  type Ctx,
  cutAtWord,
  html,
  isoOf,
  type Markup,
  type MemberInfo,
  type PageHead,
  type PageRenderer,
  parts,
  signInPath,
  trusted,
} from '@atrium/sdk/server'
import { formatDateIn, zoneName } from '@atrium/sdk'
import content, { type Visit } from '../../content/contract.ts'
import spaces, { type SpaceCard } from '../../spaces/contract.ts'
import events, { type EventReply } from '../contract.ts'
import { CLOCK, DAY, SHORT_DAY } from '../contract/formats.ts'
import type { DateRow } from './reads.ts'
import { findAt } from './service/find.ts'
import { listNext } from './service/lists.ts'
import { pathOf, placeOf } from './service/present.ts'
import { ruleText } from './service/words.ts'

/** For previews of links, which know no reader: on the event's own clocks, which are named. */
const momentOf = (ctx: Ctx, { starts_at, time_zone }: Pick<DateRow, 'starts_at' | 'time_zone'>): string =>
  `${formatDateIn(ctx.locale, starts_at, 'longDateTime', time_zone)} (${zoneName(time_zone, ctx.locale, starts_at)})`
/** From when until when: on the event's own clocks, until the page's script knows the reader's. */
function spanOf(ctx: Ctx, starts: Date, ends: Date, zone: string, own = ''): Markup {
  const time = (at: Date) => parts.clock(ctx, at, { zone, format: CLOCK })
  const day = parts.clock(ctx, ends, { zone, format: DAY, unless: starts, after: ', ' })
  return html`<time datetime="${isoOf(starts)}">${parts.clock(ctx, starts, { zone, format: DAY })}, ${time(starts)} ${ctx.t('time.to')} ${day}${time(ends)}${parts.zoneNote(ctx, starts, zone, own)}</time>`
}

/** schema.org Event; what is kept from visitors is not in it. */
function structured(ctx: Ctx, row: DateRow, path: string, picture: string | undefined): Markup {
  const place = placeOf(ctx, row, false)
  const url = `${ctx.community.url}${path}`
  const isOnline = place.location_type !== 'in_person' && place.location_type !== 'tbd'
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: row.changes.name ?? row.name,
    description: cutAtWord(row.excerpt, 300) || undefined,
    startDate: isoOf(row.starts_at),
    endDate: isoOf(row.ends_at),
    eventStatus: `https://schema.org/Event${row.cancelled_at ? 'Cancelled' : 'Scheduled'}`,
    eventAttendanceMode: `https://schema.org/${isOnline ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: isOnline
      ? { '@type': 'VirtualLocation', url }
      : { '@type': 'Place', name: place.in_person_location ?? '', address: place.in_person_location ?? '' },
    image: picture,
    organizer: { '@type': 'Organization', name: ctx.community.name, url: ctx.community.url },
    url,
  }
  return trusted(`<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`)
}

/** Who runs it, and who comes. */
const peopleOf = (ctx: Ctx, title: string, people: readonly MemberInfo[]): Markup =>
  html`<section class="mt-4"><h2 class="mb-2 text-13 font-semibold">${ctx.t(title)}</h2><ul class="flex flex-wrap gap-x-4 gap-y-2">${people.map(
    (person) =>
      html`<li class="flex items-center gap-2 text-13 font-semibold">${parts.face(person, 36)}${title === 'event.hosts' && html`<span>${person.name}</span>`}</li>`,
  )}</ul></section>`
interface Room {
  limit: number | null
  going: number
  waits: boolean
}
const isFull = ({ limit, going }: Room): boolean => limit !== null && going >= limit
function roomText(ctx: Ctx, { limit, going }: Room): string {
  const who = going > 0 && ctx.t('card.going', { count: going })
  const left = limit !== null && ctx.t('card.places', { count: Math.max(limit - going, 0) })
  return [who, left].filter(Boolean).join(', ')
}
/** What a visitor may press: it is asked in place once the interface is there. Nothing to press where it is full and nobody waits. */
function answering(ctx: Ctx, { path, date, room, size }: { path: string; date: number; room: Room; size: 'sm' | 'lg' }): Markup {
  if (isFull(room) && !room.waits) return html`<span class="text-13 text-text-3">${ctx.t('rsvp.full')}</span>`
  return parts.button(signInPath(path), ctx.t(isFull(room) ? 'rsvp.wait' : 'rsvp.go'), { size, press: `rsvp:event:${date}` })
}
const roomOf = (row: DateRow): Room => ({ limit: row.date_limit, going: row.going_count, waits: row.waiting_list_enabled })
function answerOf(ctx: Ctx, row: DateRow, path: string): Markup | null {
  const isOpen = row.status === 'published' && !row.rsvp_disabled && row.cancelled_at === null && row.ends_at > ctx.now()
  if (ctx.member || !isOpen) return null
  if (row.ticket_type === 'paid') return parts.link(signInPath(path), ctx.t('event.sign_in_ticket'))
  return answering(ctx, { path, date: row.occurrence_id, room: roomOf(row), size: 'lg' })
}

async function draw(ctx: Ctx, row: DateRow, space: SpaceCard): Promise<PageHead> {
  const name = row.changes.name ?? row.name
  const path = pathOf(space.slug, row.slug)
  const talks = !ctx.member && row.status === 'published'
  const talk = { kind: 'event', id: row.id, path, count: row.comments_count }
  const [files, people, said] = await Promise.all([
    ctx.files.byIds(row.cover_file_id === null ? [] : [row.cover_file_id]),
    ctx.members.byIds([row.author_member_id ?? [], row.cohost_ids, row.hide_attendees ? [] : (row.faces ?? [])].flat()),
    talks && ctx.use(content).visitorTalk({ ...talk, open: row.is_comments_enabled && !row.is_comments_closed, sort: space.commentSort }),
  ])
  const cover = row.cover_file_id === null ? undefined : files.get(row.cover_file_id)
  const image = cover && `${ctx.community.url}${ctx.files.url(cover, 'medium')}`
  const place = placeOf(ctx, row, false)
  const { meta_title, meta_description, opengraph_title, opengraph_description } = row.meta ?? {}
  const known = (ids: readonly number[]) => ids.flatMap((id) => people.get(id) ?? [])
  const hosts = row.hide_meta_info ? [] : known([row.author_member_id ?? [], row.cohost_ids].flat())
  const faces = row.hide_attendees ? [] : known(row.faces ?? [])
  const counted = !row.rsvp_disabled && (row.date_limit !== null || (!row.hide_attendees && row.going_count > 0))
  const answer = answerOf(ctx, row, path)
  return {
    title: opengraph_title || meta_title || `${name} · ${ctx.community.name}`,
    description: opengraph_description || meta_description || cutAtWord([momentOf(ctx, row), row.excerpt].filter(Boolean).join(' · '), 200),
    image,
    body: html`<article>${structured(ctx, row, path, image)}
<div class="mb-3 flex min-h-8 items-center max-desk:min-h-11">${parts.link(`/c/${space.slug}`, space.name)}</div>
<div class="mb-5 overflow-hidden rounded-card">${cover ? parts.picture(ctx.files.url(cover, 'medium'), { ratio: 2.8, first: true }) : parts.cover(null, { id: row.space_id, mark: space.emoji, ratio: 5 })}</div>
${parts.heading(name)}
<p class="mt-1 text-text-2">${spanOf(ctx, row.starts_at, row.ends_at, row.time_zone, `, ${ctx.t('time.yours')}`)}</p>
${row.rule && html`<p class="text-13 text-text-3">${ruleText(ctx, row.rule, row.start_local)}</p>`}
<p class="text-13 text-text-2">${place.in_person_location ?? ctx.t(`place.${place.location_type}`)}</p>
${row.cancelled_at && html`<p class="font-semibold text-danger">${ctx.t('event.cancelled')}</p>`}
${counted && html`<p class="text-13 text-text-2">${roomText(ctx, roomOf(row))}</p>`}
${answer && html`<p class="mt-4">${answer}</p>`}
${hosts.length > 0 && peopleOf(ctx, 'event.hosts', hosts)}
${faces.length > 0 && peopleOf(ctx, 'event.going', faces)}
<div class="mt-6">${parts.prose(ctx, row.body)}</div>
${said && html`<div class="mt-6 border-y border-border py-1">${ctx.use(content).visitorActs({ ...talk, likes: row.is_liking_enabled ? row.likes_count : undefined, comments: row.comments_count })}</div>${said}`}
</article>`,
  }
}

export async function eventPage(ctx: Ctx, visit: Visit): Promise<PageHead | null> {
  const row = await findAt(ctx, visit)
  const space = row && (await ctx.use(spaces).bySlug(visit.space))
  return space ? draw(ctx, row!, space) : null
}

const LISTED = 20
const ICONS = { virtual: 'link', in_person: 'map-pin', tbd: 'circle-help', live_stream: 'radio', live_room: 'video' } as const

/** The leaf of a calendar. */
function leaf(ctx: Ctx, { starts_at, event_setting_attributes: { time_zone: zone } }: EventReply): Markup {
  const say = (format: Intl.DateTimeFormatOptions, bare = false) => parts.clock(ctx, new Date(starts_at), { zone, format, bare })
  return html`<time aria-hidden="true" datetime="${starts_at}" class="inline-grid w-14 shrink-0 self-start overflow-hidden rounded-control border border-border bg-surface text-center"><b class="bg-brand-soft text-12 leading-5 font-semibold text-on-brand-soft">${say({ month: 'short' }, true)}</b><span class="text-24 leading-9 font-semibold tabular-nums">${say({ day: 'numeric' })}</span></time>`
}
function nextDates(ctx: Ctx, event: EventReply): Markup | null {
  const { next_dates: dates = [], url } = event
  if (dates.length === 0) return null
  const shown = dates.map(
    ({ occurrence_id: id, starts_at: moment }) =>
      html`<a href="${url}?date=${id}" class="rounded-tag bg-surface-2 px-1.5 py-0.5 text-12 font-medium text-text-2 hover:bg-hover hover:underline"><time datetime="${moment}">${parts.clock(ctx, new Date(moment), { zone: event.event_setting_attributes.time_zone, format: SHORT_DAY })}</time></a>`,
  )
  return html`<p class="mt-1 flex flex-wrap items-center gap-1.5 text-13 text-text-3">${ctx.t('card.next_dates')}${shown}</p>`
}
const roomOfCard = ({ event_setting_attributes: { rsvp_limit: limit, rsvp_count: going, waiting_list_enabled: waits } }: EventReply): Room => ({
  limit,
  going,
  waits,
})
function answerTo(ctx: Ctx, event: EventReply): Markup | null {
  const { rsvp_disabled, ticket_type } = event.event_setting_attributes
  if (ctx.member || rsvp_disabled || event.is_cancelled) return null
  if (ticket_type === 'paid') return parts.button(event.url, ctx.t('rsvp.tickets'), { size: 'sm', variant: 'default', icon: 'ticket' })
  return answering(ctx, { path: event.url, date: event.occurrence_id, room: roomOfCard(event), size: 'sm' })
}
/** As the interface has it, so that nothing moves when it comes. */
function card(ctx: Ctx, event: EventReply, inSpace: boolean): Markup {
  const { event_setting_attributes: set, event_attendees: who, space } = event
  const line = 'inline-flex min-w-0 items-center gap-1.5'
  const when = spanOf(ctx, new Date(event.starts_at), new Date(event.ends_at), set.time_zone)
  const host = !event.hide_meta_info && (set.host || event.author?.name)
  return html`<article class="overflow-hidden rounded-card border bg-surface ${event.is_cancelled && 'opacity-75'}"><div class="flex gap-4 p-4">${leaf(ctx, event)}<div class="min-w-0 flex-1">
<h2 class="text-17 leading-6"><a class="font-semibold wrap-anywhere hover:underline" href="${event.url}">${event.name}</a></h2>
<p class="text-13 text-text-2">${when}</p>
${event.recurring_setting_attributes && html`<p class="flex items-center gap-1.5 text-13 text-text-3">${parts.icon('refresh-cw', 'size-[15px]')}${event.recurring_setting_attributes.text}</p>`}
${nextDates(ctx, event)}
<p class="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-text-2"><span class="${line}">${parts.icon(ICONS[set.location_type], 'size-[15px]')}<span class="truncate">${set.is_location_hidden ? ctx.t('place.hidden') : set.in_person_location || ctx.t(`place.${set.location_type}`)}</span></span>${!inSpace && html`<a class="${line} hover:underline" href="/c/${space.slug}">${parts.mark(space.emoji, 'w-4')}${space.name}</a>`}${host && html`<span>${ctx.t('card.host', { name: host })}</span>`}</p>
</div><div class="hidden w-32 shrink-0 self-start overflow-hidden rounded-control sm:block">${parts.cover(event.cover_image_url, { id: event.space_id, mark: space.emoji, ratio: 1.6 })}</div></div>
<footer class="flex min-h-12 items-center gap-3 border-t border-border px-4 py-2">${who.records.length > 0 && parts.faces(who.records.map(({ id, name, avatar_url }) => ({ id, name, avatarUrl: avatar_url })))}<span class="min-w-0 flex-1 truncate text-13 text-text-3">${(who.count > 0 || set.rsvp_limit !== null) && roomText(ctx, roomOfCard(event))}</span>${answerTo(ctx, event)}</footer></article>`
}
async function list(ctx: Ctx, spaceIds: number[] | null): Promise<Markup> {
  const { records } = await listNext(ctx, spaceIds, { page: 1, per_page: LISTED })
  if (records.length === 0) return html`<p class="text-text-2">${ctx.t('list.none_title')}</p>`
  return html`<div class="grid grid-cols-1 gap-3">${records.map((event) => card(ctx, event, spaceIds !== null))}</div>`
}
export const spaceBeginning = (ctx: Ctx, spaceId: number): Promise<Markup> => list(ctx, [spaceId])

/** All that is to come, for visitors unless the community keeps it to its members. */
export const eventsPage: PageRenderer = async (ctx) => {
  const isShown = ctx.member !== null || ctx.communitySettings(events).public_events_page
  const title = `${ctx.t('tab.events')} · ${ctx.community.name}`
  const name = html`<h1 class="mb-5 text-24">${ctx.t('tab.events')}</h1>`
  if (isShown) return { title, body: html`${name}${await list(ctx, null)}` }
  const wish = parts.button(signInPath('/events'), ctx.t('upcoming.ask'), { size: 'sm', press: 'events' })
  return { title, noindex: true, body: html`${name}${parts.note(ctx.t('upcoming.closed_text'), wish)}` }
}
