/** Being there: saying so, leaving, hands, reactions, and the way to sound and pictures. Everybody acts on their own row alone. */
import { conflict, forbidden, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { z } from '@atrium/sdk'
import content from '../../../content/contract.ts'
import contract, { type LEAVE_REASONS, type Preferences, type Source } from '../../contract.ts'
import { findRoom } from '../policies.ts'
import { needOwn, needPerson, ownIn, seatOf } from './joining.ts'
import { depart } from './leaving.ts'
import { mediaOf, type Seat } from './media.ts'
import { pushPeople } from './news.ts'
import { maySpeak, presentPerson } from './present.ts'
import { holdRoom } from './rooms.ts'
import { isAbove, lower, silence } from './staff.ts'

/** Answers what one is by now, also for who was put out meanwhile. @throws AtriumError 404 for another's row as for none */
export async function beat(ctx: Ctx, id: number, participantId: number) {
  const found = await findRoom(ctx, id)
  const { room } = found
  let own = await ownIn(ctx, room)
  if (own?.id !== participantId) throw notFound('Participant')
  const isLower = isAbove(found, own)
  if (isLower) await lower(ctx, id)
  const isSilenced = maySpeak(own) && !(await ctx.use(content).mayWrite())
  if (isSilenced) await silence(ctx, id, own.id)
  if (isLower || isSilenced) own = await needPerson(ctx, id, own.id)
  await ctx.sql(`update live.participant set seen_at = $3 where community_id = $1 and id = $2 and status in ('in', 'waiting')`, [own.id, ctx.now()])
  return { participant: await presentPerson(ctx, own), media: own.media, room }
}

/** Idempotent. @throws AtriumError 404 */
export async function leave(ctx: Ctx, id: number, reason: (typeof LEAVE_REASONS)[number]): Promise<void> {
  const { room } = await findRoom(ctx, id)
  const own = await ownIn(ctx, room)
  if (own) await depart(ctx, await holdRoom(ctx, id), { ids: [own.id], reason })
}

export async function raiseHand(ctx: Ctx, id: number, isRaised: boolean): Promise<void> {
  const found = await findRoom(ctx, id)
  const own = await needOwn(ctx, found)
  await ctx.sql(
    `update live.participant set hand_raised_at = case when $3::boolean then coalesce(hand_raised_at, $4::timestamptz) end, updated_at = $4
     where community_id = $1 and id = $2 and status = 'in'`,
    [own.id, isRaised, ctx.now()],
  )
  await pushPeople(ctx, found.room, [own.role])
}
export async function react(ctx: Ctx, id: number, emoji: string): Promise<void> {
  const own = await needOwn(ctx, await findRoom(ctx, id))
  ctx.push(`live:${id}`, contract.events['reaction.given'].name, { roomId: id, participantId: own.id, emoji })
}

/** Where the reader sits. @throws AtriumError 403 `not_in_room`, 404, 409 `on_broadcast` */
async function ownSeat(ctx: Ctx, id: number): Promise<Seat> {
  const found = await findRoom(ctx, id)
  const own = await needOwn(ctx, found)
  if (own.media === 'hls') throw conflict('You watch this stream’s broadcast.', 'on_broadcast')
  return seatOf(found.room, isAbove(found, own) ? { ...own, role: found.staff ?? 'participant' } : own)
}
/** @throws AtriumError 403 `may_not_speak` */
export async function publish(ctx: Ctx, id: number, sdp: string, sources: Record<string, Source> | undefined) {
  const seat = await ownSeat(ctx, id)
  if (!seat.mayPublish || !(await ctx.use(content).mayWrite())) throw forbidden('You can’t turn on your microphone or camera in this room.', 'may_not_speak')
  return mediaOf(ctx).publish(seat, sdp, sources)
}
export const subscribe = async (ctx: Ctx, id: number, sdp: string) => mediaOf(ctx).subscribe(await ownSeat(ctx, id), sdp)
export const prefer = async (ctx: Ctx, id: number, wishes: z.output<typeof Preferences>) => mediaOf(ctx).prefer(await ownSeat(ctx, id), wishes)
