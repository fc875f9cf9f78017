/** Recordings of a room: one at a time, begun and ended by those who run it. The engine is asked with no transaction open. */
import { AtriumError, conflict, forbidden, notFound, sentence } from '@atrium/sdk'
import { type Ctx, inWrite, inWriteAs, type RowOf, unlessRefused } from '@atrium/sdk/server'
import type { z } from '@atrium/sdk'
import { randomUUID } from 'node:crypto'
import content from '../../../content/contract.ts'
import type { Recording, RecorderChanges } from '../../contract.ts'
import type { RecordingTable } from '../entities.ts'
import { composeJob, stopJob } from '../jobs.ts'
import { findRoom } from '../policies.ts'
import { mediaOf } from './media.ts'
import { push } from './news.ts'
import { removeKept } from './posting.ts'
import { limitsOf } from './present.ts'
import { removeFolder } from './recordingFolders.ts'
import { callOf, holdRoom } from './rooms.ts'
import { notLive } from './running.ts'

type Row = RowOf<typeof RecordingTable>
async function present(ctx: Ctx, rows: readonly Row[]): Promise<z.input<typeof Recording>[]> {
  const files = await ctx.files.byIds(rows.flatMap(({ file_id }) => file_id ?? []))
  const postIds = rows.flatMap(({ post_id }) => post_id ?? [])
  const posts = postIds.length ? await ctx.use(content).cards('post', postIds) : []
  return rows.map((row) => {
    const file = files.get(row.file_id ?? 0)
    return {
      ...row,
      duration: row.seconds,
      url: file ? ctx.files.url(file, 'original') : null,
      post_path: posts.find(({ id }) => id === row.post_id)?.path ?? null,
    }
  })
}
const presentOne = async (ctx: Ctx, row: Row) => (await present(ctx, [row]))[0]!
const MOST = 200
/** Those who run the room know its recordings; others see what is posted. @throws AtriumError 403, 404 */
export async function listRecordings(ctx: Ctx, id: number) {
  await findRoom(ctx, id, 'run')
  return {
    records: await present(
      ctx,
      await ctx.sql<Row>(`select * from live.recording where community_id = $1 and room_id = $2 order by id desc limit ${MOST}`, [id]),
    ),
  }
}
/** @throws AtriumError 404 */
async function needRecording(ctx: Ctx, id: number, key: string): Promise<Row> {
  const [row] = await ctx.sql<Row>('select * from live.recording where community_id = $1 and room_id = $2 and recording_key = $3', [id, key])
  if (!row) throw notFound('Recording')
  return row
}
export async function showRecording(ctx: Ctx, id: number, key: string) {
  await findRoom(ctx, id, 'run')
  return presentOne(ctx, await needRecording(ctx, id, key))
}
/** Its name and its chapters. @throws AtriumError 403, 404 */
export async function changeRecording(ctx: Ctx, id: number, key: string, { name, chapters }: RecorderChanges) {
  await findRoom(ctx, id, 'run')
  const row = await needRecording(ctx, id, key)
  const [changed] = await ctx.sql<Row>(
    `update live.recording set name = coalesce($3, name), chapters = coalesce($4::jsonb, chapters), updated_at = $5
     where community_id = $1 and id = $2 returning *`,
    [row.id, name ?? null, chapters ? JSON.stringify(chapters) : null, ctx.now()],
  )
  if (!changed) throw notFound('Recording')
  return presentOne(ctx, changed)
}

/** What is kept of all rooms together has an end. @throws AtriumError 402 `recording_hours` */
async function demandHours(ctx: Ctx): Promise<void> {
  const max = limitsOf(ctx).live_stream_recording_hours
  const [kept] = await ctx.sql<{ hours: number }>(
    `select coalesce(sum(coalesce(seconds, extract(epoch from coalesce(stopped_at, $2) - started_at))), 0)::float8 / 3600 as hours
     from live.recording where community_id = $1 and status <> 'failed'`,
    [ctx.now()],
  )
  if (kept!.hours >= max)
    throw new AtriumError(402, 'recording_hours', sentence('Your plan includes up to {max} hours of recordings. Delete some or upgrade.', { max }))
}
/** The row is written first, so that of several at once one begins; the engine is asked after. @throws AtriumError 403, 404, 402 `recording_hours`, 409 `not_live`, `already_recording`, and what the engine refuses */
export async function startRecording(ctx: Ctx, id: number) {
  const memberId = ctx.me().id
  const { call, key } = await inWriteAs(ctx, memberId, async (inner) => {
    const { room } = await findRoom(inner, id, 'run')
    if (!room.recording_enabled) throw forbidden('Recording is turned off in this room.', 'recording_off')
    const held = await holdRoom(inner, id)
    if (held.status !== 'live') throw notLive()
    await demandHours(inner)
    await mediaOf(inner).demandRecording()
    const key = randomUUID()
    const made = await inner.sql(
      `insert into live.recording (community_id, room_id, run, recording_key, name, status, started_by_member_id, started_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'recording', $6, $7, $7, $7) on conflict (community_id, room_id) where status = 'recording' do nothing returning id`,
      [id, held.run, key, held.name, memberId, inner.now()],
    )
    if (made.length === 0) throw conflict('This room is already being recorded.', 'already_recording')
    push(inner, id, 'live_room.changed')
    return { call: callOf(held), key }
  })
  try {
    await mediaOf(ctx).startRecording(call, key)
  } catch (error) {
    await inWrite(ctx, (inner) => failRecording(inner, key, error instanceof AtriumError ? error.code : 'engine_died'))
    throw error
  }
  return presentOne(ctx, await needRecording(ctx, id, key))
}
/** @throws AtriumError 403, 404, 409 `not_recording` */
export async function stopRecording(ctx: Ctx, id: number, key: string) {
  await findRoom(ctx, id, 'run')
  const row = await needRecording(ctx, id, key)
  const stopped = await endRow(ctx, row.id)
  if (!stopped) throw conflict('This recording has already ended.', 'not_recording')
  return presentOne(ctx, stopped)
}
/** One that runs is ended, once. */
export async function endRow(ctx: Ctx, id: number): Promise<Row | null> {
  const [stopped] = await ctx.sql<Row>(
    `update live.recording set status = 'processing', stopped_at = $3, updated_at = $3 where community_id = $1 and id = $2 and status = 'recording' returning *`,
    [id, ctx.now()],
  )
  if (!stopped) return null
  await ctx.enqueue(stopJob, { recordingKey: stopped.recording_key })
  push(ctx, stopped.room_id, 'live_room.changed')
  return stopped
}
/** In a job: a video is made of what was recorded; where there is nothing, that is said. */
export async function endInEngine(ctx: Ctx, key: string): Promise<void> {
  const isThere = await unlessRefused(mediaOf(ctx).stopRecording(key), false)
  if (isThere) return ctx.enqueue(composeJob, { recordingKey: key }, { key: `compose:${key}` })
  await removeFolder(ctx, key)
  await inWrite(ctx, (inner) => failRecording(inner, key, 'no_media'))
}
export async function failRecording(ctx: Ctx, key: string, reason: string): Promise<void> {
  const [row] = await ctx.sql<{ room_id: number }>(
    `update live.recording set status = 'failed', reason = $3, stopped_at = coalesce(stopped_at, $4::timestamptz), updated_at = $4
     where community_id = $1 and recording_key = $2 and status in ('recording', 'processing') returning room_id`,
    [key, reason, ctx.now()],
  )
  if (row) push(ctx, row.room_id, 'live_room.changed')
}

/** With its video, also where that was posted. @throws AtriumError 403, 404, 409 while it runs */
export async function deleteRecording(ctx: Ctx, id: number, recordingId: number): Promise<void> {
  const { room } = await findRoom(ctx, id, 'run')
  const [row] = await ctx.sql<Row>('select * from live.recording where community_id = $1 and room_id = $2 and id = $3 for update', [id, recordingId])
  if (!row) throw notFound('Recording')
  if (row.status === 'recording') throw conflict('Stop the recording first.', 'still_recording')
  await ctx.sql('delete from live.recording where community_id = $1 and id = $2', [row.id])
  await removeKept(ctx, [row])
  ctx.afterCommit(() => removeFolder(ctx, row.recording_key))
  await ctx.audit('live_recording.deleted', `live_room:${id}`, { name: row.name, room: room.name })
}
