/** Calls of calendar programs: private feeds, and the same calendars by CalDAV (RFC 4791), which reads and never writes. */
import { del, done, get, id, open, options, post, propfind, report, z } from '@atrium/sdk'
import { Feed } from './records.ts'

const byToken = open('Whoever holds the address of the feed reads it, as calendars sign in nowhere.')
const token = z.string().min(20).max(100)
const program = { can: byToken, stream: true, limit: { points: 240, seconds: 60 } } as const
const ofFeed = { ...program, params: z.object({ token }) }
const ofDate = { ...program, params: z.object({ token, file: z.string().regex(/^\d{1,15}\.ics$/) }) }

export const calendarRoutes = {
  feeds: get('/internal_api/events/feeds', {
    can: 'member',
    impersonated: 'never',
    reply: z.object({ records: z.array(Feed) }),
    summary: 'One’s own calendar feeds',
  }),
  openFeed: post('/internal_api/events/feeds', {
    can: 'member',
    impersonated: 'never',
    body: z.object({
      /** Without: of all spaces. */
      space_id: id.nullish(),
      /** A new address; the old one ends. */
      reset: z.boolean().default(false),
    }),
    reply: Feed,
    limit: { points: 30, seconds: 60 },
    summary: 'The private address of a feed, made where there is none yet',
  }),
  closeFeed: del('/internal_api/events/feeds', {
    can: 'member',
    impersonated: 'never',
    query: z.object({ space_id: id.optional() }),
    reply: done,
    summary: 'Ends a feed',
  }),
  feed: get('/public/event_feeds/:token/calendar.ics', {
    can: byToken,
    params: z.object({ token }),
    limit: { points: 120, seconds: 60 },
    // for the headers: what the reader has already is not built again
    stream: true,
    summary: 'A private calendar, with ETag',
  }),

  davFound: get('/.well-known/caldav', { can: byToken, summary: 'Where calendars are read by CalDAV' }),
  davSought: propfind('/.well-known/caldav', program),
  davRootOptions: options('/caldav', program),
  /** The password of Basic is the secret of a feed; any name will do. */
  davRoot: propfind('/caldav', program),
  davHomeOptions: options('/caldav/:token', ofFeed),
  davHome: propfind('/caldav/:token', ofFeed),
  davOptions: options('/caldav/:token/calendar', ofFeed),
  davCalendar: propfind('/caldav/:token/calendar', ofFeed),
  davReport: report('/caldav/:token/calendar', ofFeed),
  davFile: get('/caldav/:token/calendar', ofFeed),
  davDate: get('/caldav/:token/calendar/:file', ofDate),
  davDateProperties: propfind('/caldav/:token/calendar/:file', ofDate),
}
