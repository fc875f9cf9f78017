/** What members are told of connections: that somebody asks, and that somebody has accepted. What was ignored or taken back is told no more. */
import { type Ctx, excerptOf, on } from '@atrium/sdk/server'
import notifications, { type NotificationKind, type NotificationSubject } from '../../../notifications/contract.ts'
import contract from '../../contract.ts'
import { ConnectionTable } from '../entities.ts'
import { apartOf } from '../policies.ts'
import { acceptRequest, ignoreRequest } from './connections.ts'

type Side = 'requesterId' | 'recipientId'
const ANSWERED = ['accepted', 'ignored'] as const
/** A request stays where it was told once it is answered, with what has come of it. */
const subjects =
  (state: 'requested' | 'accepted', mine: Side, other: Side) =>
  async (ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> => {
    if (!ctx.member) return new Map()
    const [rows, apart] = await Promise.all([
      ctx.em.find(
        ConnectionTable,
        { id: { $in: ids }, [mine]: ctx.member.id, state: state === 'requested' ? ['requested', ...ANSWERED] : state },
        { disableIdentityMap: true },
      ),
      apartOf(ctx),
    ])
    const people = await ctx.members.byIds(rows.map((row) => row[other]))
    return new Map(
      rows.flatMap((row): [number, NotificationSubject][] => {
        const person = people.get(row[other])
        if (!person?.isActive || apart.includes(person.id)) return []
        const excerpt = state === 'requested' ? excerptOf(row.message) : ''
        return [[row.id, { title: person.name, path: `/u/${person.publicUid}`, spaceId: null, excerpt, type: 'Connection' }]]
      }),
    )
  }
const OFFERS = [
  { key: 'accept', byMail: true },
  { key: 'decline', byMail: true },
]
export const kinds: NotificationKind[] = [
  {
    key: 'connection_request',
    icon: 'user-plus',
    group: 'inbox',
    defaults: { in_app: true, email: true, push: true },
    topic: 'people',
    subjects: subjects('requested', 'recipientId', 'requesterId'),
    offers: {
      async of(ctx, news) {
        const rows = await ctx.em.find(ConnectionTable, { id: { $in: news.map(({ subjectId }) => subjectId) } }, { disableIdentityMap: true })
        const states = new Map(rows.map(({ id, state }) => [id, state]))
        return news.map(({ subjectId }) => {
          const state = states.get(subjectId)
          if (state === 'requested') return { offers: OFFERS }
          return { offers: [], ...(state ? { outcome: state === 'accepted' ? 'accept' : 'decline' } : {}) }
        })
      },
      async take(ctx, key, { subjectId }) {
        await (key === 'accept' ? acceptRequest : ignoreRequest)(ctx, subjectId)
      },
    },
  },
  {
    key: 'connection_accepted',
    icon: 'user-check',
    topic: 'people',
    defaults: { in_app: true, email: false, push: true },
    subjects: subjects('accepted', 'requesterId', 'recipientId'),
  },
]

const told = (kind: 'connection_request' | 'connection_accepted', reason: string) =>
  async function tell(ctx: Ctx, { connectionId, memberId, byMemberId }: { connectionId: number; memberId: number; byMemberId: number }, { at }: { at: Date }) {
    const key = `${kind}:${connectionId}`
    await ctx.use(notifications).tell({ kind, subjectId: connectionId, key, actorMemberId: byMemberId, at, to: [{ memberId, reason }] })
  }
export const news = [
  on(contract.events['connection.requested'], 'tell-asked', told('connection_request', 'connection_asked')),
  on(contract.events['connection.accepted'], 'tell-accepted', told('connection_accepted', 'connection_wanted')),
]
