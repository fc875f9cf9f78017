/** Looks after recordings that run, and after what is left on disk of those that do not. */
import { type Ctx, inWrite } from '@atrium/sdk/server'
import { rm } from 'node:fs/promises'
import { MAX_RECORDING_HOURS } from '../../contract.ts'
import { stopJob } from '../jobs.ts'
import type { RoomRow } from '../reads.ts'
import { mediaOf } from './media.ts'
import { listFolders, quietFor } from './recordingFolders.ts'
import { endRow } from './recorders.ts'

/** One that is just beginning is not in the engine yet. */
const FRESH_SECONDS = 15
/** A room that nobody is in is recorded for so long. */
const EMPTY_MINUTES = 5
const DAY = 86_400_000
/** No video takes longer: the job has been given up. */
const STUCK_HOURS = 12
/** What could not be made a video is tried again each night until then. */
const KEPT_MS = 7 * DAY

interface Running extends Pick<RoomRow, 'room_type' | 'run'> {
  id: number
  room_id: number
  recording_key: string
  is_over: boolean
}
/** The job. */
export async function watchRecordings(ctx: Ctx): Promise<void> {
  const rows = await ctx.sql<Running>(
    `select c.id, c.room_id, c.run, c.recording_key, r.room_type,
       c.started_at < $2::timestamptz - make_interval(hours => ${MAX_RECORDING_HOURS})
         or (r.people_count = 0 and c.started_at < $2::timestamptz - make_interval(mins => ${EMPTY_MINUTES})
           and not exists (select from live.participant p where p.community_id = $1 and p.room_id = r.id and p.run = c.run
             and p.left_at > $2::timestamptz - make_interval(mins => ${EMPTY_MINUTES}))) as is_over
     from live.recording c join live.room r on r.community_id = $1 and r.id = c.room_id
     where c.community_id = $1 and c.status = 'recording' and c.started_at < $2::timestamptz - make_interval(secs => ${FRESH_SECONDS}) order by c.id`,
    [ctx.now()],
  )
  for (const { id, room_id, run, room_type, recording_key, is_over } of rows) {
    const goesOn = !is_over && (await mediaOf(ctx).keepRecording({ roomId: room_id, run, roomType: room_type }, recording_key))
    if (!goesOn) await inWrite(ctx, (inner) => endRow(inner, id))
  }
}

/** The job of each night: what has become a video, or belongs to nothing, goes; what has not become one yet is tried again. */
export async function sweepFolders(ctx: Ctx): Promise<void> {
  for (const { folder, communityId, key } of listFolders(ctx)) {
    if (quietFor(folder) > KEPT_MS) await rm(folder, { recursive: true, force: true })
    else if (communityId === ctx.community.id) await sweepFolder(ctx, folder, key)
  }
  const stuck = await ctx.sql<{ recording_key: string }>(
    `select recording_key from live.recording where community_id = $1 and status = 'processing' and stopped_at < $2::timestamptz - make_interval(hours => ${STUCK_HOURS})`,
    [ctx.now()],
  )
  for (const { recording_key } of stuck) await ctx.enqueue(stopJob, { recordingKey: recording_key }, { key: `stop:${recording_key}` })
}
async function sweepFolder(ctx: Ctx, folder: string, key: string): Promise<void> {
  const [row] = await ctx.sql<{ status: string }>('select status from live.recording where community_id = $1 and recording_key = $2', [key])
  if (!row || row.status === 'ready') await rm(folder, { recursive: true, force: true })
  else if (row.status === 'failed') await inWrite(ctx, (inner) => tryAgain(inner, key))
}
async function tryAgain(ctx: Ctx, key: string): Promise<void> {
  const [again] = await ctx.sql(
    `update live.recording set status = 'processing', reason = null, progress = 0, updated_at = $3
     where community_id = $1 and recording_key = $2 and status = 'failed' returning id`,
    [key, ctx.now()],
  )
  if (again) await ctx.enqueue(stopJob, { recordingKey: key })
}
