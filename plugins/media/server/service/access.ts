/** Who may reach a file: its uploader, those who manage files, and whoever holds its signed address. */
import { forbidden, notFound } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { fileRead, type ReachedFile } from '../reads.ts'

export const mayEdit = (ctx: Ctx, file: Pick<ReachedFile, 'member_id'>): boolean =>
  ctx.member !== null && !ctx.viewOnly && (file.member_id === ctx.member.id || ctx.can('media.manage'))

/** @param src signed address, where one is held. @throws AtriumError 404 */
export async function reach(ctx: Ctx, fileId: number, src?: string): Promise<ReachedFile> {
  const [file] = await ctx.read(fileRead, [fileId])
  if (!file) throw notFound('File')
  if (ctx.member && (file.member_id === ctx.member.id || ctx.can('media.manage'))) return file
  if (!src || (await ctx.files.addressed(src)).id !== fileId) throw notFound('File')
  return file
}
/** For changes: whoever merely saw the file is told no more than a stranger. @throws AtriumError 404, 403 in a view of another's */
export async function own(ctx: Ctx, fileId: number): Promise<ReachedFile> {
  const file = await reach(ctx, fileId)
  if (!mayEdit(ctx, file)) throw forbidden()
  return file
}
