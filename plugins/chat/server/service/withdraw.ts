/** Messages that are hidden, with all of their author's or by themselves, or removed for good; in both cases the placeholder of a deleted message stays. */
import type { Ctx, InferEntity } from '@atrium/sdk/server'
import content, { type JudgedRecord, type Withdrawal, type WithdrawalOfOne } from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { MessageTable, ReminderTable, RevisionTable, RoomTable } from '../entities.ts'
import { index, touch } from './messages.ts'

/** Messages in one step. */
const AT_ONCE = 200

async function step(ctx: Ctx, found: InferEntity<typeof MessageTable>[], how: Withdrawal, alone = false): Promise<void> {
  for (const { id, body = null, text, voiceId = null, withdrawn } of found) {
    const back = how === 'show' && withdrawn ? withdrawn : null
    await ctx.em.nativeUpdate(
      MessageTable,
      { id },
      {
        ...(back ?? { body: null, text: '', voiceId: null }),
        withdrawn: how === 'hide' ? { body, text: text ?? '', voiceId } : null,
        withdrawnAlone: how === 'hide' && alone,
        deletedAt: back ? null : ctx.now(),
      },
    )
    if (how !== 'remove') continue
    await ctx.em.nativeDelete(RevisionTable, { messageId: id })
    await ctx.em.nativeDelete(ReminderTable, { messageId: id })
    await ctx.use(content).forget('message', id)
  }
  for (const [roomId, messages] of Map.groupBy(found, (message) => message.roomId)) {
    const room = await ctx.em.findOneOrFail(RoomTable, { id: roomId }, { disableIdentityMap: true })
    const rows = await touch(
      ctx,
      room,
      messages.map(({ id }) => id),
    )
    for (const row of rows) index(ctx, { id: room.id, kind: room.kind, uuid: room.uuid, space_id: room.spaceId ?? null }, row)
  }
}

const hidden = { withdrawn: { $ne: null } }
/** As `ContentKind.withdraw`. */
export async function withdraw(ctx: Ctx, memberId: number, how: Withdrawal): Promise<boolean> {
  const which = { hide: { deletedAt: null }, show: { ...hidden, withdrawnAlone: false }, remove: { $or: [{ deletedAt: null }, hidden] } }[how]
  const found = await ctx.em.find(MessageTable, { memberId, ...which }, { limit: AT_ONCE, orderBy: { id: 'asc' }, disableIdentityMap: true })
  await step(ctx, found, how)
  return found.length === AT_ONCE
}

/** As `ContentKind.withdrawOne`. */
export async function withdrawOne(ctx: Ctx, id: number, how: WithdrawalOfOne): Promise<void> {
  if (how === 'release') return void (await ctx.em.nativeUpdate(MessageTable, { id }, { withdrawnAlone: false }))
  if (how === 'hide') await ctx.em.nativeUpdate(MessageTable, { id, ...hidden }, { withdrawnAlone: true })
  const which = { hide: { deletedAt: null }, show: { withdrawnAlone: true }, remove: { $or: [{ deletedAt: null }, hidden] } }[how]
  await step(ctx, await ctx.em.find(MessageTable, { id, ...which }, { disableIdentityMap: true }), how, true)
}

/** As `ContentKind.judged`; of a conversation nothing is told but the message itself. */
export async function judged(ctx: Ctx, ids: number[]): Promise<JudgedRecord[]> {
  const found = await ctx.em.find(MessageTable, { id: ids }, { disableIdentityMap: true })
  const rooms = await ctx.em.find(RoomTable, { id: found.map(({ roomId }) => roomId) }, { disableIdentityMap: true })
  const cards = await ctx.use(spaces).cards(rooms.flatMap(({ spaceId }) => spaceId ?? []))
  return found.map(({ id, roomId, memberId = null, text, withdrawn, deletedAt, createdAt }) => {
    const room = rooms.find((one) => one.id === roomId)!
    const space = cards.get(room.spaceId ?? 0)
    return {
      ...{ kind: 'message', id, createdAt, title: space?.name ?? '', spaceId: room.spaceId ?? null, around: [] },
      path: `${space ? `/c/${space.slug}?tab=chat` : `/messages/${room.uuid}`}#message_${id}`,
      authorMemberId: memberId,
      text: withdrawn?.text ?? text ?? '',
      state: withdrawn ? 'hidden' : deletedAt ? 'gone' : 'shown',
    }
  })
}
