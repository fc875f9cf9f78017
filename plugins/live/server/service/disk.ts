/** Where this machine keeps what its engine writes, and whether there is room for more. */
import type { Ctx } from '@atrium/sdk/server'
import { mkdir, statfs } from 'node:fs/promises'
import path from 'node:path'

/** Bytes that have to be free before something begins to be written: hours of it lie side by side for a while. */
export const FREE_BYTES = 3 * 2 ** 30

/** Beside the engine's own files; null where no engine is set up. */
export function engineFolder(ctx: Pick<Ctx, 'options'>, name: 'recordings' | 'broadcasts'): string | null {
  const engine = ctx.options['engine'] as { folder: string } | undefined
  return engine ? path.resolve(engine.folder, name) : null
}
/** Makes the folder where it is not there yet. */
export async function hasSpace(folder: string, bytes: number): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= bytes
}
