/** What a post is made of, checked before it is kept: words and pictures. */
import { invalid, sentence } from '@atrium/sdk'
import { type Ctx, cutAtWord, excerptOf, fileIdsIn, readRichText, resolveFiles } from '@atrium/sdk/server'
import posts, { type GalleryInput, MAX_TEXT } from '../../contract.ts'
import type { Gallery } from '../entities.ts'

const TITLE = 80
/** What a post is called where it has no title: its first words. */
export const titleOf = ({ name, excerpt }: { name: string; excerpt: string }): string => name || cutAtWord(excerpt, TITLE)

/** The first blocks of a document, about `length` characters of text; null when it is short enough as it is. */
export function previewOf(doc: any, text: string, length: number): any | null {
  const blocks: any[] = doc.content ?? []
  if (text.length <= length && blocks.length <= 12) return null
  const kept: any[] = []
  let size = 0
  for (const block of blocks) {
    if (kept.length >= 12 || (size >= length && kept.length > 0)) break
    // no heading at the end, as the text below it would be missing
    if (block.type === 'heading' && size >= length / 3) break
    kept.push(block)
    size += JSON.stringify(block).length / 1.6
  }
  return kept.length < blocks.length ? { ...doc, content: kept } : null
}

/** @param held ids of files that the post holds already @param whole lists show all of it */
export async function parseBody(ctx: Ctx, input: unknown, { held = [], whole = false }: { held?: number[]; whole?: boolean } = {}) {
  const { doc: checked, text, isEmpty, mentionIds } = await readRichText(ctx, input)
  if (text.length > MAX_TEXT) {
    const message = sentence('Posts can be up to {max} characters. Shorten it or split it into two.', { max: MAX_TEXT })
    throw invalid({ 'post.tiptap_body': [message] }, message)
  }
  const { doc, files } = await resolveFiles(checked, ctx.files, held)
  const excerpt = excerptOf(text)
  const preview = whole ? null : previewOf(doc, text, ctx.settings(posts).excerpt_length)
  return { doc, text, excerpt, isEmpty, mentionIds, fileIds: files.map(({ id }) => id), preview }
}

/** @throws AtriumError 404 for a picture of somebody else, 422 for a file that is none */
export async function parseGallery(ctx: Ctx, input: GalleryInput, { held = [] }: { held?: number[] } = {}): Promise<Gallery | null> {
  const given = input.images_attributes.map((image, index) => ({ ...image, index: image.position ?? index })).sort((a, b) => a.index - b.index)
  const known = await ctx.files.byIds(given.flatMap(({ id }) => (id && held.includes(id) ? id : [])))
  const images: Gallery['images'] = []
  for (const { id, signed_id, image, caption, alt } of given) {
    const signedId = signed_id ?? image
    const file = signedId ? await ctx.files.take(signedId, held) : known.get(id!)
    if (!file?.contentType.startsWith('image/')) throw invalid({ 'post.gallery_attributes': ['You can only add images to a gallery.'] })
    if (!images.some(({ file_id }) => file_id === file.id)) images.push({ file_id: file.id, caption, alt })
  }
  return images.length > 0 ? { downloadable: input.downloadable_images, images } : null
}

/** Every file that a post, or a former state of it, holds. */
export const filesOf = (post: { body: any; coverFileId?: number | null; gallery?: Gallery | null }): number[] => [
  ...new Set([...fileIdsIn(post.body), ...(post.coverFileId ? [post.coverFileId] : []), ...(post.gallery?.images.map(({ file_id }) => file_id) ?? [])]),
]

/** A document without what shows one file. */
export function withoutFile(node: any, fileId: number): any {
  if (!node.content) return node
  return { ...node, content: node.content.filter((child: any) => child.attrs?.file_id !== fileId).map((child: any) => withoutFile(child, fileId)) }
}
