/** Pages that every visitor is sent alike, kept as they left: whoever asks again costs neither a connection nor the making of the page. */
import type { RawReply } from '@atrium/sdk/server'
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, Middleware } from 'koa'
import { LRUCache } from 'lru-cache'
import { type Data, SIGNALS_LOST } from '../data/index.ts'
import { looksSignedIn } from './identify.ts'

/** Milliseconds: what a page shows of others may have changed since. */
const LONGEST = 60_000
/** The best quality takes some forty times as long for a tenth less: whoever asks first waits for it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
const COMPRESS = { br: (body: Buffer) => brotli(body, BROTLI), gzip: (body: Buffer) => zip(body) }
type Encoding = keyof typeof COMPRESS

interface Answer {
  communityId: number
  headers: Record<string, string>
  plain: Buffer
  /** Made when first asked for, beside what the process does meanwhile. */
  encoded: Partial<Record<Encoding, Promise<Buffer>>>
}

export function createKept({ onSignal }: Pick<Data, 'onSignal'>) {
  const answers = new LRUCache<string, Answer>({ maxSize: 32 * 1024 * 1024, sizeCalculation: ({ plain }) => plain.length * 2 + 1000, ttl: LONGEST })
  /** Counts what was forgotten, so that a page whose making began before is not kept after. */
  let changes = 0
  const forget = (communityId?: number) => {
    changes++
    for (const [key, answer] of answers) if (communityId === undefined || answer.communityId === communityId) answers.delete(key)
  }
  onSignal('cache.invalidated', ({ key }: { key: string }) => {
    const [id, name] = key.split(' ')
    if (name === 'front') forget(Number(id))
  })
  onSignal('community.changed', ({ id }: { id?: number }) => forget(id))
  onSignal(SIGNALS_LOST, () => forget())

  const keyOf = (ctx: Context) => `${ctx.protocol} ${ctx.host} ${ctx.url}`
  const answer: Middleware = async (ctx, next) => {
    const known = ctx.method === 'GET' ? answers.get(keyOf(ctx as unknown as Context)) : undefined
    if (!known || looksSignedIn(ctx as unknown as Context)) return next()
    const encoding = (Object.keys(COMPRESS) as Encoding[]).find((name) => ctx.acceptsEncodings(name))
    ctx.set(known.headers)
    ctx.vary('Accept-Encoding')
    ctx.status = 200
    if (ctx.fresh) {
      ctx.status = 304
      return
    }
    if (encoding) ctx.set('Content-Encoding', encoding)
    ctx.body = encoding ? await (known.encoded[encoding] ??= COMPRESS[encoding](known.plain)) : known.plain
  }
  return {
    answer,
    /** @returns what keeps the answer once it is made */
    begin(ctx: Context, communityId: number): (reply: RawReply) => void {
      const [key, before] = [keyOf(ctx), changes]
      return ({ status = 200, headers = {}, body }) => {
        if (status !== 200 || typeof body !== 'string' || changes !== before || ctx.url.length > 200) return
        const plain = Buffer.from(body)
        headers.ETag ??= `W/"${hash('sha1', plain, 'base64url').slice(0, 16)}"`
        answers.set(key, { communityId, headers, plain, encoded: {} })
      }
    },
  }
}
export type KeptAnswers = ReturnType<typeof createKept>
