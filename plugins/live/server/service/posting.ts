/** Videos of recordings in the community: posted in a space, and taken out of everything when they are deleted. */
import { type Ctx, actingAs, type RowOf, unlessRefused } from '@atrium/sdk/server'
import posts from '../../../posts/contract.ts'
import spaces from '../../../spaces/contract.ts'
import type { RecordingTable } from '../entities.ts'
import { push } from './news.ts'

type Row = RowOf<typeof RecordingTable>

/** The job: once, in the name of who wanted it, if they may still post there. */
export async function postRecording(ctx: Ctx, id: number): Promise<void> {
  const [row] = await ctx.sql<Row>(`select * from live.recording where community_id = $1 and id = $2 and status = 'ready' and post_id is null for update`, [id])
  if (!row?.file_id || row.post_space_id === null || row.post_by_member_id === null || !ctx.has(posts)) return
  const acting = await actingAs(ctx, row.post_by_member_id)
  const file = (await ctx.files.byIds([row.file_id])).get(row.file_id)
  if (!acting || !file || !(await acting.use(spaces).access()).canPost(row.post_space_id)) return
  const doc = { type: 'doc', content: [{ type: 'video', attrs: { signed_id: file.signedId } }] }
  const post = await acting.use(posts).create({ spaceId: row.post_space_id, authorMemberId: row.post_by_member_id, name: row.name, doc }, [file.id])
  await ctx.sql('update live.recording set post_id = $3, updated_at = $4 where community_id = $1 and id = $2', [id, post.id, ctx.now()])
  push(ctx, row.room_id, 'live_room.changed')
}

export type Kept = Pick<Row, 'file_id' | 'post_id'>
/** What is kept of recordings whose rows are gone. */
export async function removeKept(ctx: Ctx, recordings: readonly Kept[]): Promise<void> {
  for (const { file_id, post_id } of recordings) {
    if (file_id === null) continue
    if (post_id !== null && ctx.has(posts)) await ctx.use(posts).dropFile(post_id, file_id)
    await unlessRefused(ctx.files.remove(file_id), undefined, 404)
  }
}
