/** Events as visitors read them before any script runs: the page of one, with structured data for search engines, and the list of those to come. */
import {
  type Ctx,
  cutAtWord,
  html,
  isOpenForSignUp,
  isoOf,
  type Markup,
  type MemberInfo,
  type PageHead,
  type PageRenderer,
  parts,
  signInPath,
  trusted,
  seesPeople,
} from '@atrium/sdk/server'
import { formatDateIn, RATIOS, signUpPath, zoneCity, zoneName } from '@atrium/sdk'
import content, { type Visit } from '../../content/contract.ts'
import spaces, { type SpaceCard } from '../../spaces/contract.ts'
import events, { type EventReply } from '../contract.ts'
import { CLOCK, DAY, SHORT_DAY, spanOf } from '../contract/formats.ts'
import { mapOf, PLACE_ICONS } from '../contract/places.ts'
import { isRoomFull, type Room, roomText } from '../contract/room.ts'
import { type DateRow, nextOfAll } from './reads.ts'
import { findAt } from './service/find.ts'
import { listNext } from './service/lists.ts'
import { icsPath, pathOf, placeOf } from './service/present.ts'
import { ruleText } from './service/words.ts'

/** For previews of links, which know no reader: on the event's own clocks, which are named. */
const momentOf = (ctx: Ctx, { starts_at, time_zone }: Pick<DateRow, 'starts_at' | 'time_zone'>): string =>
  `${formatDateIn(ctx.locale, starts_at, 'longDateTime', time_zone)} (${zoneName(time_zone, ctx.locale, starts_at)})`
/** From when until when: on the event's own clocks, until the page's script knows the reader's. */
function timesOf(ctx: Ctx, starts: Date, ends: Date, zone: string, own = ''): Markup {
  const time = (at: Date) => parts.clock(ctx, at, { zone, format: CLOCK })
  const day = parts.clock(ctx, ends, { zone, format: DAY, unless: starts, after: ', ' })
  return html`<time datetime="${isoOf(starts)}">${parts.clock(ctx, starts, { zone, format: DAY })}, ${time(starts)} ${ctx.t('time.to')} ${day}${time(ends)}${parts.zoneNote(ctx, starts, zone, own)}</time>`
}

/** The leaf of a calendar. */
function leaf(ctx: Ctx, at: Date, zone: string, small = false): Markup {
  const say = (format: Intl.DateTimeFormatOptions, bare = false) => parts.clock(ctx, at, { zone, format, bare })
  return html`<time aria-hidden="true" datetime="${isoOf(at)}" class="inline-grid ${small ? 'w-11' : 'w-14'} shrink-0 self-start overflow-hidden rounded-control border border-border bg-surface text-center"><span class="bg-brand-soft text-12 leading-5 font-semibold text-on-brand-soft">${say({ month: 'short' }, true)}</span><span class="${small ? 'text-17 leading-7' : 'text-24 leading-9'} font-semibold tabular-nums">${say({ day: 'numeric' })}</span></time>`
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
function peopleOf(ctx: Ctx, host: string | null, hosts: readonly MemberInfo[], faces: readonly MemberInfo[], going: number): Markup {
  const name = ({ publicUid, name }: MemberInfo) => html`<a href="/u/${publicUid}" class="block truncate text-13 font-semibold hover:underline">${name}</a>`
  const hosting = hosts.map(
    (person) =>
      html`<li class="flex items-center gap-3">${parts.face(person, 36)}<span class="min-w-0">${name(person)}${person.headline && html`<span class="block truncate text-12 text-text-3">${person.headline}</span>`}</span></li>`,
  )
  const more =
    going > faces.length &&
    html`<li class="self-center"><span class="inline-flex h-5 items-center rounded-mark bg-hover px-[7px] text-12 leading-none font-medium text-text-2">+${going - faces.length}</span></li>`
  return html`${
    (hosting.length > 0 || host) &&
    html`<section><h2 class="mb-2.5 text-13 font-semibold">${ctx.t('event.hosts')}</h2><ul class="grid gap-2.5">${host && html`<li class="text-13 font-medium">${host}</li>`}${hosting}</ul></section>`
  }${
    faces.length > 0 &&
    html`<section><h2 class="mb-2.5 text-13 font-semibold">${ctx.t('event.going')}</h2><ul class="flex flex-wrap gap-2">${faces.map(
      (person) => html`<li><a href="/u/${person.publicUid}" aria-label="${person.name}">${parts.face(person, 36)}</a></li>`,
    )}${more}</ul></section>`
  }`
}
/** Who has no account yet makes one, where the community is open; both lead back to the event. */
const wayIn = (ctx: Ctx, path: string): string =>
  isOpenForSignUp(ctx) ? signUpPath(ctx.platform.fields.custom_sign_up_link_url, `?${new URLSearchParams({ post_login_redirect: path })}`) : signInPath(path)
/** What a visitor may press: it is asked in place once the interface is there. Nothing to press where it is full and nobody waits. */
function answering(ctx: Ctx, { path, date, room, size }: { path: string; date: number; room: Room; size: 'sm' | 'md' }): Markup {
  if (isRoomFull(room) && !room.waits) return html`<span class="text-13 text-text-3">${ctx.t('rsvp.full')}</span>`
  return parts.button(wayIn(ctx, path), ctx.t(isRoomFull(room) ? 'rsvp.wait' : 'rsvp.go'), { size, block: size === 'md', press: `rsvp:event:${date}` })
}
const roomOf = (row: DateRow): Room => ({ limit: row.date_limit, going: row.going_count, waits: row.waiting_list_enabled })
async function answerOf(ctx: Ctx, row: DateRow, path: string): Promise<Markup | null> {
  const isOpen = row.status === 'published' && row.cancelled_at === null && row.ends_at > ctx.now()
  if (ctx.member || !isOpen) return null
  if (row.ticket_type === 'paid') {
    const offers = await Promise.all(
      ctx.fill(events.points.ticket).map(({ value }) => value.page(ctx, { eventId: row.id, occurrenceId: row.occurrence_id, path })),
    )
    return html`${offers}<p class="text-13 text-text-2">${ctx.t('rsvp.needs_ticket')}</p>`
  }
  return row.rsvp_disabled ? null : answering(ctx, { path, date: row.occurrence_id, room: roomOf(row), size: 'md' })
}
/** Where it takes place, with a map of what has an address. */
function placeLine(ctx: Ctx, row: DateRow): Markup {
  const { in_person_location: address, is_location_hidden, location_type } = placeOf(ctx, row, false)
  const text = address
    ? html`<a class="text-link hover:underline" target="_blank" rel="noreferrer" href="${mapOf(address)}">${address}</a>`
    : ctx.t(is_location_hidden ? 'place.hidden' : `place.${location_type}`)
  return html`<p class="flex items-start gap-2">${parts.icon(PLACE_ICONS[location_type], 'mt-0.5 size-[15px]')}<span class="min-w-0 wrap-anywhere">${text}</span></p>`
}
/** As the screen has it: how full it is, one's answer, where it takes place, and the way into one's calendar. */
async function takingOf(ctx: Ctx, row: DateRow, path: string): Promise<Markup> {
  const isAhead = row.cancelled_at === null && row.ends_at > ctx.now()
  const shown = row.hide_attendees ? 0 : row.going_count
  const counted = !row.rsvp_disabled && (row.date_limit !== null || shown > 0) && roomText((key, values) => ctx.t(key, values), roomOf(row))
  const waiting = row.waiting_count > 0 && html`<p class="mt-1 text-12 text-text-3">${ctx.t('card.waiting', { count: row.waiting_count })}</p>`
  return html`${
    counted &&
    html`<div><p class="text-13 text-text-2">${counted}</p>${row.date_limit !== null && html`<div class="mt-2">${parts.progress(row.going_count / row.date_limit, counted)}</div>`}${waiting}</div>`
  }${await answerOf(ctx, row, path)}<div class="grid gap-2 text-13 text-text-2">${placeLine(ctx, row)}${
    row.rule && html`<p class="flex items-center gap-2">${parts.icon('refresh-cw', 'size-[15px]')}${ruleText(ctx, row.rule, row.start_local)}</p>`
  }</div>${isAhead && parts.button(icsPath(row), ctx.t('event.add_to_calendar'), { variant: 'default', icon: 'calendar-plus', block: true })}`
}

async function draw(ctx: Ctx, row: DateRow, space: SpaceCard): Promise<PageHead> {
  const coming = row.hide_attendees || !seesPeople(ctx) ? [] : (row.faces ?? [])
  const name = row.changes.name ?? row.name
  const path = pathOf(space.slug, row.slug)
  const talks = !ctx.member && row.status === 'published'
  const talk = { kind: 'event', id: row.id, path, count: row.comments_count }
  const [files, people, taking, said] = await Promise.all([
    ctx.files.byIds(row.cover_file_id === null ? [] : [row.cover_file_id]),
    ctx.members.byIds([row.author_member_id ?? [], row.cohost_ids, coming].flat()),
    takingOf(ctx, row, path),
    talks && ctx.use(content).visitorTalk({ ...talk, open: row.is_comments_enabled && !row.is_comments_closed, sort: space.commentSort }),
  ])
  const cover = row.cover_file_id === null ? undefined : files.get(row.cover_file_id)
  const image = cover && `${ctx.community.url}${ctx.files.url(cover, 'medium')}`
  const { meta_title, meta_description, opengraph_title, opengraph_description } = row.meta ?? {}
  const known = (ids: readonly number[]) => ids.flatMap((id) => people.get(id) ?? [])
  const hosts = row.hide_meta_info ? [] : known([row.author_member_id ?? [], row.cohost_ids].flat())
  const faces = known(coming)
  const who = peopleOf(ctx, row.changes.host ?? row.host, hosts, faces, row.going_count)
  const { starts_at: starts, ends_at: ends, time_zone: zone } = row
  const there = spanOf(starts, ends, ctx.locale, ctx.t('time.to'), zone)
  return {
    title: opengraph_title || meta_title || `${name} · ${ctx.community.name}`,
    description: opengraph_description || meta_description || cutAtWord([momentOf(ctx, row), row.excerpt].filter(Boolean).join(' · '), 200),
    image,
    body: html`<article>${structured(ctx, row, path, image)}
<div class="mb-3 flex min-h-8 items-center max-desk:min-h-11">${parts.link(`/c/${space.slug}`, space.name, { icon: 'arrow-left' })}</div>
<div class="mb-5 overflow-hidden rounded-card">${cover ? parts.picture(ctx.files.url(cover, 'medium'), { ratio: RATIOS.standard, first: true }) : parts.cover(null, { id: row.space_id, mark: space.emoji, ratio: 5 })}</div>
<header class="flex items-start gap-4">${leaf(ctx, starts, zone)}<div class="min-w-0 flex-1"><h1 class="text-24 leading-[1.875rem] font-semibold tracking-[-0.021em] text-balance">${name}</h1>
<p class="text-text-2">${timesOf(ctx, starts, ends, zone, `, ${ctx.t('time.yours')}`)}</p>
${parts.elsewhere(starts, zone, ctx.t('time.there', { city: zoneCity(zone), zone: zoneName(zone, ctx.locale, starts), time: there }), 'text-13 text-text-3')}
${row.cancelled_at && html`<p class="mt-1 font-semibold text-danger">${ctx.t('event.cancelled')}${row.cancel_note && `: ${row.cancel_note}`}</p>`}</div></header>
<div class="mt-4 grid gap-4 rounded-card border border-border bg-surface p-4 wide:hidden">${taking}</div>
<div class="mt-4 grid gap-6 wide:hidden">${who}</div>
<div class="mt-6">${parts.prose(ctx, row.body)}</div>
${said && html`<div class="mt-6 border-y border-border py-1">${ctx.use(content).visitorActs({ ...talk, likes: row.is_liking_enabled ? row.likes_count : undefined, comments: row.comments_count })}</div>${said}`}
</article>`,
    aside: html`<section class="grid gap-4 rounded-card border border-border bg-surface p-4" aria-label="${ctx.t('event.taking')}">${taking}</section>${who}`,
  }
}

export async function eventPage(ctx: Ctx, visit: Visit): Promise<PageHead | null> {
  const row = await findAt(ctx, visit)
  const space = row && (await ctx.use(spaces).bySlug(visit.space))
  return space ? draw(ctx, row!, space) : null
}

const LISTED = 20

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
  const when = timesOf(ctx, new Date(event.starts_at), new Date(event.ends_at), set.time_zone, ctx.member ? '' : `, ${ctx.t('time.yours')}`)
  const host = !event.hide_meta_info && (set.host || event.author?.name)
  return html`<article class="overflow-hidden rounded-card border bg-surface ${event.is_cancelled && 'opacity-75'}"><div class="flex gap-4 p-4">${leaf(ctx, new Date(event.starts_at), set.time_zone)}<div class="min-w-0 flex-1">
<h2 class="text-17 leading-6"><a class="font-semibold wrap-anywhere hover:underline" href="${event.url}">${event.name}</a></h2>
<p class="text-13 text-text-2">${when}</p>
${event.recurring_setting_attributes && html`<p class="flex items-center gap-1.5 text-13 text-text-3">${parts.icon('refresh-cw', 'size-[15px]')}${event.recurring_setting_attributes.text}</p>`}
${nextDates(ctx, event)}
<p class="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-text-2"><span class="${line}">${parts.icon(PLACE_ICONS[set.location_type], 'size-[15px]')}<span class="truncate">${set.is_location_hidden ? ctx.t('place.hidden') : set.in_person_location || ctx.t(`place.${set.location_type}`)}</span></span>${!inSpace && html`<a class="${line} hover:underline" href="/c/${space.slug}">${parts.mark(space.emoji, 'w-4')}${space.name}</a>`}${host && html`<span>${ctx.t('card.host', { name: host })}</span>`}</p>
</div><div class="hidden w-32 shrink-0 self-start overflow-hidden rounded-control sm:block">${parts.cover(event.cover_image_url, { id: event.space_id, mark: space.emoji, ratio: 1.6 })}</div></div>
<footer class="flex min-h-12 items-center gap-3 border-t border-border px-4 py-2">${who.records.length > 0 && parts.faces(who.records.map(({ id, name, avatar_url }) => ({ id, name, avatarUrl: avatar_url })))}<span class="min-w-0 flex-1 truncate text-13 text-text-3">${(who.count > 0 || set.rsvp_limit !== null) && roomText((key, values) => ctx.t(key, values), roomOfCard(event))}</span>${answerTo(ctx, event)}</footer></article>`
}
async function list(ctx: Ctx, spaceIds: number[] | null): Promise<Markup> {
  const { records } = await listNext(ctx, spaceIds, { page: 1, per_page: LISTED })
  if (records.length === 0) return html`<p class="text-text-2">${ctx.t('list.none_title')}</p>`
  return html`<div class="grid grid-cols-1 gap-3">${records.map((event) => card(ctx, event, spaceIds !== null))}</div>`
}
export const spaceBeginning = (ctx: Ctx, spaceId: number): Promise<Markup> => list(ctx, [spaceId])

/** "3 upcoming events", where there are any; up to 20 are counted. */
export async function upcomingText(ctx: Ctx, spaceId: number): Promise<string[]> {
  const { length: count } = await ctx.read(nextOfAll, [0, ctx.now(), [spaceId], LISTED, null, null])
  return count > 0 ? [ctx.t('outside.upcoming', { count })] : []
}

/** Dates that the home page shows. */
const ON_HOME = 3
/** As the browser's `HomeStrip`, for visitors: what is next, unless the community keeps it to its members. */
export async function homeStrip(ctx: Ctx): Promise<{ offered?: Markup }> {
  if (ctx.member !== null || !ctx.communitySettings(events).public_events_page) return {}
  const { visibleIds } = await ctx.use(spaces).access()
  const rows = await ctx.read(nextOfAll, [0, ctx.now(), visibleIds(), ON_HOME, null, null])
  if (rows.length === 0) return {}
  const cards = await ctx.use(spaces).cards(rows.map((row) => row.space_id))
  const one = (row: DateRow) => {
    const space = cards.get(row.space_id)
    const url = pathOf(space?.slug ?? row.space_id, row.slug)
    const clock = html`<time datetime="${isoOf(row.starts_at)}">${parts.clock(ctx, row.starts_at, { zone: row.time_zone, format: CLOCK })}${parts.zoneNote(ctx, row.starts_at, row.time_zone)}</time>`
    return html`<li class="min-w-0 max-sm:w-64 max-sm:shrink-0"><a href="${row.rule ? `${url}?date=${row.occurrence_id}` : url}" class="flex h-full items-center gap-3 rounded-card border border-border bg-surface p-3 hover:border-field">${leaf(ctx, row.starts_at, row.time_zone, true)}<span class="min-w-0 flex-1"><span class="line-clamp-2 font-semibold wrap-anywhere">${row.changes.name ?? row.name}</span><span class="block text-12 text-text-3 wrap-anywhere">${clock} · ${space?.name}</span></span></a></li>`
  }
  return {
    offered: html`<section aria-labelledby="events-strip"><div class="mb-2 flex items-baseline justify-between"><h2 id="events-strip" class="text-13 font-semibold">${ctx.t('strip.title')}</h2><a href="/events" class="text-13 text-link hover:underline">${ctx.t('strip.all')}</a></div>
<ul class="-mx-1 flex gap-3 px-1 pb-1 max-sm:overflow-x-auto sm:grid sm:grid-cols-3">${rows.map(one)}</ul></section>`,
  }
}

/** All that is to come, for visitors unless the community keeps it to its members. */
export const eventsPage: PageRenderer = async (ctx) => {
  const isShown = ctx.member !== null || ctx.communitySettings(events).public_events_page
  const title = `${ctx.t('tab.events')} · ${ctx.community.name}`
  const name = html`<h1 class="mb-5 text-24">${ctx.t('tab.events')}</h1>`
  if (isShown) return { title, description: ctx.t('upcoming.about', { community: ctx.community.name }), body: html`${name}${await list(ctx, null)}` }
  const wish = parts.button(signInPath('/events'), ctx.t('upcoming.ask'), { size: 'sm', press: 'events' })
  return { title, noindex: true, body: html`${name}${parts.note(ctx.t('upcoming.closed_text'), wish)}` }
}
