/** Files are stored within what the plan gives: asked before the first byte comes. */
import { limitReached } from '../core/limits.ts'
import type { Ctx } from './ctx.ts'
import { statement } from './define.ts'

const total = statement<{ bytes: number }>('sdk.used_bytes', 'select bytes::float8 as bytes from kernel.file_total where community_id = $1')

/** Bytes of all files of the community, from the kept total. */
export const usedBytes = async (ctx: Ctx): Promise<number> => (await ctx.read(total))[0]?.bytes ?? 0

/** @throws AtriumError 402 `limit_reached` where `more` bytes do not fit */
export async function demandStorage(ctx: Ctx, more: number): Promise<void> {
  const { storage } = ctx.community.limits
  if (storage !== undefined && (await usedBytes(ctx)) + more > storage) throw limitReached('storage', storage)
}
