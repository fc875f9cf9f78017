/** What is broadcast, on disk for as long as its room is on: a folder for each call. */
import type { Ctx } from '@atrium/sdk/server'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { engineFolder } from './disk.ts'
import type { Call } from './mediaPort.ts'

type Place = Pick<Call, 'roomId' | 'run'>

export const broadcastsFolder = (ctx: Pick<Ctx, 'options'>): string | null => engineFolder(ctx, 'broadcasts')
/** Null where no engine is set up. */
export function broadcastFolder(ctx: Ctx, { roomId, run }: Place): string | null {
  const all = broadcastsFolder(ctx)
  return all && path.join(all, `${ctx.community.id}-${roomId}-${run}`)
}
/** Of all communities of this machine. */
export function listBroadcasts(ctx: Pick<Ctx, 'options'>): (Place & { folder: string; communityId: number })[] {
  const all = broadcastsFolder(ctx)
  if (all === null || !existsSync(all)) return []
  return readdirSync(all).flatMap((name) => {
    const [, communityId, roomId, run] = /^(\d+)-(\d+)-(\d+)$/.exec(name) ?? []
    return run ? [{ folder: path.join(all, name), communityId: Number(communityId), roomId: Number(roomId), run: Number(run) }] : []
  })
}
