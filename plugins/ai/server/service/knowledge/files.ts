/** What a file or a page of another site says. What is wrong with one is said as a key of words: it is no failure of ours. */
import { type Ctx, isolated, isRefusal } from '@atrium/sdk/server'
import type { Document, DocumentText, textOfDocument } from './documents.ts'

/** What a file or a page says, or what hinders it: a key of the plugin's words under `problem.`. */
export interface ReadText {
  title?: string
  text?: string
  pages?: number
  problem?: 'unreadable' | 'no_text' | 'unreachable' | 'not_text' | 'too_large'
}

/** Bytes of a file, and of a page. */
const MOST_OF_FILE = 30_000_000
const MOST_OF_PAGE = 4_000_000
const PAGE_MS = 20_000

const textOf = isolated<typeof textOfDocument>(new URL('./documents.ts', import.meta.url), 'textOfDocument', { timeoutMs: 30_000, memoryMb: 512 })
async function read(ctx: Ctx, document: Document): Promise<ReadText> {
  let said: DocumentText
  try {
    said = await textOf(document)
  } catch (error) {
    ctx.log.info({ err: error }, 'a document cannot be read')
    return { problem: 'unreadable' }
  }
  return said.text.trim() ? said : { ...said, problem: 'no_text' }
}
const kindOf = (filename: string): Document['kind'] | null => {
  const ending = /\.(\w+)$/.exec(filename.toLowerCase())?.[1] ?? ''
  if (ending === 'pdf' || ending === 'docx') return ending
  if (ending === 'html' || ending === 'htm') return 'html'
  return ['txt', 'md', 'csv', 'text', 'markdown'].includes(ending) ? 'text' : null
}
export async function textOfFile(ctx: Ctx, fileId: number): Promise<ReadText> {
  const file = (await ctx.files.byIds([fileId])).get(fileId)
  const kind = file && kindOf(file.filename)
  if (!kind) return { problem: file ? 'not_text' : 'unreadable' }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of await ctx.files.read(fileId)) {
    size += chunk.length
    if (size > MOST_OF_FILE) return { problem: 'too_large' }
    chunks.push(chunk)
  }
  return read(ctx, { bytes: Buffer.concat(chunks), kind })
}
/** Through the guarded fetcher. */
export async function textOfPage(ctx: Ctx, address: string): Promise<ReadText> {
  try {
    const { ok, headers, body } = await ctx.fetch(address, { timeoutMs: PAGE_MS, maxBytes: MOST_OF_PAGE })
    if (!ok) return { problem: 'unreachable' }
    const type = headers['content-type'] ?? ''
    const kind = /html/.test(type) ? 'html' : /pdf/.test(type) ? 'pdf' : /^text\//.test(type) ? 'text' : null
    return kind ? read(ctx, { bytes: body, kind }) : { problem: 'not_text' }
  } catch (error) {
    if (isRefusal(error) || (error as { status?: number }).status === 502 || (error as { status?: number }).status === 504) return { problem: 'unreachable' }
    throw error
  }
}
