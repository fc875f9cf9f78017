/** Events on pages of the site: those to come that anybody may see, on their own clocks. */
import { formatDateIn, zoneName } from '@atrium/sdk'
import { type Ctx, html, isoOf, type Markup } from '@atrium/sdk/server'
import type { Drawing, PageBlock } from '../../../site/contract.ts'
import spaces, { type SpaceCard } from '../../../spaces/contract.ts'
import events from '../../contract.ts'
import { type DateRow, nextOfAll } from '../reads.ts'
import { pathOf, placeOf } from './present.ts'

interface Props {
  title: string
  space: number | null
  count: number
  layout: 'list' | 'cards'
}
/** Reads of dates ask who reads: nobody, so that a page is the same for all. */
const NOBODY = 0

async function spacesOf(ctx: Ctx, space: number | null, isMember: boolean): Promise<number[]> {
  const { canView, visibleIds } = await ctx.use(spaces).accessOf(isMember ? 'member' : 'visitor')
  if (space !== null) return canView(space) ? [space] : []
  return isMember || ctx.communitySettings(events).public_events_page ? visibleIds() : []
}

/** The leaf of a calendar, beside which the day is said in full. */
const leaf = (ctx: Ctx, { starts_at, time_zone: timeZone }: DateRow): Markup => {
  const say = (format: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(ctx.locale, { ...format, timeZone }).format(starts_at)
  return html`<span class="leaf" aria-hidden="true">${say({ month: 'short' })}<b>${say({ day: 'numeric' })}</b></span>`
}
const when = (ctx: Ctx, { starts_at, time_zone }: DateRow): Markup =>
  html`<time datetime="${isoOf(starts_at)}">${formatDateIn(ctx.locale, starts_at, 'longDateTime', time_zone)} (${zoneName(time_zone, ctx.locale, starts_at)})</time>`

function where(ctx: Ctx, row: DateRow): string {
  const { in_person_location, is_location_hidden, location_type } = placeOf(ctx, row, false)
  return in_person_location || (is_location_hidden ? ctx.t('place.hidden') : ctx.t(`place.${location_type}`))
}
function going(ctx: Ctx, row: DateRow): Markup | null {
  if (row.rsvp_disabled) return null
  const left = row.date_limit === null ? null : Math.max(row.date_limit - row.going_count, 0)
  const said = [
    !row.hide_attendees && row.going_count > 0 && ctx.t('card.going', { count: row.going_count }),
    left !== null && (left > 0 ? ctx.t('card.places', { count: left }) : ctx.t('rsvp.full')),
  ].filter(Boolean)
  return said.length > 0 ? html`<p class="note">${said.join(', ')}</p>` : null
}

/** What its button says: what a visitor may do there. */
function labelOf({ ticket_type, rsvp_disabled, date_limit, going_count, waiting_list_enabled }: DateRow): string {
  if (ticket_type === 'paid') return 'rsvp.tickets'
  const isFull = date_limit !== null && going_count >= date_limit
  if (rsvp_disabled || (isFull && !waiting_list_enabled)) return 'blocks.Events.more'
  return isFull ? 'rsvp.wait' : 'rsvp.go'
}

interface Shown {
  row: DateRow
  space: SpaceCard
  /** Of cards alone. */
  cover: string | null
}
function item(ctx: Ctx, { row, space, cover }: Shown, layout: Props['layout'], titleOf: (words: Markup) => Markup): Markup {
  const name = row.changes.name ?? row.name
  const path = pathOf(space.slug, row.slug)
  const label = ctx.t(labelOf(row))
  const words = html`${titleOf(html`<a href="${path}">${name}</a>`)}<p>${when(ctx, row)}</p><p class="muted">${where(ctx, row)} · ${space.name}</p>${going(ctx, row)}`
  const way = html`<a class="btn outline small" href="${path}" aria-label="${ctx.t('blocks.Events.open', { action: label, name })}">${label}</a>`
  if (layout === 'list') return html`<li class="event card"><div class="card-b">${leaf(ctx, row)}<div class="event-b">${words}</div>${way}</div></li>`
  const picture = cover && html`<img class="card-p" src="${cover}" alt="" width="640" height="360" loading="lazy">`
  return html`<li class="card">${picture}<div class="card-b">${words}<p>${way}</p></div></li>`
}

const upcoming: PageBlock = {
  type: 'Events',
  icon: 'calendar',
  group: 'community',
  fields: {
    title: { kind: 'text', max: 120 },
    space: { kind: 'record' },
    count: { kind: 'number', min: 1, max: 12, default: 3 },
    layout: { kind: 'select', options: ['list', 'cards'], default: 'list' },
  },
  preset: (ctx) => ({ title: ctx.t('blocks.Events.preset') }),
  choices: (ctx, _field, search) => ctx.use(spaces).named(search, ['event']),
  async draw(ctx, { title, space, count, layout }: Props, drawing: Drawing) {
    const within = await spacesOf(ctx, space, drawing.isMember)
    const rows = within.length > 0 ? await ctx.read(nextOfAll, [NOBODY, ctx.now(), within, count, null, null]) : []
    const heading = await drawing.head(title)
    if (rows.length === 0) return drawing.isPreview ? html`${heading}<p class="empty">${ctx.t('blocks.Events.none')}</p>` : null
    const [places, covers] = await Promise.all([
      ctx.use(spaces).cards(rows.map((row) => row.space_id)),
      ctx.files.byIds(layout === 'cards' ? rows.flatMap((row) => row.cover_file_id ?? []) : []),
    ])
    const shown = rows.flatMap((row): Shown | [] => {
      const place = places.get(row.space_id)
      const file = covers.get(row.cover_file_id ?? 0)
      return place ? { row, space: place, cover: file ? ctx.files.url(file, 'medium') : null } : []
    })
    return html`${heading}<ul class="${layout === 'cards' ? 'grid g3' : 'rows'}">${shown.map((one) => item(ctx, one, layout, (words) => drawing.itemTitle(title, words)))}</ul>`
  },
}
export const siteBlocks = [upcoming]
