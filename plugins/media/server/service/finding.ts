/** Files as search finds them: whoever may see the record that holds one finds it by its name, and by what is said in it. */
import { cut } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import content, { type Finder } from '../../../content/contract.ts'
import { filesWithWords, holdersRead, saidInFile } from '../reads.ts'

export const fileFinder: Finder = {
  kind: 'file',
  icon: 'paperclip',
  // shown to whom its record is shown
  audience: 'everybody',
  async visible(ctx, ids) {
    const holders = (await ctx.read(holdersRead, [ids])).flatMap(({ record_id, part_of }) => {
      const [, kind, id] = /^([a-z_]+):(\d{1,15})$/.exec(part_of ?? '') ?? []
      return kind ? [{ fileId: record_id, kind, id: Number(id) }] : []
    })
    const seen = await Promise.all(
      [...Map.groupBy(holders, ({ kind }) => kind)].map(async ([kind, files]) => {
        const cards = await ctx.use(content).cards(
          kind,
          files.map(({ id }) => id),
        )
        const shown = new Set(cards.map(({ id }) => id))
        return files.filter(({ id }) => shown.has(id)).map(({ fileId }) => fileId)
      }),
    )
    return seen.flat()
  },
  // the documents are those of the records that hold the files; what is said in them is told anew
  async documents(ctx, after, limit) {
    const files = await ctx.read(filesWithWords, [after, limit])
    for (const { file_id } of files) await describe(ctx, file_id)
    return { documents: [], last: files.at(-1)?.file_id ?? null }
  },
}

/** Tells the index what is said in a file, in all languages. */
export async function describe(ctx: Ctx, fileId: number): Promise<void> {
  const [row] = await ctx.read(saidInFile, [fileId])
  ctx.search.describe('file', fileId, cut(row?.text ?? '', 100_000))
}
