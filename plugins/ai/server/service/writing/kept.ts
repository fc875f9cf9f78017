/**
 * What a model has written, kept to be shown again. It is found by a hash of all that it was made of: the same is never paid for twice, what was made
 * of former words is not shown any more, and only who may read the words can ask for what was made of them.
 */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Ctx, inWrite } from '@atrium/sdk/server'
import { notWritten, WRITE_MS, write } from './write.ts'

/** Milliseconds between two looks at a text that another request has written, and for which one that writes is waited for. */
const LOOK_MS = 500
const LEASE_MS = WRITE_MS + 15_000
/** Days after which a text is made anew. */
const KEPT_DAYS = 180

export interface Wanted {
  /** In English, with all that decides how it is written. */
  task: string
  text: string
  /** Whose words it is made of. */
  memberIds: readonly number[]
  maxTokens?: number
  /** What is kept of the model's words; null where they are of no use. */
  check: (written: string) => string | null
}
export interface Kept {
  text: string
  createdAt: Date
}
const hashOf = (ctx: Ctx, { task, text }: Wanted): string =>
  createHash('sha256')
    .update(JSON.stringify([ctx.locale, task, text]))
    .digest('base64url')

export async function kept(ctx: Ctx, wanted: Wanted): Promise<Kept | null> {
  const [row] = await ctx.sql<{ text: string; created_at: Date }>(
    'select text, created_at from ai.written where community_id = $1 and hash = $2 and text is not null',
    [hashOf(ctx, wanted)],
  )
  return row ? { text: row.text, createdAt: row.created_at } : null
}

/** The place of a text, for whoever comes first; null while another writes it, and once it is written. */
async function taken(ctx: Ctx, hash: string, memberIds: readonly number[]): Promise<number | null> {
  return inWrite(ctx, async (inner) => {
    const [row] = await inner.sql<{ id: number }>(
      `insert into ai.written as w (community_id, hash, of_member_ids, lease_until, created_at, updated_at) values ($1, $2, $3::bigint[], $4, $5, $5)
       on conflict (community_id, hash) do update set lease_until = excluded.lease_until, updated_at = excluded.updated_at
         where w.text is null and w.lease_until <= $5 returning id`,
      [hash, [...new Set(memberIds)], new Date(inner.now().getTime() + LEASE_MS), inner.now()],
    )
    return row?.id ?? null
  })
}
/**
 * Written by the model where nobody has asked for it yet. Of several who ask at once one pays. Outside of transactions.
 * @throws AtriumError as `write`; 502 also for words that `check` refuses. Nothing is kept then
 */
export async function writtenOnce(ctx: Ctx, wanted: Wanted): Promise<Kept> {
  const hash = hashOf(ctx, wanted)
  let id: number | null = null
  for (;;) {
    const known = await kept(ctx, wanted)
    if (known) return known
    id = await taken(ctx, hash, wanted.memberIds)
    if (id !== null) break
    await setTimeout(LOOK_MS)
  }
  let text: string | null = null
  try {
    text = wanted.check(
      await write(ctx, { task: wanted.task, text: wanted.text, locale: ctx.locale, ...(wanted.maxTokens ? { maxTokens: wanted.maxTokens } : {}) }),
    )
    if (!text) throw notWritten()
  } finally {
    await inWrite(ctx, (inner) =>
      text
        ? inner.sql('update ai.written set text = $3, lease_until = null, created_at = $4, updated_at = $4 where community_id = $1 and id = $2', [
            id,
            text,
            inner.now(),
          ])
        : inner.sql('delete from ai.written where community_id = $1 and id = $2 and text is null', [id]),
    )
  }
  return { text, createdAt: ctx.now() }
}

/** What was made of a member's words, as when they want nothing of theirs read. */
export async function forgetOf(ctx: Ctx, memberId: number): Promise<void> {
  await ctx.sql('delete from ai.written where community_id = $1 and of_member_ids @> array[$2::bigint]', [memberId])
}
/** Each night: what nobody has had made for long, and places whose writer is gone. */
export async function purgeWritten(ctx: Ctx): Promise<void> {
  await ctx.sql('delete from ai.written where community_id = $1 and (created_at < $2 or (text is null and lease_until < $3))', [
    new Date(ctx.now().getTime() - KEPT_DAYS * 86_400_000),
    ctx.now(),
  ])
}
