/** What the files of a community take, by kind, beside what they may. */
import type { Ctx } from '@atrium/sdk/server'
import media, { KINDS, type Storage } from '../../contract.ts'
import { missingTools } from '../providers/tools.ts'
import { usedByKind } from '../reads.ts'

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
