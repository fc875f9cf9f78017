/** What workflows choose here by name. */
import { containing } from '@atrium/sdk/server'
import type { WorkflowResource } from '../../../workflows/contract.ts'

export const form: WorkflowResource = {
  key: 'form',
  choices: (ctx, { text, ids, limit }) =>
    ctx.sql<{ id: number; name: string }>(
      `select id, name as name from forms.form where community_id = $1 and ($2::text is null or name ilike $2) and ($3::bigint[] is null or id = any ($3)) order by id desc limit $4`,
      [text ? containing(text) : null, ids ?? null, limit],
    ),
}
