/** What is recorded, on disk until it is a video: a folder for each recording, in it one for each time that the engine began it. */
import type { Ctx } from '@atrium/sdk/server'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { engineFolder } from './disk.ts'
import { LIST, type Recorded, readRecording } from '../media/providers/recorded.ts'

export const recordingsFolder = (ctx: Pick<Ctx, 'options'>): string | null => engineFolder(ctx, 'recordings')
/** @throws Error where no engine is set up */
export function folderOf(ctx: Ctx, key: string): string {
  const all = recordingsFolder(ctx)
  if (all === null) throw new Error('recordings need an engine')
  return path.join(all, `${ctx.community.id}-${key}`)
}
/** Of all communities of this machine. */
export function listFolders(ctx: Pick<Ctx, 'options'>): { folder: string; communityId: number; key: string }[] {
  const all = recordingsFolder(ctx)
  if (all === null || !existsSync(all)) return []
  return readdirSync(all).flatMap((name) => {
    const [, communityId, key] = /^(\d+)-(.+)$/.exec(name) ?? []
    return key ? [{ folder: path.join(all, name), communityId: Number(communityId), key }] : []
  })
}

/** In their order. */
function partsOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => /^\d+$/.test(name))
  return names.sort((one, other) => Number(one) - Number(other)).map((name) => path.join(folder, name))
}
export const nextPart = (folder: string): string => path.join(folder, String(partsOf(folder).length + 1))

/** All parts as one, each where it lies in time. */
export function readParts(folder: string): Recorded {
  const parts = partsOf(folder)
    .filter((part) => existsSync(path.join(part, LIST)))
    .map(readRecording)
  const began = parts[0]?.began ?? 0
  const whole: Recorded = { began, tracks: [], speakers: [] }
  for (const part of parts) {
    const later = Math.max(0, part.began - began)
    whole.tracks.push(...part.tracks.map((track) => ({ ...track, begins: track.begins + later })))
    whole.speakers.push(...part.speakers.map(({ at, identity }) => ({ at: at + later, identity })))
  }
  return whole
}
/** Milliseconds since something was written there, by the machine's clock. */
export function quietFor(folder: string): number {
  const places = [folder, ...partsOf(folder)].filter((place) => existsSync(place))
  const ages = places
    .flatMap((place) => [place, ...readdirSync(place).map((name) => path.join(place, name))])
    .map((file) => {
      const info = statSync(file)
      return Date.now() - info.mtimeMs
    })
  return Math.min(Number.POSITIVE_INFINITY, ...ages)
}
export async function removeFolder(ctx: Ctx, key: string): Promise<void> {
  if (recordingsFolder(ctx) !== null) await rm(folderOf(ctx, key), { recursive: true, force: true })
}
