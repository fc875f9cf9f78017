/** Recordings of the engine of this machine: whether one can be made, how it begins, goes on after the engine has died, and ends. */
import { conflict } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import path from 'node:path'
import { type MediaEngine, MediaRefusal } from '../media/providers/engine.ts'
import { findTool } from '../media/providers/ffmpeg.ts'
import { FREE_BYTES, hasSpace } from './disk.ts'
import { listFolders, nextPart, quietFor, recordingsFolder } from './recordingFolders.ts'

/** With less than that left a recording ends, as others need room too. */
const LAST_BYTES = 2 ** 30
/** Being made or processed, of all communities of this machine. */
const MOST = 20
/** An engine that was started anew hears of everybody again long before. */
const GONE_MS = 90_000

/** @throws AtriumError 409 `tools_missing`, `disk_full`, `too_many_recordings` */
export async function demandRecording(ctx: Ctx): Promise<void> {
  try {
    for (const tool of ['ffmpeg', 'ffprobe'] as const) findTool(tool)
  } catch {
    throw ctx.can('live.manage')
      ? conflict('Recording isn’t set up on this server. Install ffmpeg on it, then try again.', 'tools_missing')
      : conflict('Recording isn’t set up on this server. Ask an admin to install ffmpeg.', 'tools_missing')
  }
  if (!(await hasSpace(recordingsFolder(ctx)!, FREE_BYTES)))
    throw conflict('There isn’t enough free space on this server to record. Ask an admin.', 'disk_full')
  if (listFolders(ctx).length >= MOST) throw conflict('Too many recordings are in progress on this server. Try again later.', 'too_many_recordings')
}

/** @throws MediaRefusal `no_room`, `already_on` */
export const beginPart = async (engine: MediaEngine, room: string, folder: string): Promise<void> => void (await engine.startRecording(room, nextPart(folder)))

/** None of an engine that does not answer. */
async function runningIn(engine: MediaEngine, recording: string) {
  const all = await engine.recordings().catch((error: unknown) => {
    if (error instanceof MediaRefusal) return []
    throw error
  })
  return all.filter(({ folder }) => path.dirname(folder) === recording)
}

/** Another part begins where the engine has lost the recording and the room has come back. @returns false where nothing has come for a while, or the disk is full */
export async function keepGoing(engine: MediaEngine, room: string, folder: string): Promise<boolean> {
  if (!(await hasSpace(path.dirname(folder), LAST_BYTES))) return false
  if ((await runningIn(engine, folder)).length > 0) return true
  if (quietFor(folder) > GONE_MS) return false
  try {
    await beginPart(engine, room, folder)
  } catch (error) {
    // nobody is back yet, or another process was quicker
    if (!(error instanceof MediaRefusal)) throw error
  }
  return true
}
/** What an engine that is gone has written is there all the same. */
export async function stopParts(engine: MediaEngine, folder: string): Promise<void> {
  try {
    for (const { id } of await runningIn(engine, folder)) await engine.stopRecording(id)
  } catch (error) {
    if (!(error instanceof MediaRefusal)) throw error
  }
}
