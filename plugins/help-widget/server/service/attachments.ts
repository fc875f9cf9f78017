/** Files that are sent to the team: taken before their message, and kept with it. */
import { AtriumError, invalid, notFound, sentence } from '@atrium/sdk'
import { type Ctx, inWrite, unlessRefused } from '@atrium/sdk/server'
import { MAX_FILE_BYTES } from '../../contract.ts'
import { type Asker, needAsker } from './asker.ts'

/** Files that wait for their message, and hours that they wait. */
const MOST_WAITING = 20
const WAITS_HOURS = 24
/** Of one statement of the sweep, and statements of one run. */
const STEP = 100
const STEPS = 20

const OF = '(visitor_id is not distinct from $2::bigint and member_id is not distinct from $3::bigint)'
const who = ({ visitorId, memberId }: Asker): [number | null, number | null] => [memberId === null ? visitorId : null, memberId]

const gone = () => invalid({ attachment_ids: ['This file isn’t here any more. Add it again.'] })

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > MAX_FILE_BYTES) throw new AtriumError(413, 'file_too_large', sentence('Files can be up to {max} MB.', { max: MAX_FILE_BYTES / 2 ** 20 }))
    parts.push(part)
  }
  if (size === 0) throw invalid({ file: ['This file is empty.'] })
  return Buffer.concat(parts)
}
/** @throws AtriumError 403 `visit_first`; 413, 422, 429, 507 */
export async function upload(ctx: Ctx, filename: string, body: AsyncIterable<Uint8Array>) {
  const asker = await needAsker(ctx)
  const [{ count } = { count: 0 }] = await ctx.sql<{ count: number }>(
    `select count(*)::int as count from help_widget.attachment where community_id = $1 and ${OF} and sent_at is null`,
    who(asker),
  )
  if (count >= MOST_WAITING) throw new AtriumError(429, 'rate_limited', 'Send the files you’ve already added first.', { retryAfter: 60 })
  const data = await bytesOf(body)
  return inWrite(ctx, async (inner) => {
    const file = await inner.files.put({ filename, data })
    const [row] = await inner.sql<{ id: number }>(
      'insert into help_widget.attachment (community_id, visitor_id, member_id, file_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $5) returning id',
      [...who(asker), file.id, inner.now()],
    )
    await inner.files.keep(file.id, `help_attachment:${row!.id}`)
    return { id: row!.id, filename: file.filename, content_type: file.contentType, byte_size: file.byteSize }
  })
}
/** @throws AtriumError 404 for another's */
export async function check(ctx: Ctx, id: number) {
  const [row] = await ctx.sql<{ id: number; file_id: number; sent_at: Date | null }>(
    `select id, file_id, sent_at from help_widget.attachment where community_id = $1 and ${OF} and id = $4`,
    [...who(await needAsker(ctx)), id],
  )
  const file = row && (await ctx.files.byIds([row.file_id])).get(row.file_id)
  if (!file) throw notFound('File')
  return { id, filename: file.filename, content_type: file.contentType, byte_size: file.byteSize, is_ready: row.sent_at === null }
}
/** The files of a message, in its order; those of a message that is sent again too. @throws AtriumError 422 for another's, and for what is gone */
export async function taken(ctx: Ctx, asker: Asker, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await ctx.sql<{ id: number; file_id: number }>(
    `update help_widget.attachment set sent_at = coalesce(sent_at, $5), updated_at = $5 where community_id = $1 and ${OF} and id = any ($4::bigint[]) returning id, file_id`,
    [...who(asker), ids, ctx.now()],
  )
  const files = new Map(rows.map(({ id, file_id }) => [id, file_id]))
  if (ids.some((id) => !files.has(id))) throw gone()
  return ids.map((id) => files.get(id)!)
}
/** A file goes with one message: what takes that back takes nothing from another. The same message sent again has it already. @throws AtriumError 422 */
export async function keepFor(ctx: Ctx, fileIds: readonly number[], messageId: number): Promise<void> {
  if (fileIds.length === 0) return
  const usedBy = `inbox_message:${messageId}`
  const files = await ctx.sql<{ id: number; used_by: string | null }>(
    'select id, used_by from kernel.file_card where community_id = $1 and id = any ($2::bigint[])',
    [fileIds],
  )
  if (files.some(({ used_by }) => used_by !== usedBy && used_by?.startsWith('inbox_message:'))) throw gone()
  for (const { id } of files) await ctx.files.keep(id, usedBy)
}
/** Those that were never sent. A flood of them is gone within hours. */
export async function sweep(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - WAITS_HOURS * 3_600_000)
  for (let i = 0; i < STEPS; i++) {
    const rows = await ctx.sql<{ file_id: number }>(
      `delete from help_widget.attachment where community_id = $1 and id in (
         select id from help_widget.attachment where community_id = $1 and sent_at is null and created_at < $2 limit ${STEP}) returning file_id`,
      [before],
    )
    for (const { file_id } of rows) await unlessRefused(ctx.files.remove(file_id), undefined, 404)
    if (rows.length < STEP) return
  }
}
