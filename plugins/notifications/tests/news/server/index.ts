/** Kinds of news without a table: who may see which story is kept in memory. */
import { contribute, type Ctx, defineServer } from '@atrium/sdk/server'
import notifications, { type NotificationKind } from '../../../contract.ts'
import contract from '../contract.ts'

/** `member:story` that the member may not see. */
export const hidden = new Set<string>()
/** Members who want to hear nothing of anybody. */
export const deaf = new Set<number>()
/** Who reads the paper, for `tellMany`. */
export const readers: number[] = []
export const stopped: string[] = []
/** `member:story` who have taken up what a story offers. */
export const joined = new Set<string>()
/** Members who can get calls at all. */
export const callable = new Set<number>()
/** Whether there are stories for a digest. */
export const digested = { on: false }
export const answers = new Map<string, { memberId: number; subjectId: number; doc: any }>()

const subjects = async (ctx: Ctx, ids: number[]) =>
  new Map(
    ids
      .filter((id) => !hidden.has(`${ctx.member?.id}:${id}`))
      .map((id) => [id, { title: `Story ${id}`, path: `/stories/${id}`, spaceId: null, excerpt: ctx.t('story.excerpt', { id }), replyable: true }]),
  )
const story: NotificationKind = {
  key: 'story',
  icon: 'newspaper',
  group: 'inbox',
  defaults: { in_app: true, email: true, push: true },
  subjects,
  ways: { commented: ['in_app'] },
  offers: {
    of: async (ctx, news) =>
      news.map(({ subjectId }) => {
        const isIn = joined.has(`${ctx.me().id}:${subjectId}`)
        return isIn ? { offers: [], outcome: 'join' } : { offers: [{ key: 'join', byMail: true }, { key: 'pass' }] }
      }),
    async take(ctx, _key, { subjectId }) {
      joined.add(`${ctx.me().id}:${subjectId}`)
    },
  },
  stops: ['follow'],
  async stop(ctx, reason, subjectId) {
    stopped.push(`${ctx.me().id}:${reason}:${subjectId}`)
  },
  async reply(ctx, subjectId, doc, key) {
    answers.set(key, { memberId: ctx.me().id, subjectId, doc })
  },
  async recipients(_ctx, _subjectId, after, limit) {
    return readers
      .filter((id) => id > after)
      .sort((one, other) => one - other)
      .slice(0, limit)
      .map((memberId) => ({ memberId, reason: 'follow' }))
  },
}

export default defineServer(contract, {
  contributes: [
    contribute(notifications.points.kind, story),
    contribute(notifications.points.kind, {
      ...story,
      key: 'call',
      group: 'mentions',
      topic: 'people',
      isGeneral: true,
      stops: [],
      recipientsSee: true,
      reaches: (ctx) => callable.has(ctx.me().id),
    }),
    contribute(notifications.points.kind, { key: 'ban', required: true, defaults: { in_app: true, email: true, push: false }, subjects }),
    contribute(notifications.points.digest, {
      key: 'stories',
      items: async (ctx) => (digested.on ? [{ title: 'X', path: '/stories', note: ctx.t('story.note', { count: 3 }) }] : []),
    }),
    contribute(notifications.points.silence, { deafTo: async (_ctx, _actor, ids) => ids.filter((id) => deaf.has(id)) }),
  ],
})
