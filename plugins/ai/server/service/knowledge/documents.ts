/** Texts of documents that people upload, for a thread of its own: it may take too long or too much memory, and is ended then. */
import { Parser } from 'htmlparser2'
import mammoth from 'mammoth'
import { extractText, getDocumentProxy } from 'unpdf'
import yauzl from 'yauzl'

/** Bytes that a DOCX may unpack to: 380 kB of one have been seen to hold 400 MB. */
const MOST_UNPACKED = 60 * 2 ** 20
const MOST_ENTRIES = 3_000
/** Pages of a PDF that are read. */
const MOST_PAGES = 2_000
/** What is no text of a page: menus, scripts, forms. */
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'svg', 'nav', 'header', 'footer', 'aside', 'form', 'button', 'iframe', 'object', 'title'])
const BLOCKS = new Set(['p', 'div', 'li', 'tr', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'section', 'article', 'blockquote', 'pre', 'dt', 'dd', 'td', 'th'])

export interface Document {
  bytes: Uint8Array
  kind: 'pdf' | 'docx' | 'html' | 'text'
}
export interface DocumentText {
  text: string
  title?: string
  pages?: number
}

/** @throws Error for what cannot be read */
export async function textOfDocument({ bytes, kind }: Document): Promise<DocumentText> {
  if (kind === 'pdf') return pdf(bytes)
  if (kind === 'docx') return docx(bytes)
  const text = new TextDecoder().decode(bytes)
  return kind === 'html' ? html(text) : { text }
}
async function pdf(bytes: Uint8Array): Promise<DocumentText> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  if (document.numPages > MOST_PAGES) throw new Error('too many pages')
  const { text, totalPages } = await extractText(document, { mergePages: false })
  return { text: text.join('\n\n'), pages: totalPages }
}
async function docx(bytes: Uint8Array): Promise<DocumentText> {
  const buffer = Buffer.from(bytes)
  await unpackedWithin(buffer, MOST_UNPACKED)
  return { text: (await mammoth.extractRawText({ buffer })).value }
}
/** Sizes in the file are not believed: each entry is unpacked, and counted. @throws Error beyond the bound */
function unpackedWithin(buffer: Buffer, most: number): Promise<void> {
  let left = most
  return new Promise((done, fail) =>
    yauzl.fromBuffer(buffer, { lazyEntries: true }, (error, zip) => {
      if (error) return fail(error)
      if (zip.entryCount > MOST_ENTRIES) return fail(new Error('too many entries'))
      zip.on('error', fail)
      zip.on('end', done)
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (problem, stream) => {
          if (problem) return fail(problem)
          stream.on('data', (chunk: Buffer) => {
            left -= chunk.length
            if (left < 0) stream.destroy(new Error('it unpacks to too much'))
          })
          stream.on('error', fail)
          stream.on('end', () => zip.readEntry())
        }),
      )
      zip.readEntry()
    }),
  )
}
function html(source: string): DocumentText {
  let title = ''
  let text = ''
  let silent = 0
  let inTitle = false
  const parser = new Parser({
    onopentag(name) {
      if (name === 'title') inTitle = true
      if (SILENT.has(name)) silent++
      else if (BLOCKS.has(name)) text += '\n'
    },
    ontext(part) {
      if (inTitle && !title) title = part
      else if (silent === 0) text += part.replace(/\s+/g, ' ')
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false
      if (SILENT.has(name)) silent = Math.max(0, silent - 1)
      else if (BLOCKS.has(name)) text += '\n'
    },
  })
  parser.end(source)
  return { title: title.replace(/\s+/g, ' ').trim().slice(0, 200), text: text.replace(/[^\S\n]*\n[^\S\n]*/g, '\n').replace(/\n{3,}/g, '\n\n') }
}
