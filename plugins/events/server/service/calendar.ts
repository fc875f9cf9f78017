/** Events for calendar programs: .ics texts, and addresses that add one to a calendar on the web. */
import type { Ctx } from '@atrium/sdk/server'
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator'
import spaces from '../../../spaces/contract.ts'
import { isHost } from '../policies.ts'
import type { IcsRow } from '../reads.ts'
import { icsPath, pathOf, placeOf } from './present.ts'

/** The generator writes names of calendars as they are, where a comma ends a value and a line a property. */
const escapedText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')

interface Entry {
  name: string
  place: string
  url: string
  text: string
}
async function entryOf(ctx: Ctx, row: IcsRow): Promise<Entry> {
  const card = await ctx.use(spaces).card(row.space_id)
  const place = placeOf(ctx, row, isHost(ctx, row))
  const url = `${ctx.community.url}${pathOf(card?.slug ?? row.space_id, row.slug)}?date=${row.occurrence_id}`
  return {
    name: row.changes.name ?? row.name,
    place: place.in_person_location ?? place.virtual_location_url ?? '',
    url,
    text: [row.excerpt, place.virtual_location_url, url].filter(Boolean).join('\n\n'),
  }
}

/** Every date as an entry of its own, at its moment in UTC: no program has to know the rule, nor the zone's changes of the clocks. */
export async function icsText(ctx: Ctx, name: string, rows: IcsRow[], method: ICalCalendarMethod | null = ICalCalendarMethod.PUBLISH): Promise<string> {
  const calendar = ical({ name: escapedText(name), prodId: { company: 'Atrium', product: 'Events' }, method, ttl: 3_600 })
  for (const row of rows) {
    const entry = await entryOf(ctx, row)
    calendar.createEvent({
      // of the date itself, wherever the community is reached
      id: row.uid,
      // programs that have it take what is said later
      sequence: row.sequence,
      start: row.starts_at,
      end: row.ends_at,
      stamp: row.changed_at,
      created: row.made_at,
      lastModified: row.changed_at,
      summary: entry.name,
      description: entry.text,
      url: entry.url,
      location: entry.place || null,
      status: row.cancelled_at ? ICalEventStatus.CANCELLED : row.rsvp_status === 'maybe' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      busystatus: row.rsvp_status === 'yes' ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.FREE,
    })
  }
  return calendar.toString()
}

export const icsFile = (filename: string, body: string, headers: Record<string, string> = {}) => ({
  raw: true as const,
  headers: { 'Content-Type': 'text/calendar; charset=utf-8', 'Content-Disposition': `attachment; filename="${filename}"`, ...headers },
  body,
})

const basic = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d{3}/g, '')

export async function calendarLinks(ctx: Ctx, row: IcsRow) {
  const { name, place, url, text } = await entryOf(ctx, row)
  const ics = `${ctx.community.url}${icsPath(row)}`
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: name,
    dates: `${basic(row.starts_at)}/${basic(row.ends_at)}`,
    details: text,
    location: place,
    sprop: url,
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: name,
    startdt: row.starts_at.toISOString(),
    enddt: row.ends_at.toISOString(),
    body: text,
    location: place,
  })
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`,
    office365: `https://outlook.office.com/calendar/0/deeplink/compose?${outlook}`,
    // Apple’s calendar opens the file
    apple: ics,
    ics,
  }
}
