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
import content, { type Visit } from '../../content/contract.ts'
import spaces, { type SpaceCard } from '../../spaces/contract.ts'
import events from '../contract.ts'
import { type DateRow, nextOfAll } from './reads.ts'
import { findAt } from './service/find.ts'
import { pathOf, placeOf } from './service/present.ts'
import { ruleText } from './service/words.ts'

/** Visitors have told no zone, so a date is said on the event's own clocks, which are named. */
const whenOf = (ctx: Ctx, row: DateRow): string =>
  new Intl.DateTimeFormat(ctx.locale, {
    timeZone: row.time_zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(row.starts_at)

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
/** What a visitor may press: it is asked in place once the interface is there. */
const answering = (ctx: Ctx, row: DateRow, path: string): Markup | null =>
  row.status === 'published' && !row.rsvp_disabled && row.cancelled_at === null && row.ends_at > ctx.now() && row.ticket_type !== 'paid'
    ? html`<p class="mt-4"><a href="${signInPath(path)}" data-press="rsvp:event:${row.occurrence_id}" class="inline-flex h-10 items-center justify-center rounded-control bg-brand px-[18px] text-15 font-[560] text-on-brand max-desk:min-h-11">${ctx.t('rsvp.go')}</a></p>`
    : null

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
  return {
    title: opengraph_title || meta_title || `${name} · ${ctx.community.name}`,
    description: opengraph_description || meta_description || cutAtWord([whenOf(ctx, row), row.excerpt].filter(Boolean).join(' · '), 200),
    image,
    body: html`<article>${structured(ctx, row, path, image)}
<div class="mb-3 flex min-h-8 items-center max-desk:min-h-11">${parts.link(`/c/${space.slug}`, space.name)}</div>
<div class="mb-5 overflow-hidden rounded-card">${cover ? parts.picture(ctx.files.url(cover, 'medium'), { ratio: 2.8, first: true }) : parts.cover(null, { id: row.space_id, mark: space.emoji, ratio: 5 })}</div>
${parts.heading(name)}
<p class="mt-1 text-text-2"><time datetime="${isoOf(row.starts_at)}">${whenOf(ctx, row)}</time></p>
${row.rule && html`<p class="text-13 text-text-3">${ruleText(ctx, row.rule, row.start_local)}</p>`}
<p class="text-13 text-text-2">${place.in_person_location ?? ctx.t(`place.${place.location_type}`)}</p>
${row.cancelled_at && html`<p class="font-semibold text-danger">${ctx.t('event.cancelled')}</p>`}
${!ctx.member && (row.ticket_type === 'paid' ? html`<p class="mt-4">${parts.link(signInPath(path), ctx.t('event.sign_in_ticket'))}</p>` : answering(ctx, row, path))}
${hosts.length > 0 && peopleOf(ctx, 'event.hosts', hosts)}
${faces.length > 0 && peopleOf(ctx, 'event.going', faces)}
${parts.prose(ctx, row.body)}
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
async function list(ctx: Ctx, spaceIds: number[]): Promise<Markup> {
  const rows = spaceIds.length > 0 ? await ctx.read(nextOfAll, [ctx.member?.id ?? 0, ctx.now(), spaceIds, LISTED, null, null]) : []
  const [cards, files] = await Promise.all([
    ctx.use(spaces).cards(rows.map((row) => row.space_id)),
    ctx.files.byIds(rows.flatMap((row) => row.cover_file_id ?? [])),
  ])
  const covers = new Map([...files.values()].map((file) => [file.id, ctx.files.url(file, 'small')]))
  if (rows.length === 0) return html`<p class="text-text-2">${ctx.t('list.none_title')}</p>`
  return html`<ul class="grid gap-3">${rows.map((row) => {
    const place = placeOf(ctx, row, false)
    return html`<li class="flex gap-4 rounded-card border bg-surface p-4"><div class="min-w-0 flex-1"><a class="font-semibold hover:underline" href="${pathOf(cards.get(row.space_id)?.slug ?? row.space_id, row.slug)}">${row.changes.name ?? row.name}</a>
<p class="text-13 text-text-2"><time datetime="${isoOf(row.starts_at)}">${whenOf(ctx, row)}</time> · ${place.in_person_location ?? ctx.t(`place.${place.location_type}`)}</p></div><div class="hidden w-32 shrink-0 self-start overflow-hidden rounded-control sm:block">${parts.cover(covers.get(row.cover_file_id ?? 0) ?? null, { id: row.space_id, mark: cards.get(row.space_id)?.emoji ?? null, ratio: 1.6 })}</div></li>`
  })}</ul>`
}
export const spaceBeginning = (ctx: Ctx, spaceId: number): Promise<Markup> => list(ctx, [spaceId])

/** All that is to come, for visitors where the community has made it public. */
export const eventsPage: PageRenderer = async (ctx) => {
  const isShown = ctx.member !== null || ctx.communitySettings(events).public_events_page
  const title = `${ctx.t('tab.events')} · ${ctx.community.name}`
  if (!isShown)
    return { title, noindex: true, body: html`${parts.heading(ctx.t('tab.events'))}<p>${parts.link(signInPath('/events'), ctx.t('event.sign_in'))}</p>` }
  return { title, body: html`${parts.heading(ctx.t('tab.events'))}${await list(ctx, (await ctx.use(spaces).access()).visibleIds())}` }
}
