/** Fonts of a community's own: checked, cut to the letters in use, and sent as woff2. */
import { AtriumError, conflict, invalid, notFound, sentence, type z } from '@atrium/sdk'
import {
  assign,
  type Ctx,
  hold,
  type InferEntity,
  inWrite,
  isolated,
  isRefusal,
  lastId,
  lock,
  type Paging,
  page,
  pick,
  readBytes,
  rowOf,
  rowsFor,
} from '@atrium/sdk/server'
import { createHash } from 'node:crypto'
import { type CustomFont, MAX_FONT_BYTES, MAX_FONTS } from '../../contract.ts'
import { FontTable } from '../entities.ts'
import type { cutFont as CutFont } from './fontCutting.ts'
import { show } from './show.ts'

type Font = InferEntity<typeof FontTable>
type Fields = Pick<CustomFont, 'family' | 'weight' | 'style'>

const cutFont = isolated<typeof CutFont>(new URL('./fontCutting.ts', import.meta.url), 'cutFont', { timeoutMs: 10_000, memoryMb: 256 })

/** Its name in its address, which is another where the bytes are others. */
export const fontFileName = ({ id, subsetFileId }: Pick<Font, 'id' | 'subsetFileId'>): string =>
  `${id}-${createHash('sha256').update(String(subsetFileId)).digest('hex').slice(0, 8)}.woff2`
type Shown = z.input<typeof CustomFont>
const present = (font: Font): Shown => ({
  ...pick(rowOf(FontTable, font), ['id', 'family', 'weight', 'style', 'original_size', 'size', 'created_at']),
  url: `/site/fonts/${fontFileName(font)}`,
})

export async function listFonts(ctx: Ctx, query: Paging) {
  const last = lastId(query)
  const rows = await ctx.em.find(FontTable, last ? { id: { $gt: last } } : {}, { orderBy: { id: 'asc' }, limit: rowsFor(query) })
  return page(rows, { query, key: ({ id }) => [id] }, present)
}
/** @throws AtriumError 404 */
export async function showFont(ctx: Ctx, id: number): Promise<Shown> {
  const font = await ctx.em.findOne(FontTable, { id })
  if (!font) throw notFound('Font')
  return present(font)
}

const tooMany = () => conflict(sentence('You can add up to {max} fonts.', { max: MAX_FONTS }), 'too_many_fonts')
const TOO_LARGE = sentence('A font can be up to {max} MB. Choose a smaller file.', { max: MAX_FONT_BYTES / 1_000_000 })
const notAFont = () => invalid({ 'body.custom_font.file': ['This file isn’t a font, or it’s damaged. Choose a WOFF2, WOFF, TTF, or OTF file.'] })

/** An upload of one's own that nothing uses yet. @throws AtriumError 404 */
async function uploadOf(ctx: Ctx, signedId: string) {
  const file = await ctx.files.get(signedId)
  const [own] = await ctx.sql('select 1 from kernel.file_card where community_id = $1 and id = $2 and member_id = $3 and used_by is null', [
    file.id,
    ctx.member?.id ?? null,
  ])
  if (!own) throw notFound('File')
  return file
}

/** Outside a transaction, as it takes its time. @throws AtriumError 404, 409 `too_many_fonts`, 422 for what is no font, after which nothing is left of it */
export async function createFont(ctx: Ctx, signedId: string, fields: Fields): Promise<Shown> {
  const file = await uploadOf(ctx, signedId)
  try {
    if (file.byteSize > MAX_FONT_BYTES) throw invalid({ 'body.custom_font.file': [TOO_LARGE] })
    const bytes = await readBytes(await ctx.files.read(file.id), MAX_FONT_BYTES, 'The file is too large.')
    const cut = await cutFont(new Uint8Array(bytes))
    if (!cut) throw notAFont()
    return await inWrite(ctx, (inner) => keep(inner, { file, cut, fields, authorMemberId: ctx.member?.id ?? null }))
  } catch (error) {
    if (isRefusal(error)) await inWrite(ctx, (inner) => inner.files.remove(file.id))
    throw error instanceof AtriumError && error.code === 'too_complex' ? notAFont() : error
  }
}
interface Cut {
  file: { id: number; byteSize: number }
  cut: Uint8Array
  fields: Fields
  authorMemberId: number | null
}
async function keep(ctx: Ctx, { file, cut, fields, authorMemberId }: Cut): Promise<Shown> {
  await lock(ctx, 'site.fonts')
  if ((await ctx.em.count(FontTable, {})) >= MAX_FONTS) throw tooMany()
  const subset = await ctx.files.put({ filename: 'font.woff2', data: cut })
  const sizes = { originalSize: file.byteSize, size: cut.byteLength }
  const font = ctx.em.create(FontTable, { ...fields, fileId: file.id, subsetFileId: subset.id, ...sizes, authorMemberId })
  await ctx.em.flush()
  for (const id of [file.id, subset.id]) await ctx.files.keep(id, `site.font:${font.id}`)
  show(ctx)
  return present(font)
}

/** @throws AtriumError 404 */
export async function updateFont(ctx: Ctx, id: number, changes: { [Field in keyof Fields]?: Fields[Field] | undefined }): Promise<Shown> {
  const font = await hold(ctx, FontTable, id, 'Font')
  assign(FontTable, font, changes)
  await ctx.em.flush()
  show(ctx)
  return present(font)
}
/** Looks that have it take ours. @throws AtriumError 404 */
export async function deleteFont(ctx: Ctx, id: number): Promise<void> {
  const { fileId, subsetFileId } = await hold(ctx, FontTable, id, 'Font')
  await ctx.em.nativeDelete(FontTable, { id })
  for (const field of ['heading_font', 'body_font'])
    await ctx.sql(
      `update site.theme set look = jsonb_set(look, array[$2::text], '"sans"'), updated_at = now() where community_id = $1 and look ->> $2::text = $3`,
      [field, String(id)],
    )
  for (const file of [fileId, subsetFileId]) await ctx.files.remove(file)
  show(ctx)
}
