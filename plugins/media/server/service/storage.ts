/** What the files of a community take, by kind, beside what they may. */
import { AtriumError } from '@atrium/sdk'
import { type Ctx, demandStorage } from '@atrium/sdk/server'
import media, { KINDS, type Storage } from '../../contract.ts'
import { missingTools } from '../providers/tools.ts'
import { usedByKind, usedBytes } from '../reads.ts'

const GIGABYTE = 2 ** 30

export async function storage(ctx: Ctx): Promise<Storage> {
  const rows = new Map((await ctx.read(usedByKind)).map((row) => [row.kind, row]))
  const by_kind = KINDS.map((kind) => ({ kind, bytes: rows.get(kind)?.bytes ?? 0, files: rows.get(kind)?.files ?? 0 }))
  return {
    ...ctx.settings(media),
    missing_tools: missingTools(),
    used_bytes: by_kind.reduce((sum, { bytes }) => sum + bytes, 0),
    files_count: by_kind.reduce((sum, { files }) => sum + files, 0),
    by_kind,
  }
}

/** @throws AtriumError 402 `limit_reached`, 413 `storage_full` where so many bytes more have no room */
export async function demandRoom(ctx: Ctx, bytes: number): Promise<void> {
  const { quota_gigabytes } = ctx.settings(media)
  const [used] = quota_gigabytes === null ? [] : await ctx.read(usedBytes)
  if (used && quota_gigabytes !== null && used.bytes + bytes > quota_gigabytes * GIGABYTE)
    throw new AtriumError(413, 'storage_full', 'This community’s storage is full. Ask an admin to free up space.', {
      details: { byte_size: ['storage is full'] },
    })
  await demandStorage(ctx, bytes)
}
