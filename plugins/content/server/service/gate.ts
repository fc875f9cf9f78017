/** Whether a member may write now, and whether a text is published, held for review or refused: asked here for records of every kind. */
import { forbidden } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import contract, { type ContentService, type Draft, type JudgedRecord, type Verdict, type WithdrawalOfOne } from '../../contract.ts'
import { kindIn } from './records.ts'

const gates = (ctx: Ctx) => ctx.fill(contract.points.gate)

/** The first reason there is, asked once a request. */
const refusal = (ctx: Ctx) =>
  ctx.once('content.refusal', async () => {
    if (!ctx.member) return null
    for (const { value } of gates(ctx)) {
      const reason = await value.refusal(ctx)
      if (reason !== null) return reason
    }
    return null
  })
export const mayWrite = async (ctx: Ctx): Promise<boolean> => (await refusal(ctx)) === null
export async function demandWriting(ctx: Ctx): Promise<void> {
  const reason = await refusal(ctx)
  if (reason !== null) throw forbidden(reason, 'may_not_write')
}
export async function judge(ctx: Ctx, draft: Draft): Promise<Verdict | null> {
  if (!ctx.member) return null
  await demandWriting(ctx)
  const found: Verdict[] = []
  for (const { value } of gates(ctx)) {
    const verdict = await value.judge(ctx, draft)
    if (verdict) found.push(verdict)
  }
  if (found.length === 0) return null
  return {
    held: found.some(({ held }) => held),
    async noted(id) {
      for (const verdict of found) await verdict.noted(id)
    },
  }
}

/** For what moderators decide about single records. */
export const moderation = (
  ctx: Ctx,
): Pick<ContentService, 'withdrawOne' | 'removeOf' | 'restoreOf' | 'removedOf' | 'movedOf' | 'judged' | 'demandWriting' | 'mayWrite' | 'judge'> => ({
  async withdrawOne(kind: string, id: number, how: WithdrawalOfOne) {
    const found = kindIn(ctx, kind)
    await found?.value.withdrawOne?.(ctx, id, how)
  },
  async removeOf(kind, id, why) {
    for (const { value } of ctx.fill(contract.points.removal)) if (await value.remove(ctx, kind, id, why)) return true
    return false
  },
  async restoreOf(kind, id) {
    for (const { value } of ctx.fill(contract.points.removal)) if (await value.restore(ctx, kind, id)) return true
    return false
  },
  async removedOf(kind, since) {
    return (await Promise.all(ctx.fill(contract.points.removal).map(({ value }) => value.removed(ctx, kind, since)))).flat()
  },
  async movedOf(kind, id, from) {
    for (const { value } of ctx.fill(contract.points.removal)) await value.moved(ctx, kind, id, from)
  },
  async judged(kind: string, ids: number[]): Promise<JudgedRecord[]> {
    const found = kindIn(ctx, kind)
    return ids.length && found?.value.judged ? found.value.judged(ctx, ids) : []
  },
  demandWriting: () => demandWriting(ctx),
  mayWrite: () => mayWrite(ctx),
  judge: (draft) => judge(ctx, draft),
})
