/** What tests of events begin with: a space that holds some, an event in it. */
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import { makeSpace } from '../../spaces/tests/kit.ts'
import events, { type EventReply } from '../contract.ts'

export const NEEDS = ['plugins/spaces', 'plugins/content', 'plugins/media', 'plugins/posts', 'plugins/events']
export const eventSpace = (app: TestApp, admin: TestMember, members: TestMember[], fields: object = {}) =>
  makeSpace(app, admin, members, { types: ['basic', 'event'], ...fields })

/** So many days from now at ten, by the clocks of the zone. */
export const inDays = (days: number, time = '10:00'): string => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`

interface Asked {
  settings?: object
  [field: string]: unknown
}
export const planEvent = (app: TestApp, who: TestMember, spaceId: number, { settings, ...event }: Asked = {}): Promise<EventReply> =>
  app.as(who).call(events.routes.create, {
    params: { spaceId },
    body: {
      event: { name: 'Anagama night shift', event_setting_attributes: { starts_at: inDays(10), time_zone: 'Europe/Oslo', ...settings }, ...event },
    },
  })
export const at = (event: { space_id: number; slug: string }) => ({ params: { spaceId: event.space_id, slug: event.slug } })
