/** Emails to a few chosen members at a moment: broadcasts to them alone, which go out, stop and are told of as the others. */
import { conflict, invalid, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { ScheduledInput } from '../../contract.ts'
import { BroadcastTable } from '../entities.ts'
import { cancel, createBroadcast, deleteBroadcast, schedule, updateBroadcast } from './broadcasts.ts'

async function checkPeople(ctx: Ctx, ids: number[]): Promise<void> {
  const known = await ctx.members.byIds(ids)
  if (ids.some((id) => !known.get(id)?.isActive)) throw invalid({ member_ids: ['One of these people isn’t a member any more.'] })
}
const audienceOf = (member_ids: number[]) => ({ kind: 'people' as const, segment_ids: [], member_ids: [...new Set(member_ids)] })

/** @throws AtriumError 404 where it is none, or one to many */
export async function needScheduled(ctx: Ctx, id: number) {
  const found = await ctx.em.findOne(BroadcastTable, { id })
  if (found?.audience.kind !== 'people') throw notFound('Email')
  return found
}
/** @throws AtriumError 409 `no_mail_server`, 422 */
export async function createScheduled(ctx: Ctx, { member_ids, scheduled_at, ...fields }: ScheduledInput): Promise<number> {
  await checkPeople(ctx, member_ids)
  const id = await createBroadcast(ctx, { ...fields, name: fields.subject.slice(0, 120), audience: audienceOf(member_ids) })
  await schedule(ctx, id, new Date(scheduled_at), false, 'UTC')
  return id
}
/** It keeps its moment where none is given. @throws AtriumError 404, 409 once it goes out, 422 */
export async function updateScheduled(ctx: Ctx, id: number, { member_ids, scheduled_at, ...fields }: Partial<ScheduledInput>): Promise<void> {
  const { status, scheduledAt } = await needScheduled(ctx, id)
  if (status !== 'scheduled' && status !== 'draft') throw conflict('This email is no longer a draft, so it can’t be changed.', 'broadcast_not_draft')
  if (member_ids) await checkPeople(ctx, member_ids)
  if (status === 'scheduled') await cancel(ctx, id)
  await updateBroadcast(ctx, id, {
    ...fields,
    ...(fields.subject && { name: fields.subject.slice(0, 120) }),
    ...(member_ids && { audience: audienceOf(member_ids) }),
  })
  const at = scheduled_at ? new Date(scheduled_at) : scheduledAt
  if (at) await schedule(ctx, id, new Date(at), false, 'UTC')
}
export async function deleteScheduled(ctx: Ctx, id: number): Promise<void> {
  await needScheduled(ctx, id)
  await deleteBroadcast(ctx, id)
}
