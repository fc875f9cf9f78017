/** Serves built files: hashed names for ever, others with an ETag; compressed by the build or once, and kept in memory. */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import type { Context } from 'koa'
import { LRUCache } from 'lru-cache'
import { asBuilt } from './security.ts'

/** A browser that is led straight to one of these makes it a document, where things run. */
const DOCUMENTS = new Set(['.html', '.svg'])
const TEXTUAL = new Set(['.js', '.mjs', '.css', '.json', '.svg', '.txt', '.webmanifest', '.html'])
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzipCompress)

interface Entry {
  plain: Buffer
  br: Buffer | null
  gzip: Buffer | null
  etag: string
  mtime: number
}
const cache = new LRUCache<string, Entry>({ maxSize: 48 * 1024 * 1024, sizeCalculation: (entry) => entry.plain.length * 2 + 200 })

async function load(file: string): Promise<Entry | null> {
  const info = await stat(file).catch(() => null)
  if (!info?.isFile()) return null
  const kept = cache.get(file)
  if (kept && kept.mtime === info.mtimeMs) return kept
  const plain = await readFile(file)
  const text = TEXTUAL.has(extname(file)) && plain.length > 512
  const entry: Entry = {
    plain,
    // the build has taken the time to make it smaller
    br: text ? ((await readFile(`${file}.br`).catch(() => null)) ?? (await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))) : null,
    gzip: text ? await gzipped(plain, { level: 9 }) : null,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    mtime: info.mtimeMs,
  }
  cache.set(file, entry)
  return entry
}

/** Vite's hashed names: `name-Ab3_xY9z.js`. */
const HASHED = /-[\w-]{8}\.\w+$/

/**
 * Answers with a file below `root`, if there is one.
 * @returns false when there is none; paths that climb out count as none (case A58).
 */
export async function sendStatic(ctx: Context, root: string, path: string): Promise<boolean> {
  // what begins with a dot is the build's own
  if (path.includes('\0') || /(^|\/)\./.test(path)) return false
  const file = normalize(join(root, path))
  if (!file.startsWith(normalize(root) + sep)) return false
  const entry = await load(file)
  if (!entry) return false
  if (!DOCUMENTS.has(extname(file))) asBuilt(ctx)
  ctx.set('Cache-Control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
  ctx.set('ETag', entry.etag)
  ctx.vary('Accept-Encoding')
  ctx.type = extname(file)
  ctx.status = 200
  if (ctx.fresh) {
    ctx.status = 304
    return true
  }
  // browsers name gzip first and mean no order by it
  const encoding = (['br', 'gzip'] as const).find((name) => ctx.acceptsEncodings(name))
  const body = encoding ? entry[encoding] : null
  if (body) ctx.set('Content-Encoding', encoding!)
  ctx.body = body ?? entry.plain
  return true
}
