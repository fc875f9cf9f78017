/** Tables of the home page. */
import { p, table } from '@atrium/sdk/server'

/** What a member did, once for each event. */
export const Activity = table(
  'home.activity',
  {
    eventId: p.bigint('number'),
    kind: p.text().$type<'post' | 'comment'>(),
    recordId: p.bigint('number'),
    spaceId: p.bigint('number').nullable(),
    memberId: p.bigint('number'),
    aboutMemberId: p.bigint('number').nullable(),
  },
  { own: ['kind', 'record_id', 'space_id'] },
)

/** When a member was here last, and since when they had been away. */
export const Visit = table(
  'home.visit',
  {
    memberId: p.bigint('number'),
    seenAt: p.datetime(),
    awaySince: p.datetime().nullable(),
    closed: p.boolean().default(false),
  },
  { own: ['seen_at', 'away_since'] },
)

/** The banner a member has closed, by its text, so that a new one shows again. */
export const ClosedBanner = table(
  'home.closed_banner',
  {
    memberId: p.bigint('number'),
    banner: p.text(),
  },
  { own: ['banner'] },
)
