/** Handlers of what calendar programs ask: feeds and CalDAV. */
import type { Handlers } from '@atrium/sdk/server'
import type events from '../../contract.ts'
import type { calendarRoutes } from '../../contract/calendars.ts'
import * as dav from '../service/dav/index.ts'
import { closeFeed, listFeeds, openFeed, readFeed } from '../service/feeds.ts'

export const calendarHandlers: Pick<Handlers<typeof events>, keyof typeof calendarRoutes> = {
  feeds: listFeeds,
  openFeed: (ctx, { body }) => openFeed(ctx, body.space_id ?? null, body.reset),
  async closeFeed(ctx, { query }) {
    await closeFeed(ctx, query.space_id ?? null)
    return { success: true as const }
  },
  feed: (ctx, { params, headers }) => readFeed(ctx, params.token, headers?.['if-none-match']),

  davFound: dav.moved,
  davSought: dav.moved,
  davRootOptions: dav.options,
  davRoot: (ctx, { headers, body }) => dav.root(ctx, headers ?? {}, body),
  davHomeOptions: dav.options,
  davHome: (ctx, { params, headers, body }) => dav.home(ctx, params.token, headers ?? {}, body),
  davOptions: dav.options,
  davCalendar: (ctx, { params, headers, body }) => dav.calendar(ctx, params.token, headers ?? {}, body),
  davReport: (ctx, { params, body }) => dav.report(ctx, params.token, body),
  davFile: (ctx, { params, headers }) => readFeed(ctx, params.token, headers?.['if-none-match']),
  davDate: (ctx, { params }) => dav.date(ctx, params.token, params.file),
  davDateProperties: (ctx, { params, body }) => dav.dateProperties(ctx, params.token, params.file, body),
}
