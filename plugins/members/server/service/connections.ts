/** Who is connected with whom: asked, accepted, ignored without a word, taken back. */
import { conflict, forbidden, notFound, sentence } from '@atrium/sdk'
import { authorOf, type Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import notifications from '../../../notifications/contract.ts'
import contract, { type Connection as Reply, MAX_WAITING, type Standing } from '../../contract.ts'
import { type Connection, ConnectionTable, type Tables } from '../entities.ts'
import { apartOf, mayConnect } from '../policies.ts'
import { activeIds, type ConnectionRow, standingsRead } from '../reads.ts'

const missing = () => notFound('Connection', 'connection_not_found')
const otherOf = (row: Pick<ConnectionRow, 'requester_id' | 'recipient_id'>, me: number) => (row.requester_id === me ? row.recipient_id : row.requester_id)

/** As the reader is told: a request that was ignored still waits for its asker, and is gone for who ignored it. */
function stateFor(row: ConnectionRow, me: number): Standing['state'] | null {
  if (row.state === 'accepted') return 'accepted'
  if (row.requester_id === me) return row.withdrawn_at ? null : 'outgoing'
  return row.state === 'requested' ? 'incoming' : null
}
export async function standings(ctx: Ctx, others: number[]): Promise<Map<number, Standing>> {
  const me = ctx.member?.id
  const rows = me && others.length ? await ctx.read(standingsRead, [me, others]) : []
  return new Map(
    rows.flatMap((row) => {
      const state = stateFor(row, me!)
      return state ? [[otherOf(row, me!), { id: row.id, state }] as const] : []
    }),
  )
}
/** @param whose connections these are */
export async function present(ctx: Ctx, rows: ConnectionRow[], whose = ctx.me().id): Promise<z.input<typeof Reply>[]> {
  const people = await ctx.members.byIds(rows.map((row) => otherOf(row, whose)))
  return rows.flatMap((row) => {
    const state = stateFor(row, whose)
    const member = authorOf(people.get(otherOf(row, whose)))
    return state && member
      ? [{ id: row.id, state, message: whose === ctx.member?.id ? row.message : '', member, created_at: row.created_at, accepted_at: row.accepted_at }]
      : []
  })
}

const moved = (ctx: Ctx, ...memberIds: number[]) => {
  for (const memberId of memberIds) ctx.emit(contract.events['connection.changed'], { memberId })
}
/** By whoever was asked: nothing of the request is new any more, nor mailed. */
const answered = (ctx: Ctx, id: number): Promise<void> => ctx.use(notifications).seen('connection_request', [id])
async function accept(ctx: Ctx, row: Connection) {
  if (row.state === 'accepted') return
  Object.assign(row, { state: 'accepted', acceptedAt: ctx.now(), withdrawnAt: null })
  await ctx.em.flush()
  await answered(ctx, row.id)
  ctx.emit(contract.events['connection.accepted'], { connectionId: row.id, memberId: row.requesterId, byMemberId: row.recipientId })
  moved(ctx, row.recipientId)
}
const between = (one: number, other: number) => ({
  $or: [
    { requesterId: one, recipientId: other },
    { requesterId: other, recipientId: one },
  ],
})
const rowFrom = (row: Connection): ConnectionRow => ({
  id: row.id,
  community_id: row.communityId as number,
  requester_id: row.requesterId,
  recipient_id: row.recipientId,
  state: row.state,
  message: row.message,
  accepted_at: row.acceptedAt ?? null,
  withdrawn_at: row.withdrawnAt ?? null,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

/**
 * Asks; asked again it changes nothing, and where the other one has asked, that is accepted.
 * @throws AtriumError 403 `connections_disabled`, 404 for nobody, oneself and whom a block parts, 409 with too many waiting
 */
export async function request(ctx: Ctx, recipientId: number, message: string): Promise<z.input<typeof Reply>> {
  const me = ctx.me().id
  if (!mayConnect(ctx)) throw forbidden('Connections are turned off in this community.', 'connections_disabled')
  const [active] = await ctx.read(activeIds, [[recipientId]])
  if (!active || recipientId === me || (await apartOf(ctx)).includes(recipientId)) throw notFound('Member', 'community_member_not_found')
  const waiting = await ctx.em.count(ConnectionTable, { requesterId: me, state: { $ne: 'accepted' }, withdrawnAt: null })
  if (waiting >= MAX_WAITING) throw conflict(sentence('You have {max} pending requests. Cancel some first.', { max: MAX_WAITING }), 'too_many_requests_waiting')
  const made = await ctx.em
    .getKysely<Tables>()
    .insertInto('members.connection')
    .values({ community_id: ctx.community.id, requester_id: me, recipient_id: recipientId, message, created_at: ctx.now() })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  const row = (await ctx.em.findOneOrFail(ConnectionTable, between(me, recipientId))) as Connection
  if (made) {
    ctx.emit(contract.events['connection.requested'], { connectionId: row.id, memberId: recipientId, byMemberId: me })
    moved(ctx, me)
  } else if (row.recipientId === me) await accept(ctx, row)
  else if (row.withdrawnAt) {
    row.withdrawnAt = null
    await ctx.em.flush()
    moved(ctx, me)
  }
  const [shown] = await present(ctx, [rowFrom(row)])
  return shown!
}

async function mine(ctx: Ctx, id: number): Promise<Connection> {
  const me = ctx.me().id
  const row = await ctx.em.findOne(ConnectionTable, { id, $or: [{ requesterId: me }, { recipientId: me }] })
  if (!row) throw missing()
  return row as Connection
}
/** What waits for this reader to decide. @throws AtriumError 404 */
async function incoming(ctx: Ctx, id: number) {
  const row = await mine(ctx, id)
  if (row.recipientId !== ctx.me().id) throw missing()
  return row
}
export async function acceptRequest(ctx: Ctx, id: number): Promise<z.input<typeof Reply>> {
  const row = await incoming(ctx, id)
  await accept(ctx, row)
  const [shown] = await present(ctx, [rowFrom(row)])
  return shown!
}
export async function ignoreRequest(ctx: Ctx, id: number): Promise<void> {
  const row = await incoming(ctx, id)
  if (row.state === 'accepted') throw conflict('You’re already connected.', 'already_connected')
  row.state = 'ignored'
  await ctx.em.flush()
  await answered(ctx, id)
  moved(ctx, row.recipientId)
}
/** Takes back a request, or ends a connection. One that was ignored is kept, so that asking anew does not come up again. */
export async function withdraw(ctx: Ctx, id: number): Promise<void> {
  const row = await mine(ctx, id)
  const me = ctx.me().id
  if (row.state !== 'accepted' && row.requesterId !== me) throw missing()
  if (row.state === 'ignored') row.withdrawnAt = ctx.now()
  else ctx.em.remove(row)
  await ctx.em.flush()
  for (const kind of ['connection_request', 'connection_accepted']) await ctx.use(notifications).withdraw(kind, id)
  moved(ctx, row.requesterId, ...(row.state === 'ignored' ? [] : [row.recipientId]))
}

/** Both agree, whatever was before. */
export async function connect(ctx: Ctx, one: number, other: number): Promise<void> {
  const now = ctx.now()
  const made = await ctx.em
    .getKysely<Tables>()
    .insertInto('members.connection')
    .values({ community_id: ctx.community.id, requester_id: one, recipient_id: other, message: '', state: 'accepted', accepted_at: now, created_at: now })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return
  await ctx.em.nativeUpdate(ConnectionTable, { ...between(one, other), state: { $ne: 'accepted' } }, { state: 'accepted', acceptedAt: now, updatedAt: now })
}
/** Ends what two have, without a word. */
export async function part(ctx: Ctx, one: number, other: number): Promise<void> {
  if (await ctx.em.nativeDelete(ConnectionTable, between(one, other))) moved(ctx, one)
}
/** Those of these members with whom the reader is connected. */
export async function connectedAmong(ctx: Ctx, memberIds: number[]): Promise<number[]> {
  return [...(await standings(ctx, memberIds))].flatMap(([id, { state }]) => (state === 'accepted' ? [id] : []))
}
