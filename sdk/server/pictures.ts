/** Uploaded pictures that everybody sees: a face, a logo, a banner. */
import { invalid, notFound } from '../core/errors.ts'
import type { Ctx, FileInfo, FileVariant } from './ctx.ts'

/**
 * Keeps a picture for good, at addresses that do not expire and that visitors may open. Only the caller's own upload: who merely
 * reads a private file knows its id too.
 * @param usedBy what it stands for, `avatar:12`
 * @throws AtriumError 404 for a signed id that is not ours, or another member's, 422 `not_a_picture`
 */
export async function publishPicture(ctx: Pick<Ctx, 'files' | 'sql' | 'member'>, signedId: string, usedBy: string): Promise<FileInfo> {
  const file = await ctx.files.get(signedId)
  const [own] = await ctx.sql('select 1 from kernel.file_card where community_id = $1 and id = $2 and (member_id = $3 or used_by = $4)', [
    file.id,
    ctx.member?.id ?? null,
    `public:${usedBy}`,
  ])
  if (!own) throw notFound('File')
  if (!file.contentType.startsWith('image/'))
    throw invalid({ file: ['This file isn’t an image. Choose another.'] }, 'This file isn’t an image. Choose another.', 'not_a_picture')
  await ctx.files.keep(file.id, `public:${usedBy}`)
  return file
}

/**
 * The address of such a picture, for a record that stores addresses; null and undefined stay what they are.
 * @throws AtriumError as `publishPicture`
 */
export async function publishedAddress<T extends null | undefined>(ctx: Ctx, signedId: string | T, usedBy: string, variant: FileVariant): Promise<string | T> {
  return signedId ? ctx.files.url(await publishPicture(ctx, signedId, usedBy), variant) : (signedId as T)
}
