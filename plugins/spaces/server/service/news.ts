/** What members are told of spaces: requests to those who decide on them, what was decided, and that somebody added them. */
import { authorize, type Ctx, excerptOf, on } from '@atrium/sdk/server'
import notifications, { type NotificationKind, type NotificationOffers, type NotificationSubject } from '../../../notifications/contract.ts'
import contract from '../../contract.ts'
import { JoinRequestTable } from '../entities.ts'
import { NO_SPACE, spacePolicy } from '../policies.ts'
import type { SpaceRow } from '../reads.ts'
import { type Reach, reachOf, spaceMap } from './access.ts'
import { decide, hostsOf } from './requests.ts'
import { spaceById } from './spaces.ts'

/** Spaces by ids, where this reader meets the rule. */
const subjects =
  (may: (ctx: Ctx, row: SpaceRow, reach: Reach) => boolean | Promise<boolean>, end = '') =>
  async (ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> => {
    const [{ byId }, reach] = await Promise.all([spaceMap(ctx), reachOf(ctx)])
    const found = new Map<number, NotificationSubject>()
    for (const id of ids) {
      const row = byId.get(id) as SpaceRow | undefined
      if (row && (await may(ctx, row, reach))) found.set(id, { title: row.name, path: `/c/${row.slug}${end}`, spaceId: id, type: 'Space' })
    }
    return found
  }
const entered = subjects((_ctx, row, reach) => reach.canView(row.id))
const known = subjects((ctx, row, reach) => spacePolicy.view(ctx, { row, reach }))
const tended = subjects((ctx, row, reach) => spacePolicy.moderate(ctx, { row, reach }), '/members')
/** Spaces that somebody asks to be let into, with the asker's words below: what was decided meanwhile is told to nobody. */
async function asking(ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> {
  const spaces = await tended(ctx, ids)
  const rows = await ctx.sql<{ space_id: number; message: string }>(
    `select distinct on (space_id) space_id, message from spaces.join_request
     where community_id = $1 and space_id = any ($2::bigint[]) and status = 'open' order by space_id, id desc`,
    [[...spaces.keys()]],
  )
  return new Map(rows.map(({ space_id, message }) => [space_id, { ...spaces.get(space_id)!, excerpt: excerptOf(message) }]))
}
/** Answered where it is told, as long as one alone asks: who of several is meant stands on the page of the space. */
const answered: NotificationOffers = {
  async of(ctx, news) {
    const rows = await ctx.sql<{ id: number; status: string; open: number }>(
      `select r.id, r.status, (select count(*)::int from spaces.join_request o where o.community_id = $1 and o.space_id = r.space_id and o.status = 'open') as open
       from spaces.join_request r where r.community_id = $1 and r.id = any ($2::bigint[])`,
      [news.map(({ values }) => Number(values['request'] ?? 0))],
    )
    return news.map(({ values }) => {
      const request = rows.find(({ id }) => id === values['request'])
      if (request?.status === 'open') return { offers: request.open === 1 ? [{ key: 'accept' }, { key: 'decline' }] : [] }
      return { offers: [], ...(request && { outcome: request.status === 'accepted' ? 'accept' : 'decline' }) }
    })
  },
  async take(ctx, key, { subjectId, values }) {
    const seen = await authorize(ctx, spacePolicy, 'moderate', await spaceById(ctx, subjectId), ...NO_SPACE)
    await decide(ctx, seen, Number(values['request']), key === 'accept')
  },
}
const ways = { in_app: true, email: true, push: true }

export const kinds: NotificationKind[] = [
  {
    key: 'join_request',
    icon: 'user-plus',
    topic: 'spaces',
    defaults: ways,
    subjects: asking,
    offers: answered,
    // only for those who decide on them somewhere
    async reaches(ctx) {
      const [{ byId }, reach] = await Promise.all([spaceMap(ctx), reachOf(ctx)])
      const may = await Promise.all([...byId.values()].map((row) => spacePolicy.moderate(ctx, { row: row as SpaceRow, reach })))
      return may.includes(true)
    },
  },
  { key: 'join_accepted', icon: 'circle-check', topic: 'spaces', defaults: ways, subjects: entered },
  { key: 'join_declined', icon: 'circle-x', topic: 'spaces', defaults: ways, subjects: known },
  { key: 'space_added', icon: 'users', topic: 'spaces', defaults: { in_app: true, email: false, push: false }, subjects: entered },
]

const requestOf = (ctx: Ctx, spaceId: number, memberId: number) => ctx.em.findOne(JoinRequestTable, { spaceId, memberId }, { disableIdentityMap: true })
const asked = (request: { id: number; askedAt: Date }) => `asked:${request.id}:${request.askedAt.getTime()}`
/** The same for the decision and for whatever else lets somebody in who has asked: one fact. */
const decided = (request: { id: number; decidedAt?: Date | null }) => `join_request:${request.id}:${request.decidedAt?.getTime() ?? 0}`

export const news = [
  on(contract.events['space.join_requested'], 'tell-hosts', async (ctx, { spaceId, memberId }, { at }) => {
    const request = await requestOf(ctx, spaceId, memberId)
    if (request?.status !== 'open') return
    const to = (await hostsOf(ctx, spaceId)).map(({ id }) => ({ memberId: id, reason: 'host' }))
    await ctx
      .use(notifications)
      .tell({ kind: 'join_request', subjectId: spaceId, key: asked(request), actorMemberId: memberId, at, values: { request: request.id }, to })
  }),
  on(contract.events['space.join_decided'], 'tell-decided', async (ctx, { spaceId, memberId, accepted }, { at, actorMemberId }) => {
    const request = await requestOf(ctx, spaceId, memberId)
    if (!request) return
    // the others who see to who comes in have nothing to decide any more
    await ctx.use(notifications).withdraw('join_request', spaceId, asked(request))
    await ctx.use(notifications).tell({
      kind: accepted ? 'join_accepted' : 'join_declined',
      subjectId: spaceId,
      key: decided(request),
      // who declined is not said
      actorMemberId: accepted ? actorMemberId : null,
      at,
      to: [{ memberId, reason: 'asked' }],
    })
  }),
  on(contract.events['space.member_joined'], 'tell-added', async (ctx, { spaceId, memberId }, { eventId, at, actorMemberId }) => {
    if (actorMemberId === null || actorMemberId === memberId) return
    const request = await requestOf(ctx, spaceId, memberId)
    const wasAsked = request?.status === 'accepted' && request.decidedAt && Math.abs(request.decidedAt.getTime() - at.getTime()) < 60_000
    await ctx.use(notifications).tell({
      kind: wasAsked ? 'join_accepted' : 'space_added',
      subjectId: spaceId,
      key: wasAsked ? decided(request) : `joined:${eventId}`,
      actorMemberId,
      at,
      to: [{ memberId, reason: wasAsked ? 'asked' : 'added' }],
    })
  }),
]
