/** Texts that the team has prepared. */
import { conflict, notFound, sentence } from '@atrium/sdk'
import type { z } from '@atrium/sdk'
import { assign, containing, type Ctx, decodeCursor, hold, isUniqueViolation, literally, lock, type Paging, page, rowsFor } from '@atrium/sdk/server'
import { MAX_REPLIES, type preparedFields, type PreparedReply } from '../../contract.ts'
import { PreparedReplyTable } from '../entities.ts'

type Fields = z.output<typeof preparedFields>
interface Row {
  id: number
  shortcut: string
  text: string
  updated_at: Date
  key: string
}
const toReply = ({ id, shortcut, text, updated_at }: Omit<Row, 'key'>): PreparedReply => ({ id, shortcut, text, updated_at: updated_at.toISOString() })

/** Those whose shortcut begins so come first: by it one looks for them while one writes. */
export async function listReplies(ctx: Ctx, query: Paging & { text?: string | undefined }) {
  const [key = null] = decodeCursor(query.cursor, ['string']) ?? []
  const text = query.text || null
  const rows = await ctx.sql<Row>(
    `select * from (
       select id, shortcut, text, updated_at, case when shortcut ilike $3 then '0' else '1' end || lower(shortcut) as key from inbox.prepared_reply
       where community_id = $1 and ($2::text is null or shortcut ilike $2 or text ilike $2)) found
     where $4::text is null or key > $4 order by key limit $5`,
    [text && containing(text), text && `${literally(text)}%`, key, rowsFor(query)],
  )
  return page(rows, { query, key: (row) => [row.key] }, toReply)
}
const taken = (error: unknown): never => {
  if (isUniqueViolation(error, 'prepared_reply_shortcut')) throw conflict('A prepared reply with this shortcut already exists.', 'shortcut_taken')
  throw error
}
const shown = (row: { id: number; shortcut: string; text: string; updatedAt: Date }): PreparedReply =>
  toReply({ id: row.id, shortcut: row.shortcut, text: row.text, updated_at: row.updatedAt })

/** @throws AtriumError 409 `shortcut_taken`, `too_many_replies` */
export async function createReply(ctx: Ctx, fields: Fields): Promise<PreparedReply> {
  await lock(ctx, 'inbox.replies')
  const [{ count } = { count: 0 }] = await ctx.sql<{ count: number }>('select count(*)::int as count from inbox.prepared_reply where community_id = $1')
  if (count >= MAX_REPLIES) throw conflict(sentence('You can add up to {max} prepared replies.', { max: MAX_REPLIES }), 'too_many_replies')
  const reply = await ctx.em
    .transactional(async (em) => {
      const made = em.create(PreparedReplyTable, { ...fields })
      await em.flush()
      return made
    })
    .catch(taken)
  return shown(reply)
}
/** @throws AtriumError 404, 409 `shortcut_taken` */
export async function updateReply(ctx: Ctx, id: number, fields: { [Key in keyof Fields]?: Fields[Key] | undefined }): Promise<PreparedReply> {
  const reply = await hold(ctx, PreparedReplyTable, id, 'Reply')
  assign(PreparedReplyTable, reply, fields)
  await ctx.em.transactional((em) => em.flush()).catch(taken)
  return shown(reply)
}
export async function deleteReply(ctx: Ctx, id: number): Promise<void> {
  if ((await ctx.em.nativeDelete(PreparedReplyTable, { id })) === 0) throw notFound('Reply')
}
