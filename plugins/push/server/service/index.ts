/** Push broadcasts for set-up. */
import type { Ctx } from '@atrium/sdk/server'
import { Audience, type PushService } from '../../contract.ts'
import { BroadcastTable } from '../entities.ts'
import { create } from './broadcasts.ts'

export const service = (ctx: Ctx): PushService => ({
  draft: ({ title, message = '', path = null, audience = Audience.parse({}) }) => create(ctx, { title, message, path, audience }),
  async record({ title, message, path, at, audience, recipients }) {
    const devices = (outcome?: string) =>
      recipients.filter((one) => outcome === undefined || one.outcome === outcome).reduce((sum, one) => sum + one.devices, 0)
    const made = ctx.em.create(BroadcastTable, {
      ...{ title, message, path, audience: Audience.parse({}), status: 'sent', authorMemberId: ctx.me().id, isFilled: true },
      ...{ beginsAt: at, sentAt: at, finishedAt: at, createdAt: at, updatedAt: at, audienceCount: audience },
      recipientsCount: recipients.length,
      reachedCount: recipients.filter(({ outcome }) => outcome === 'delivered').length,
      devicesCount: devices(),
      deliveredCount: devices('delivered'),
      failedCount: devices('failed'),
      expiredCount: devices('expired'),
      openedCount: recipients.filter(({ openedAt }) => openedAt).length,
    })
    await ctx.em.flush()
    await ctx.sql(RECORD, [made.id, JSON.stringify(recipients), at])
    return made.id
  },
})
/** Devices get numbers that no browser has. */
const RECORD = `with given as (
    select * from jsonb_to_recordset($3::jsonb) as g("memberId" bigint, devices int, outcome text, "openedAt" timestamptz)),
  people as (
    insert into push.recipient (community_id, broadcast_id, member_id, status, devices, sent_at, opened_at, created_at, updated_at)
    select $1, $2, "memberId", outcome, devices, case when outcome = 'delivered' then $4::timestamptz end, "openedAt", $4, $4 from given
    returning id, status, devices, sent_at, opened_at),
  theirs as (
    insert into push.delivery (community_id, broadcast_id, recipient_id, device_id, status, due_at, sent_at, created_at, updated_at)
    select $1, $2, p.id, -row_number() over (), p.status, $4, p.sent_at, $4, $4 from people p, generate_series(1, p.devices)
    returning status)
  insert into push.hour (community_id, broadcast_id, hour, delivered, opened)
  select $1, $2, hour, sum(delivered), sum(opened) from (
    select date_trunc('hour', opened_at) as hour, 0 as delivered, 1 as opened from people where opened_at is not null
    union all select date_trunc('hour', $4::timestamptz), count(*)::int, 0 from theirs where status = 'delivered') by_hour
  group by hour`
