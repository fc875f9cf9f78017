/**
 * Calendars by CalDAV (RFC 4791), to be read alone: whoever holds the secret of a feed finds one calendar in it, with one file for each date.
 * `/caldav` asks for the secret as the password of Basic; `/caldav/<secret>` carries it in the address, as feeds do.
 */
import { createHash } from 'node:crypto'
import { notFound } from '@atrium/sdk'
import { type Ctx, isoOf, raw, type RawReply, unlessRefused } from '@atrium/sdk/server'
import type { IcsRow } from '../../reads.ts'
import { icsFile, icsText } from '../calendar.ts'
import { type Calendar, withCalendar } from '../feeds.ts'
import { type Answer, CALDAV, child, children, DAV, escaped, multistatus, type Properties, readXml, refused, SERVER, type Tag, wantedOf } from './xml.ts'

type Headers = Record<string, string | undefined>
/** A stream, whatever the type of a route without a body says. */
type Body = unknown

const read = (body: Body) => readXml(body as AsyncIterable<Uint8Array>)
const xml = (status: number, body: string, headers: Record<string, string> = {}): RawReply =>
  raw({ status, headers: { 'Content-Type': 'application/xml; charset=utf-8', DAV: '1, calendar-access', ...headers }, body })

const ROOT = '/caldav/'
const homePath = (token: string) => `${ROOT}${token}/`
const calendarPath = (token: string) => `${homePath(token)}calendar/`
const datePath = (token: string, id: number) => `${calendarPath(token)}${id}.ics`
const href = (path: string) => `<d:href>${escaped(path)}</d:href>`

export const moved = (): RawReply => raw({ status: 301, headers: { Location: ROOT }, body: '' })
export const options = (): RawReply =>
  raw({ status: 200, headers: { DAV: '1, calendar-access', Allow: 'OPTIONS, GET, HEAD, PROPFIND, REPORT', 'Content-Length': '0' }, body: '' })

const READS = '<d:privilege><d:read/></d:privilege><d:privilege><d:read-current-user-privilege-set/></d:privilege>'
const REPORTS = ['calendar-query', 'calendar-multiget'].map((name) => `<d:supported-report><d:report><c:${name}/></d:report></d:supported-report>`).join('')

/** Whose calendars they are: the same address is the person and the folder of what they read. */
const homeProperties = (token: string, name: string): Properties => ({
  [`${DAV} resourcetype`]: '<d:collection/><d:principal/>',
  [`${DAV} displayname`]: escaped(name),
  [`${DAV} current-user-principal`]: href(homePath(token)),
  [`${DAV} principal-URL`]: href(homePath(token)),
  [`${DAV} owner`]: href(homePath(token)),
  [`${DAV} principal-collection-set`]: href(ROOT),
  [`${DAV} current-user-privilege-set`]: READS,
  [`${CALDAV} calendar-home-set`]: href(homePath(token)),
})
const calendarProperties = ({ token, name, mark }: Calendar): Properties => ({
  [`${DAV} resourcetype`]: '<d:collection/><c:calendar/>',
  [`${DAV} displayname`]: escaped(name),
  [`${DAV} current-user-principal`]: href(homePath(token)),
  [`${DAV} owner`]: href(homePath(token)),
  [`${DAV} current-user-privilege-set`]: READS,
  [`${DAV} supported-report-set`]: REPORTS,
  [`${DAV} getetag`]: escaped(`"${mark}"`),
  [`${DAV} getcontenttype`]: 'text/calendar; charset=utf-8',
  [`${CALDAV} supported-calendar-component-set`]: '<c:comp name="VEVENT"/>',
  [`${CALDAV} supported-calendar-data`]: '<c:calendar-data content-type="text/calendar" version="2.0"/>',
  [`${SERVER} getctag`]: escaped(`"${mark}"`),
})
/** Changes with whatever is said of the date. */
const tagOf = (row: IcsRow): string => `"${createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 16)}"`

async function dateAnswer({ owner, token, name }: Calendar, row: IcsRow, withData: boolean): Promise<Answer> {
  const text = withData ? await icsText(owner, name, [row], null) : ''
  return {
    href: datePath(token, row.occurrence_id),
    properties: {
      [`${DAV} resourcetype`]: '',
      [`${DAV} getetag`]: escaped(tagOf(row)),
      [`${DAV} getcontenttype`]: 'text/calendar; charset=utf-8; component=vevent',
      [`${DAV} getlastmodified`]: new Date(isoOf(row.changed_at)).toUTCString(),
      [`${DAV} current-user-privilege-set`]: READS,
      ...(withData ? { [`${CALDAV} calendar-data`]: () => escaped(text) } : {}),
    },
  }
}
const answersOf = (calendar: Calendar, rows: IcsRow[], withData: boolean) => Promise.all(rows.map((row) => dateAnswer(calendar, row, withData)))
const wantsData = (asked: Tag | null) => child(child(asked, 'prop'), 'calendar-data') !== undefined

/** @throws AtriumError 400 for no XML */
export async function root(ctx: Ctx, headers: Headers, body: Body): Promise<RawReply> {
  const basic = /^Basic ([\w+/=-]{1,400})$/i.exec(headers.authorization ?? '')?.[1]
  const token = basic && Buffer.from(basic, 'base64').toString('utf8').split(':').slice(1).join(':')
  const name =
    token &&
    (await unlessRefused(
      withCalendar(ctx, token, async ({ name }) => name),
      null,
    ))
  if (!token || !name)
    return raw({
      status: 401,
      headers: { 'WWW-Authenticate': 'Basic realm="Calendars", charset="UTF-8"', 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        success: false,
        message: ctx.say('Use the secret of the calendar as the password.'),
        error_details: null,
        code: 'unauthenticated',
      }),
    })
  return xml(207, multistatus([{ href: ROOT, properties: homeProperties(token, name) }], wantedOf(await read(body))))
}

/** @throws AtriumError 404 for a secret that leads nowhere, 400 */
export const home = (ctx: Ctx, token: string, headers: Headers, body: Body): Promise<RawReply> =>
  withCalendar(ctx, token, async (calendar) => {
    const answers: Answer[] = [{ href: homePath(token), properties: homeProperties(token, calendar.name) }]
    if (headers.depth !== '0') answers.push({ href: calendarPath(token), properties: calendarProperties(calendar) })
    return xml(207, multistatus(answers, wantedOf(await read(body))))
  })

export const calendar = (ctx: Ctx, token: string, headers: Headers, body: Body): Promise<RawReply> =>
  withCalendar(ctx, token, async (found) => {
    const asked = await read(body)
    const rows = headers.depth === '0' ? [] : await found.rows()
    const answers = [{ href: calendarPath(token), properties: calendarProperties(found) }, ...(await answersOf(found, rows, wantsData(asked)))]
    return xml(207, multistatus(answers, wantedOf(asked)))
  })

const moment = (text: string | undefined, otherwise: number): number => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '') ?? []
  return year === undefined ? otherwise : Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
}
/** What the filter of a calendar-query lets through; null where it asks for more than components and a span. */
function filterOf(asked: Tag): ((row: IcsRow) => boolean) | null {
  const whole = child(child(asked, 'filter'), 'comp-filter')
  if (!whole) return () => true
  const [part, ...others] = children(whole, 'comp-filter')
  if (others.length > 0 || part?.children.some(({ name }) => name !== 'time-range')) return null
  if (part && part.attributes.name !== 'VEVENT') return () => false
  const span = child(part, 'time-range')?.attributes
  const [from, to] = [moment(span?.start, Number.NEGATIVE_INFINITY), moment(span?.end, Number.POSITIVE_INFINITY)]
  return (row) => row.starts_at.getTime() < to && row.ends_at.getTime() > from
}
const idIn = (path: string, token: string): number | null => {
  const inside = path.slice(path.indexOf(ROOT))
  const [, id] = /^(\d{1,15})\.ics$/.exec(inside.startsWith(calendarPath(token)) ? inside.slice(calendarPath(token).length) : '') ?? []
  return id === undefined ? null : Number(id)
}
/** calendar-query and calendar-multiget. @throws AtriumError 404, 400 */
export const report = (ctx: Ctx, token: string, body: Body): Promise<RawReply> =>
  withCalendar(ctx, token, async (calendar) => {
    const asked = await read(body)
    const wanted = wantedOf(asked)
    if (asked?.name === 'calendar-query') {
      const passes = filterOf(asked)
      if (!passes) return xml(403, refused('<c:supported-filter/>'))
      return xml(207, multistatus(await answersOf(calendar, (await calendar.rows()).filter(passes), wantsData(asked)), wanted))
    }
    if (asked?.name !== 'calendar-multiget') return xml(403, refused('<d:supported-report/>'))
    const rows = new Map((await calendar.rows()).map((row) => [row.occurrence_id, row]))
    const answers: Answer[] = []
    for (const { text } of children(asked, 'href')) {
      const row = rows.get(idIn(text, token) ?? 0)
      answers.push(row ? await dateAnswer(calendar, row, wantsData(asked)) : { href: text, properties: null })
    }
    return xml(207, multistatus(answers, wanted))
  })

const oneOf = async (calendar: Calendar, file: string): Promise<IcsRow> => {
  const row = (await calendar.rows()).find(({ occurrence_id }) => `${occurrence_id}.ics` === file)
  if (!row) throw notFound('Date')
  return row
}
export const date = (ctx: Ctx, token: string, file: string): Promise<RawReply> =>
  withCalendar(ctx, token, async (calendar) => {
    const row = await oneOf(calendar, file)
    return icsFile(file, await icsText(calendar.owner, calendar.name, [row], null), { ETag: tagOf(row), 'Cache-Control': 'private, no-cache' })
  })
export const dateProperties = (ctx: Ctx, token: string, file: string, body: Body): Promise<RawReply> =>
  withCalendar(ctx, token, async (calendar) => {
    const asked = await read(body)
    return xml(207, multistatus([await dateAnswer(calendar, await oneOf(calendar, file), wantsData(asked))], wantedOf(asked)))
  })
