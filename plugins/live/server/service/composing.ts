/** What was recorded becomes one video among the community's files: in a job, one at a time in each process, from the start each time. */
import { AtriumError } from '@atrium/sdk'
import { actingAs, type Ctx, demandStorage, type FileInfo, inWrite, readLater, type RowOf } from '@atrium/sdk/server'
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import media from '../../../media/contract.ts'
import type { LiveRoom } from '../../contract.ts'
import type { RecordingTable } from '../entities.ts'
import { composeJob, postJob } from '../jobs.ts'
import { compose } from '../media/providers/compose.ts'
import { MediaRefusal } from '../media/providers/engine.ts'
import { push } from './news.ts'
import { folderOf, readParts, removeFolder } from './recordingFolders.ts'
import { failRecording } from './recorders.ts'

type Row = RowOf<typeof RecordingTable> & Pick<LiveRoom, 'view_type'>
/** A job that finds the process busy comes back after so long. */
const BUSY_MS = 5_000
const TELL_EVERY_MS = 2_000
const MINUTE = 60_000
/** What one file may take at most, a little less. */
const MOST_BYTES = 1_000_000_000
const FULL = ['limit_reached', 'storage_limit', 'storage_full', 'payload_too_large']

let busy = false
let stop = new AbortController()
/** The process ends: what is being made is begun anew by another. */
export function stopComposing(): void {
  stop.abort()
  stop = new AbortController()
}

/** The job. */
export async function composeRecording(ctx: Ctx, key: string): Promise<void> {
  if (busy) return ctx.enqueue(composeJob, { recordingKey: key }, { key: `compose:${key}`, runAt: new Date(ctx.now().getTime() + BUSY_MS) })
  const [row] = await ctx.sql<Row>(
    `select c.*, r.view_type from live.recording c join live.room r on r.community_id = $1 and r.id = c.room_id
     where c.community_id = $1 and c.recording_key = $2`,
    [key],
  )
  if (!row) return removeFolder(ctx, key)
  if (row.status !== 'processing') return
  busy = true
  const { signal } = stop
  try {
    await store(ctx, row, await makeVideo(ctx, row, signal))
  } catch (error) {
    if (signal.aborted) throw error
    ctx.log.warn({ err: error, recording: key }, 'no video could be made of a recording')
    await inWrite(ctx, (inner) => failRecording(inner, key, reasonOf(error)))
  } finally {
    busy = false
  }
}
function reasonOf(error: unknown): string {
  if (error instanceof MediaRefusal) return 'tools_missing'
  return error instanceof AtriumError && FULL.includes(error.code) ? 'storage_full' : 'unreadable'
}

interface Made {
  file: string
  seconds: number
}
/** @throws MediaRefusal `ffmpeg_missing`; Error */
async function makeVideo(ctx: Ctx, row: Row, stopped: AbortSignal): Promise<Made> {
  const folder = folderOf(ctx, row.recording_key)
  const { tracks, speakers } = readParts(folder)
  const file = path.join(folder, `${randomUUID()}.mp4`)
  const gone = new AbortController()
  let toldAt = performance.now()
  const onProgress = (percent: number) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    // no row: somebody has deleted it
    const told = inWrite(ctx, (inner) =>
      inner.sql(`update live.recording set progress = $3 where community_id = $1 and id = $2 and status = 'processing' returning id`, [row.id, percent]),
    )
    void told.then(
      (rows) => rows.length || gone.abort(),
      (err: unknown) => ctx.log.warn({ err }, 'how far a recording is could not be said'),
    )
  }
  const length = Math.max(0, ((row.stopped_at ?? ctx.now()).getTime() - row.started_at.getTime()) * 2)
  const seconds = await compose({
    ...{ tracks, speakers, output: file, layout: row.view_type === 'grid_view' ? 'grid' : 'speaker', maxBytes: MOST_BYTES },
    ...{ limitMs: 10 * MINUTE + length, onProgress, signal: AbortSignal.any([stopped, gone.signal]) },
  })
  return { file, seconds: Math.round(seconds) }
}

/** Among the files of whoever began it, as an upload. @throws AtriumError 402, 413, 507 where there is no room for it */
async function store(ctx: Ctx, row: Row, { file, seconds }: Made): Promise<void> {
  const owner = (row.started_by_member_id !== null && (await actingAs(ctx, row.started_by_member_id))) || ctx
  const { size } = await stat(file)
  await (ctx.has(media) ? owner.use(media).demandRoom(size) : demandStorage(owner, size))
  const { signedId } = await owner.files.begin({ filename: `${row.name}.mp4`, byteSize: size })
  const { file: stored } = await owner.files.append(signedId, 0, readLater(file))
  if (!stored) throw new Error('the video was not stored whole')
  await inWrite(ctx, (inner) => finish(inner, row, stored, seconds))
  await removeFolder(ctx, row.recording_key)
}
async function finish(ctx: Ctx, { id, room_id, started_by_member_id }: Row, file: FileInfo, seconds: number): Promise<void> {
  const [ready] = await ctx.sql<Row>(
    `update live.recording set status = 'ready', reason = null, progress = 100, file_id = $3, byte_size = $4, seconds = $5, updated_at = $6
     where community_id = $1 and id = $2 and status = 'processing' returning *`,
    [id, file.id, file.byteSize, seconds, ctx.now()],
  )
  // deleted while it was made
  if (!ready) return ctx.files.remove(file.id)
  await ctx.files.keep(file.id, `live_recording:${id}`)
  const owner = started_by_member_id !== null && (await actingAs(ctx, started_by_member_id))
  if (owner && ctx.has(media)) await owner.use(media).prepare(file, { captions: true })
  if (ready.post_space_id !== null) await ctx.enqueue(postJob, { id })
  push(ctx, room_id, 'live_room.changed')
}
