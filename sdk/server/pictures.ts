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

/** Pixels that pictures are scaled to; smaller ones stay as they are. */
const WIDTHS: [FileVariant, number][] = [
  ['small', 480],
  ['medium', 960],
  ['large', 1920],
]
/** What an `<img>` names of a picture: the largest that screens need, and the sizes to choose from, as `srcset` takes them; null where there is one. */
export function pictureSources(ctx: Pick<Ctx, 'files'>, file: FileInfo): { src: string; srcset: string | null } {
  const width = file.width ?? 0
  const smaller = WIDTHS.filter(([, pixels]) => pixels < width).length
  // a moving picture moves in its original alone
  if (smaller === 0 || file.contentType === 'image/gif') return { src: ctx.files.url(file), srcset: null }
  const sources = WIDTHS.slice(0, smaller + 1).map(([variant, pixels]) => [ctx.files.url(file, variant), Math.min(pixels, width)] as const)
  return { src: sources.at(-1)![0], srcset: sources.map(([url, pixels]) => `${url} ${pixels}w`).join(', ') }
}
