/** Records of notifications: what the guest says on the admin's records is news to the admin; a switch that was moved, a browser. */
import { createECDH } from 'node:crypto'
import { textToDoc } from '@atrium/sdk/server'
import { defineRecords, type MadeBy, type Target, until } from '@atrium/sdk/testing'
import content from '../../content/contract.ts'
import type { ContentMade } from '../../content/tests/records.ts'
import type { SpacesMade } from '../../spaces/tests/records.ts'
import contract from '../contract.ts'

const { routes } = contract
/** What browsers give: a point of the curve, and sixteen bytes. */
export const KEYS = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) }
const endpointOf = ({ side, mark }: Target) => `https://push.example.com/${side.communityId}-${mark}`

const records = defineRecords(contract, {
  wordless: true,
  leaving: {
    goes: [
      'notifications.act',
      'notifications.held_reply',
      'notifications.notice',
      'notifications.preference',
      'notifications.profile',
      'notifications.reply',
      'notifications.subscription',
      'notifications.used_link',
    ],
  },
  // something to comment on
  with: ['posts'],
  async fill(target: Target & Partial<SpacesMade & ContentMade>) {
    const as = target.app.as(target.side.admin)
    await as.call(routes.subscribe, { body: { endpoint: endpointOf(target), keys: KEYS } })
    // kinds are others', so there may be none
    const { kinds } = await as.call(routes.preferences)
    const preferences = kinds.slice(0, 1).map(({ type }) => ({ type, medium: 'email' as const, enabled: true }))
    await as.call(routes.updatePreferences, { body: { preferences, digest: 'daily' } })
    return { notice: { id: 0 } }
  },
  async fillLater(target) {
    const { app, side, guest, mark, notice } = target
    const [record] = target.contents ?? []
    if (!record) return { heldReply: 0 }
    await app.as(guest).call(content.routes.createRecordComment, { params: record, body: { comment: { body: `News ${mark}` } } })
    // what else the world's jobs have to do is not waited for
    await until('the notice', async () => {
      const { records: told } = await app.as(side.admin).call(routes.list, {})
      return (notice.id = told.find(({ excerpt }) => excerpt === `News ${mark}`)?.id ?? 0)
    })
    const [told] = await app.sql<{ subject_id: number }>('select subject_id from notifications.notice where id = $1', [notice.id])
    // addresses to answer to are made by emails alone, where the operator has a domain for them
    await app.sql(
      `insert into notifications.reply (community_id, token, member_id, kind, subject_id, expires_at) values ($1, md5(random()::text), $2, 'comment', 1, now() + interval '1 day')`,
      [side.communityId, side.admin.id],
    )
    // a button of an email that was pressed
    await app.sql(
      `insert into notifications.used_link (community_id, member_id, nonce, expires_at) values ($1, $2, md5(random()::text), now() + interval '1 day')`,
      [side.communityId, side.admin.id],
    )
    // and answers that wait, by mail servers that prove nothing
    const [held] = await app.sql<{ id: number }>(
      `insert into notifications.held_reply (community_id, member_id, kind, subject_id, key, doc, text, expires_at)
       values ($1, $2, 'comment', $4, md5(random()::text), $3, 'An answer', now() + interval '1 day') returning id`,
      [side.communityId, side.admin.id, JSON.stringify(textToDoc('An answer')), told!.subject_id],
    )
    return { heldReply: held!.id }
  },
  screens: { '/notifications/replies/:id': ({ heldReply }) => `/notifications/replies/${heldReply}` },
  inputs: {
    acts: ({ notice }) => ({ params: { id: notice.id } }),
    markAsRead: ({ notice }) => ({ params: { id: notice.id } }),
    markAsUnread: ({ notice }) => ({ params: { id: notice.id } }),
    archive: { input: ({ notice }) => ({ params: { id: notice.id } }), uses: true },
    take: ({ notice }) => ({ params: { id: notice.id, key: 'like' }, body: {} }),
    noteZone: { body: { time_zone: 'Europe/Berlin' } },
    takePage: { input: () => ({ params: { token: 'AAAA' } }), foreign: 'any', own: [404] },
    takeByMail: { input: () => ({ params: { token: 'AAAA' } }), foreign: 'any', own: [404] },
    stop: { input: ({ notice }) => ({ params: { id: notice.id } }), uses: true },
    updatePreferences: { body: { preferences: [{ type: 'comment', medium: 'push', enabled: false }] } },
    mediumPreferences: { input: () => ({ params: { medium: 'push' } }), foreign: [200] },
    updateMediumPreference: { input: () => ({ params: { medium: 'email' }, body: { type: 'like', enabled: true } }), foreign: [200] },
    subscribe: { body: { endpoint: 'https://push.example.com/another', keys: KEYS } },
    heldReply: ({ heldReply }) => ({ params: { id: heldReply } }),
    postHeldReply: { input: ({ heldReply }) => ({ params: { id: heldReply } }), uses: true },
    discardHeldReply: { input: ({ heldReply }) => ({ params: { id: heldReply } }), uses: true },
    // whoever has the address may end the emails, and nobody is asked who they are; without a secret there is nothing
    savePreferencePage: { input: () => ({ params: { token: 'AAAA' } }), foreign: 'any', own: [404] },
    unsubscribePage: { input: () => ({ params: { token: 'AAAA' } }), foreign: 'any', own: [404] },
    unsubscribeBy: { input: () => ({ params: { token: 'AAAA' } }), foreign: 'any', own: [404] },
    inboundEmail: { input: () => ({ query: { key: 'none' } }), foreign: 'any', own: [404] },
    updateWeeklyDigest: { body: { weekly_digest_day: 1 } },
    unsubscribe: { body: { endpoint: 'https://push.example.com/another' } },
  },
})
export default records
export type NotificationsMade = MadeBy<typeof records>
