/** What the tests of notifications share: telling, and how the inbox reads. */
import type { TestApp, TestMember } from '@atrium/sdk/testing'
import contract, { type News } from '../contract.ts'

export const APP = ['plugins/notifications', 'plugins/notifications/tests/news']

export const tellIn =
  (app: TestApp) =>
  (to: { id: number }[], more: Partial<News> & { reason?: string } = {}): Promise<void> => {
    const { reason = 'follow', ...news } = { key: `story:${more.subjectId}`, ...more }
    return app.run(null, (ctx) =>
      ctx.use(contract).tell({ kind: 'story', subjectId: 1, actorMemberId: null, ...news, to: to.map(({ id }) => ({ memberId: id, reason })) }),
    )
  }
export const inboxOf = async (app: TestApp, member: TestMember, query: object = {}) => (await app.as(member).call(contract.routes.list, { query })).records
export const sentences = async (app: TestApp, member: TestMember, query: object = {}) =>
  (await inboxOf(app, member, query)).map(({ sentence }) => sentence.map(({ text }) => text).join(''))
export const countsOf = async (app: TestApp, member: TestMember) => {
  const counts = await app.as(member).call(contract.routes.newCount)
  return [counts.new_notifications_count, counts.new_mentions_count, counts.new_inbox_count]
}
