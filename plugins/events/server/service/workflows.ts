/** What workflows can do here, and what they choose by name. */
import { forbidden, z } from '@atrium/sdk'
import { containing } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import type { WorkflowAction, WorkflowResource } from '../../../workflows/contract.ts'
import { nextDate } from './next.ts'
import { answerFor } from './rsvp.ts'

export const event: WorkflowResource = {
  key: 'event',
  choices: (ctx, { text, ids, limit }) =>
    ctx.sql<{ id: number; name: string }>(
      `select id, name from events.event where community_id = $1 and status = 'published' and ($2::text is null or name ilike $2) and ($3::bigint[] is null or id = any ($3)) order by id desc limit $4`,
      [text ? containing(text) : null, ids ?? null, limit],
    ),
}
export const recurringEvent: WorkflowResource = {
  key: 'recurring_event',
  choices: (ctx, { text, ids, limit }) =>
    ctx.sql<{ id: number; name: string }>(
      `select id, name from events.event where community_id = $1 and status = 'published' and rule is not null and ($2::text is null or name ilike $2) and ($3::bigint[] is null or id = any ($3)) order by id desc limit $4`,
      [text ? containing(text) : null, ids ?? null, limit],
    ),
}
