/** Records of events: a series with an answer to its first date, a feed, a deleted one. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import type { ContentMade } from '../../content/tests/records.ts'
import spaces from '../../spaces/contract.ts'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'
import { inDays } from './kit.ts'

const { routes } = contract
interface Planned {
  space: { id: number }
  planned: { slug: string; date: number; rsvp: number; bulk: number }
}
const at = ({ space, planned }: Planned) => ({ params: { spaceId: space.id, slug: planned.slug } })
const month = { from: new Date().toISOString(), to: new Date(Date.now() + 30 * 86_400_000).toISOString() }
const plan = (name: string) => ({
  name,
  event_setting_attributes: { starts_at: inDays(5), time_zone: 'Europe/Lisbon', location_type: 'in_person' as const, in_person_location: name, rsvp_limit: 5 },
})

const nowhere = () => ({ params: { token: 'an-address-that-leads-nowhere' } })

const records = defineRecords(contract, {
  leaving: { stays: ['events.event'], goes: ['events.rsvp', 'events.feed', 'events.bulk_rsvp', 'events.bulk_rsvp_item'] },
  async fill({ app, side, word, mark, guest, file, space, contents }: Target & SpacesMade & ContentMade) {
    const as = app.as(side.admin)
    await as.call(spaces.routes.update, { params: { id: space.id }, body: { types: ['basic', 'event'] } })
    const text = {
      type: 'doc' as const,
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: word }] },
        { type: 'image', attrs: { signed_id: file.signedId, alt: word } },
      ],
    }
    const made = await as.call(routes.create, {
      params: { spaceId: space.id },
      body: {
        event: {
          ...plan(`${word} meets`),
          slug: `e-${mark}`,
          tiptap_body: { body: text },
          cover_image: file.signedId,
          recurring_setting_attributes: { frequency: 'weekly', occurrences: 3 },
        },
      },
    })
    const gone = await as.call(routes.create, { params: { spaceId: space.id }, body: { event: plan(`${word} gone`) } })
    await as.call(routes.destroy, { params: { spaceId: space.id, slug: gone.slug } })
    await as.call(routes.rsvp, { params: { spaceId: space.id, slug: made.slug }, body: { occurrence_id: made.occurrence_id } })
    const list = await as.call(routes.attendees, { params: { spaceId: space.id, slug: made.slug }, query: { occurrence_id: made.occurrence_id } })
    const bulk = await as.call(routes.bulkRsvp, {
      params: { spaceId: space.id, slug: made.slug },
      body: { community_member_ids: [guest.id], occurrence_id: made.occurrence_id },
    })
    await as.call(routes.openFeed, { body: { space_id: space.id } })
    contents.push({ kind: 'event', id: made.id })
    return { planned: { id: made.id, slug: made.slug, date: made.occurrence_id, rsvp: list.records[0]!.id, bulk: bulk.id } }
  },
  inputs: {
    list: ({ space }) => ({ params: { spaceId: space.id } }),
    create: ({ space }) => ({ params: { spaceId: space.id }, body: { event: plan('Mine') } }),
    upcomingIn: ({ space }) => ({ params: { spaceId: space.id } }),
    calendar: ({ space }) => ({ params: { spaceId: space.id }, query: month }),
    calculateSchedule: ({ space }) => ({
      params: { spaceId: space.id },
      body: {
        event: { event_setting_attributes: { starts_at: inDays(5), time_zone: 'UTC' }, recurring_setting_attributes: { frequency: 'daily', occurrences: 3 } },
      },
    }),
    show: at,
    update: (target) => ({ ...at(target), body: { event: { name: 'Changed' } } }),
    destroy: { input: at, uses: true },
    pin: at,
    unpin: at,
    duplicate: at,
    rsvp: (target) => ({ ...at(target), body: { status: 'maybe' } }),
    unrsvp: { input: at, uses: true },
    attendees: at,
    removeAttendee: { input: ({ space, planned }) => ({ params: { spaceId: space.id, slug: planned.slug, id: planned.rsvp } }), uses: true },
    searchMembers: at,
    exportAttendees: (target) => ({ ...at(target), body: {} }),
    bulkRsvps: at,
    bulkRsvpReport: ({ space, planned }) => ({ params: { spaceId: space.id, slug: planned.slug, id: planned.bulk } }),
    cancelBulkRsvp: ({ space, planned }) => ({ params: { spaceId: space.id, slug: planned.slug, id: planned.bulk } }),
    bulkRsvp: (target) => ({ ...at(target), body: { community_member_ids: [target.guest.id] } }),
    recurring: at,
    recurringRsvp: (target) => ({ ...at(target), body: { event_ids: [target.planned.date] } }),
    recurringUnrsvp: { input: at, uses: true },
    // no plugin has rooms here
    liveRoom: { input: (target) => ({ ...at(target), body: {} }), own: [404] },
    addToCalendar: at,
    downloadCalendar: at,
    checkInList: at,
    checkIn: (target) => ({ ...at(target), body: { records: [{ id: target.planned.rsvp }] } }),
    allCalendar: { input: () => ({ query: month }), foreign: [200] },
    address: ({ planned }) => ({ params: { id: planned.id } }),
    openFeed: ({ space }) => ({ body: { space_id: space.id } }),
    closeFeed: { input: ({ space }) => ({ query: { space_id: space.id } }), foreign: [200], uses: true },
    // whoever holds an address reads what its owner may: calendar.test.ts has those that lead somewhere
    feed: { input: nowhere, own: [404] },
    davFound: { input: () => ({}), own: [301], foreign: [301] },
    davSought: { input: () => ({}), own: [301], foreign: [301] },
    davRoot: { input: () => ({}), own: [401], foreign: [401] },
    davRootOptions: { input: () => ({}), own: [200], foreign: [200] },
    davHomeOptions: { input: nowhere, own: [200], foreign: [200] },
    davOptions: { input: nowhere, own: [200], foreign: [200] },
    davHome: { input: nowhere, own: [404] },
    davCalendar: { input: nowhere, own: [404] },
    davReport: { input: nowhere, own: [404] },
    davFile: { input: nowhere, own: [404] },
    davDate: { input: () => ({ params: { ...nowhere().params, file: '1.ics' } }), own: [404] },
    davDateProperties: { input: () => ({ params: { ...nowhere().params, file: '1.ics' } }), own: [404] },
  },
  screens: {
    event: ({ space, planned }) => `/c/${space.slug}/${planned.slug}`,
    '/events/:id': ({ planned }) => `/events/${planned.id}`,
    '/c/:space/events/new': ({ space }) => `/c/${space.slug}/events/new`,
    '/c/:space/events/:slug/edit': ({ space, planned }) => `/c/${space.slug}/events/${planned.slug}/edit`,
    '/c/:space/events/:slug/attendees': ({ space, planned }) => `/c/${space.slug}/events/${planned.slug}/attendees`,
    '/c/:space/events/:slug/check_in': ({ space, planned }) => `/c/${space.slug}/events/${planned.slug}/check_in`,
  },
  isInside: ({ kind, record_id }, { planned }) => kind === 'event' && record_id === planned.id,
})
export default records
export type EventsMade = MadeBy<typeof records>
