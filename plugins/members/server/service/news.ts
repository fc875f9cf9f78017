/** What members are told of connections: that somebody asks, and that somebody has accepted. What was ignored or taken back is told no more. */
import { type Ctx, excerptOf, on } from '@atrium/sdk/server'
import notifications, { type NotificationKind, type NotificationSubject } from '../../../notifications/contract.ts'
import contract from '../../contract.ts'
import { ConnectionTable } from '../entities.ts'
import { apartOf } from '../policies.ts'

type Side = 'requesterId' | 'recipientId'
const subjects =
  (state: 'requested' | 'accepted', mine: Side, other: Side) =>
  async (ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> => {
    if (!ctx.member) return new Map()
    const [rows, apart] = await Promise.all([
      ctx.em.find(ConnectionTable, { id: { $in: ids }, [mine]: ctx.member.id, state }, { disableIdentityMap: true }),
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
export const kinds: NotificationKind[] = [
  {
    key: 'connection_request',
    icon: 'user-plus',
    group: 'inbox',
    defaults: { in_app: true, email: true, push: true },
    subjects: subjects('requested', 'recipientId', 'requesterId'),
  },
  {
    key: 'connection_accepted',
    icon: 'user-check',
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

/** The request has been answered or taken back: nothing of it is new any more. */
export async function settled(ctx: Ctx, connectionId: number, also: 'ended' | 'answered'): Promise<void> {
  await ctx.use(notifications).withdraw('connection_request', connectionId)
  if (also === 'ended') await ctx.use(notifications).withdraw('connection_accepted', connectionId)
}
