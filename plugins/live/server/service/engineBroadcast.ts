/** Broadcasts of the engine of this machine: whether one can be made, how it begins, and goes on after the engine has died. */
import type { Ctx } from '@atrium/sdk/server'
import { statSync } from 'node:fs'
import path from 'node:path'
import { type LiveRoom, PLAYLIST, REWIND_SECONDS } from '../../contract.ts'
import { type MediaEngine, MediaRefusal } from '../media/providers/engine.ts'
import { findTool } from '../media/providers/ffmpeg.ts'
import { broadcastsFolder } from './broadcastFolders.ts'
import { FREE_BYTES, hasSpace } from './disk.ts'

/** A playlist is written every two seconds; one that was not for so long is of an engine that is gone. */
const STALE_MS = 6_000
/** So often each process asks the engine, however many wait. */
const ASK_MS = 1_000

export async function broadcastProblem(ctx: Ctx): Promise<LiveRoom['broadcast_problem']> {
  try {
    findTool('ffmpeg')
  } catch {
    return 'tools_missing'
  }
  return (await hasSpace(broadcastsFolder(ctx)!, FREE_BYTES)) ? null : 'disk_full'
}

const asked = new Map<string, Promise<void>>()
/** Of several processes one begins it: the engine refuses the others as `already_on`. */
export async function keepBroadcast(ctx: Ctx, engine: MediaEngine, room: string, folder: string): Promise<void> {
  const playlist = statSync(path.join(folder, PLAYLIST), { throwIfNoEntry: false })
  if (playlist && ctx.now().getTime() - playlist.mtimeMs < STALE_MS) return
  let asking = asked.get(folder)
  if (!asking) {
    asking = begin(ctx, engine, room, folder)
    asked.set(folder, asking)
    setTimeout(() => asked.delete(folder), ASK_MS).unref()
  }
  await asking
}
async function begin(ctx: Ctx, engine: MediaEngine, room: string, folder: string): Promise<void> {
  if (await broadcastProblem(ctx)) return
  try {
    await engine.startBroadcast(room, folder, { windowSeconds: REWIND_SECONDS })
  } catch (error) {
    // it is on, nobody has come to speak yet, or the engine is just starting: whoever waits asks again
    if (!(error instanceof MediaRefusal)) throw error
  }
}
