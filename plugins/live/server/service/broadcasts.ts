/** Broadcasts of streams: what those who are in one are sent, and what becomes of it when nobody watches any more. */
import { notFound } from '@atrium/sdk'
import { type Ctx, type RawReply, raw } from '@atrium/sdk/server'
import { statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { PLAYLIST } from '../../contract.ts'
import { broadcastsJob } from '../jobs.ts'
import { watching } from '../reads.ts'
import { broadcastFolder, listBroadcasts } from './broadcastFolders.ts'
import { markOf } from './joining.ts'
import { mediaOf } from './media.ts'

const HOUR = 3_600_000
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'
const PART_TYPE = 'video/mp2t'

/** Each request asks whether the reader is in it at this moment. @throws AtriumError 404 for whoever is not, and for what is not there yet or any more */
export async function sendBroadcast(ctx: Ctx, roomId: number, file: string): Promise<RawReply> {
  const [own] = await ctx.read(watching, [roomId, ctx.member?.id ?? 0, markOf(ctx)])
  const folder = own ? broadcastFolder(ctx, { roomId, run: own.run }) : null
  if (!own || !folder) throw notFound('Room')
  const isPlaylist = file === PLAYLIST
  if (isPlaylist && own.media === 'hls') await mediaOf(ctx).keepBroadcast({ roomId, run: own.run, roomType: 'stream' })
  const body = await readOnce(path.join(folder, file))
  if (!body) throw notFound('File')
  return raw({ headers: { 'Content-Type': isPlaylist ? PLAYLIST_TYPE : PART_TYPE, 'Cache-Control': 'private, no-store' }, body })
}
const reading = new Map<string, Promise<Buffer | null>>()
/** All who ask at the same moment are sent the same bytes. */
function readOnce(file: string): Promise<Buffer | null> {
  let read = reading.get(file)
  if (!read) {
    read = readFile(file)
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      .finally(() => reading.delete(file))
    reading.set(file, read)
  }
  return read
}

/** Has broadcasts looked after, where this machine has any. */
export async function askToSweep(ctx: Ctx): Promise<void> {
  if (listBroadcasts(ctx).length > 0) await ctx.enqueue(broadcastsJob, {}, { key: 'sweep_broadcasts' })
}
/** The job. One that nobody watches rests until somebody comes; what is left of a call that is over, or of a community that is gone, is removed. */
export async function sweepBroadcasts(ctx: Ctx): Promise<void> {
  for (const { folder, communityId, roomId, run } of listBroadcasts(ctx)) {
    if (communityId !== ctx.community.id) {
      const found = statSync(folder, { throwIfNoEntry: false })
      if (found && ctx.now().getTime() - found.mtimeMs > HOUR) await rm(folder, { recursive: true, force: true })
      continue
    }
    const [room] = await ctx.sql<{ is_watched: boolean }>(
      `select exists (select from live.participant p where p.community_id = $1 and p.room_id = r.id and p.run = r.run and p.status = 'in' and p.media = 'hls') as is_watched
       from live.room r where r.community_id = $1 and r.id = $2 and r.run = $3 and r.status = 'live'`,
      [roomId, run],
    )
    if (room?.is_watched) continue
    await mediaOf(ctx).stopBroadcast({ roomId, run, roomType: 'stream' })
    if (!room) await rm(folder, { recursive: true, force: true })
  }
}
