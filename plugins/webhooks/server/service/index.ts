/** Webhooks for set-up. */
import { type Ctx, newWebhookSecret } from '@atrium/sdk/server'
import { MAX_TRIES, PAUSES, type WebhooksService } from '../../contract.ts'
import { EndpointTable, type StoredTry } from '../entities.ts'
import { membersIn } from './events.ts'

const MINUTE = 60_000

export const service = (ctx: Ctx): WebhooksService => ({
  async record({ name, url, events, state, deliveries }) {
    const secret = ctx.seal(newWebhookSecret())
    const rows = deliveries.map(({ event, at: happened, data, tries }, n) => {
      let moment = happened.getTime() + 1_000
      const kept: StoredTry[] = []
      for (const { status, ms } of tries) {
        if (kept.length) moment += PAUSES[kept.length - 1]! * MINUTE
        if (moment > ctx.now().getTime()) break
        kept.push({ at: new Date(moment).toISOString(), status, ms, error: status === null ? 'The other server took too long to respond.' : null })
      }
      const last = tries[kept.length - 1]!
      const isOk = last.status !== null && last.status < 300
      const isWaiting = !isOk && kept.length < MAX_TRIES && state === 'resting'
      return {
        ...{ event, happened_at: happened, data, member_ids: membersIn(data), sequence: n + 1, tries: kept, attempts: kept.length, is_failing: !isOk },
        ...{ status: isOk ? 'delivered' : isWaiting ? 'waiting' : 'failed', due_at: new Date(moment + (PAUSES[kept.length - 1] ?? 0) * MINUTE) },
        ...{ answer_headers: last.status === null ? null : { 'content-type': 'application/json' }, answer_body: last.body },
      }
    })
    const failingSince = rows[rows.findLastIndex(({ is_failing }) => !is_failing) + 1]?.happened_at ?? ctx.now()
    const lastTry = rows
      .flatMap(({ tries }) => tries.at(-1)?.at ?? [])
      .sort()
      .at(-1)
    const made = ctx.em.create(EndpointTable, {
      ...{ name, url, events, status: state, secret, createdByMemberId: ctx.me().id, sequence: deliveries.length },
      ...{ lastTryAt: lastTry ? new Date(lastTry) : null, ...(state === 'resting' && { restingSince: lastTry ? new Date(lastTry) : ctx.now(), failingSince }) },
    })
    await ctx.em.flush()
    await ctx.sql(RECORD, [made.id, JSON.stringify(rows)])
    return made.id
  },
})
const RECORD = `with given as (
    select * from jsonb_to_recordset($3::jsonb) as g(event text, happened_at timestamptz, data jsonb, member_ids bigint[], sequence bigint, tries jsonb, attempts smallint,
      is_failing boolean, status text, due_at timestamptz, answer_headers jsonb, answer_body text)),
  made as (
    insert into webhooks.delivery (community_id, endpoint_id, event, sequence, happened_at, data, member_ids, status, due_at, attempts, tries, is_failing, answer_headers,
      answer_body, created_at, updated_at)
    select $1, $2, event, sequence, happened_at, data, member_ids, status, due_at, attempts, tries, is_failing, answer_headers, answer_body, happened_at, happened_at
    from given order by sequence)
  insert into webhooks.hour (community_id, endpoint_id, hour, delivered, failed)
  select $1, $2, date_trunc('hour', (t ->> 'at')::timestamptz), count(*) filter (where (t ->> 'status')::int < 300), count(*) filter (where ((t ->> 'status')::int < 300) is not true)
  from given, jsonb_array_elements(tries) t group by 3`
