/** A member deletes their membership; for some days they can still undo it. */
import { conflict } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { GRACE_DAYS } from '../../contract.ts'
import { DeletionTable } from '../entities.ts'
import { dateIn } from './leaving.ts'

const owns = (ctx: Ctx) => ctx.me().accountId === ctx.platform.ownerAccountId

export async function deletion(ctx: Ctx) {
  const found = await ctx.em.findOne(DeletionTable, { memberId: ctx.me().id })
  return { due_at: found?.dueAt.toISOString() ?? null, grace_days: GRACE_DAYS, owns_community: owns(ctx) }
}

export async function leavingAt(ctx: Ctx, memberIds: number[]): Promise<Map<number, Date>> {
  const found = memberIds.length ? await ctx.em.find(DeletionTable, { memberId: { $in: memberIds } }) : []
  return new Map(found.map(({ memberId, dueAt }) => [memberId, dueAt]))
}

async function tell(ctx: Ctx, key: 'asked' | 'cancelled', dueAt: Date | null) {
  const { email } = ctx.account!
  const words = { community: ctx.community.name, date: dueAt ? dateIn(ctx.locale, dueAt) : '', url: `${ctx.community.url}/account/data` }
  await ctx.mail({
    to: email,
    subject: ctx.t(`deletion.mail.${key}`, words),
    text: ctx.t(`deletion.mail.${key}_text`, words),
    locale: ctx.locale,
    kind: { key: `deletion_${key}`, values: { name: ctx.me().name, date: words.date } },
  })
}

/** @throws AtriumError 409 `owner_stays` */
export async function askDeletion(ctx: Ctx, content: 'keep' | 'remove') {
  if (owns(ctx)) throw conflict('The owner can’t leave the community. Transfer ownership first.', 'owner_stays')
  const dueAt = new Date(ctx.now().getTime() + GRACE_DAYS * 86_400_000)
  const memberId = ctx.me().id
  await ctx.em.upsert(DeletionTable, { memberId, communityId: ctx.community.id, content, dueAt, createdAt: ctx.now(), updatedAt: ctx.now() } as never, {
    onConflictFields: ['communityId', 'memberId'] as never,
  })
  await ctx.audit('member.deletion_asked', `member:${memberId}`, { content })
  await tell(ctx, 'asked', dueAt)
  return deletion(ctx)
}

export async function cancelDeletion(ctx: Ctx) {
  const gone = await ctx.em.nativeDelete(DeletionTable, { memberId: ctx.me().id })
  if (gone) {
    await ctx.audit('member.deletion_cancelled', `member:${ctx.me().id}`)
    await tell(ctx, 'cancelled', null)
  }
  return deletion(ctx)
}
