/**
 * Webhooks. A step writes its call down, a job makes it outside of any transaction, and the run goes on with its answer. A receiver may hear of one twice,
 * by the same key, when a process dies in between.
 */
import { callWebhook, type Ctx, inWrite, newWebhookSecret, type RowOf, type WebhookAnswer } from '@atrium/sdk/server'
import { type CallTable, SecretTable } from '../entities.ts'
import { askForCalls } from '../jobs.ts'
import { finishOutside } from './outside.ts'
import type { RunRow } from './versions.ts'

const IN_HAND = 8
const CLAIM_MS = 60_000
const RUN_MS = 15_000
const MOST_ATTEMPTS = 5
/** Characters of an answer that later steps may use. */
const MOST_OUTPUT = 2_000
/** Milliseconds until the next try. */
const waitAfter = (attempts: number) => 30_000 * 4 ** (attempts - 1)

type Call = RowOf<typeof CallTable>
interface NewCall {
  run: RunRow
  stepId: number
  seq: number
  node: string
  input: { url: string; data: string }
}
export async function addCalls(ctx: Ctx, workflowId: number, calls: NewCall[]): Promise<void> {
  const people = await ctx.members.byIds(calls.flatMap(({ run }) => run.member_id ?? []))
  const addresses = await ctx.members.addresses(calls.flatMap(({ run }) => run.member_id ?? []))
  const rows = calls.map(({ run, stepId, seq, node, input }) => {
    const person = run.member_id === null ? undefined : people.get(run.member_id)
    const body = {
      type: 'workflow.step',
      workflow_id: workflowId,
      run_id: run.id,
      action_id: node,
      member: person ? { id: person.id, public_uid: person.publicUid, name: person.name, email: addresses.get(person.id)?.email ?? null } : null,
      event: run.payload,
      data: input.data,
      created_at: ctx.now().toISOString(),
    }
    return { run_id: run.id, step_id: stepId, node, url: input.url, body: JSON.stringify(body), key: `${run.id}-${seq}` }
  })
  await secretOf(ctx)
  await ctx.sql(
    `insert into workflows.call (community_id, workflow_id, run_id, step_id, node, url, body, key, due_at, created_at)
     select $1, $2, c.run_id, c.step_id, c.node, c.url, c.body, c.key, $4, $4 from jsonb_to_recordset($3::jsonb) as c(run_id bigint, step_id bigint, node text, url text, body text, key text)
     on conflict (community_id, key) do update set status = 'waiting', attempts = 0, due_at = excluded.due_at, error = null, body = excluded.body, url = excluded.url, updated_at = excluded.created_at`,
    [workflowId, JSON.stringify(rows), ctx.now()],
  )
}

/** What webhooks are signed with; made where there is none yet. */
export async function secretOf(ctx: Ctx): Promise<string> {
  return (await knownSecret(ctx)) ?? renewSecret(ctx)
}
export async function knownSecret(ctx: Ctx): Promise<string | null> {
  const [row] = await ctx.sql<{ sealed: string | null }>('select sealed from workflows.secret where community_id = $1')
  return row?.sealed ? ctx.unseal(row.sealed) : null
}
export async function renewSecret(ctx: Ctx): Promise<string> {
  const secret = newWebhookSecret()
  await ctx.em.nativeDelete(SecretTable, {})
  ctx.em.create(SecretTable, { sealed: ctx.seal(secret) })
  await ctx.em.flush()
  return secret
}
const claim = (ctx: Ctx, now: Date, until: Date) =>
  ctx.sql<Call>(
    `update workflows.call c set status = 'claimed', claimed_until = $3, attempts = attempts + 1, updated_at = $2 where c.community_id = $1 and c.id in (
       select id from workflows.call where community_id = $1 and ((status = 'waiting' and due_at <= $2) or (status = 'claimed' and claimed_until <= $2))
       order by due_at, id limit ${IN_HAND} for update skip locked) returning c.*`,
    [now, until],
  )
/** What is said of an answer; null of a good one. */
export const saidOf = ({ ok, error }: WebhookAnswer): string | null => (ok ? null : String(error?.said ?? 'The URL responded with an error.'))

/** Calls that are due. */
export async function callAll(ctx: Ctx): Promise<void> {
  for (const end = performance.now() + RUN_MS; performance.now() < end; ) {
    const now = ctx.now()
    const until = new Date(now.getTime() + CLAIM_MS)
    const claimed = await inWrite(ctx, (inner) => claim(inner, now, until))
    if (claimed.length === 0) break
    const secret = await inWrite(ctx, secretOf)
    await Promise.all(
      claimed.map(async (call) => {
        const answer = await callWebhook(ctx, { url: call.url, secrets: [secret], id: `wf_${ctx.community.id}_${call.key}`, body: call.body })
        await inWrite(ctx, (inner) => note(inner, call, answer))
      }),
    )
  }
  const [next] = await ctx.sql<{ at: Date | null }>(
    `select least((select min(due_at) from workflows.call where community_id = $1 and status = 'waiting'),
       (select min(claimed_until) from workflows.call where community_id = $1 and status = 'claimed')) as at`,
  )
  if (next?.at) await inWrite(ctx, (inner) => askForCalls(inner, next.at!))
}
async function note(ctx: Ctx, call: Call, answer: WebhookAnswer): Promise<void> {
  const { ok, status, body, error } = answer
  const now = ctx.now()
  const message = saidOf(answer)
  const goesOn = !ok && error?.code !== 'outbound_refused' && call.attempts < MOST_ATTEMPTS
  const noted = await ctx.sql(
    `update workflows.call set status = $3, due_at = coalesce($4, due_at), claimed_until = null, response_status = $5, error = $6, updated_at = $7
     where community_id = $1 and id = $2 and status = 'claimed' and attempts = $8 returning 1`,
    [
      call.id,
      goesOn ? 'waiting' : ok ? 'done' : 'failed',
      goesOn ? new Date(now.getTime() + waitAfter(call.attempts)) : null,
      status,
      message,
      now,
      call.attempts,
    ],
  )
  if (noted.length === 0) return
  if (goesOn)
    await ctx.sql('update workflows.step set attempts = $3, error = $4, updated_at = $5 where community_id = $1 and id = $2', [
      call.step_id,
      call.attempts,
      message,
      now,
    ])
  else await finishOutside(ctx, call, { ok, message, attempts: call.attempts, output: { status, body: body.slice(0, MOST_OUTPUT) } })
}
