/** Uploaded pictures that stand for a person or a community: kept for good, at an address that does not expire. */
import { invalid, notFound } from '@atrium/sdk'
import type { FileVariant } from '@atrium/sdk/server'
import type { KernelCtx } from '../http/kernel-ctx.ts'

/**
 * The address to store; null and undefined stay what they are. Only an own upload becomes public: who merely reads a private file knows its id too.
 * @param usedBy what it stands for, `avatar:12`
 * @throws AtriumError 404 for a signed id that is not ours, or another member's, 422 for a file that is no picture
 */
export async function keepPicture<T extends null | undefined>(ctx: KernelCtx, signedId: string | T, usedBy: string, variant: FileVariant): Promise<string | T> {
  if (!signedId) return signedId
  const file = await ctx.files.get(signedId)
  const [own] = await ctx.unit.sql('select 1 from kernel.file where community_id = $1 and id = $2 and member_id = $3', [file.id, ctx.member?.id ?? null])
  if (!own) throw notFound('File')
  if (!file.contentType.startsWith('image/')) throw invalid({ file: ['This file is no picture.'] }, 'This file is no picture.', 'not_a_picture')
  await ctx.files.keep(file.id, `public:${usedBy}`)
  return ctx.files.url(file, variant)
}
