/** Sends the files of a package to its frame, under a policy by which nothing in them reaches beyond the package. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { forbidden, notFound } from '@atrium/sdk'
import { type Ctx, raw, type RawReply } from '@atrium/sdk/server'
import { KEPT } from '../../contract.ts'
import { PackageTable, PartTable, RegistrationTable, StateTable } from '../entities.ts'
import { frameScript, libraryFile, valuesFor, withRuntime } from './frame.ts'
import { holds } from './right.ts'
import { isMedia } from './types.ts'
import { openToken } from './token.ts'

const unpack = promisify(gunzip)
/** Path of the run-time, which no file of a package can have. */
const OWN = '~atrium/'
type Headers = Record<string, string | undefined>
const noFile = () => notFound('File')

/**
 * A sandbox without an origin: no cookies, no storage, no call that Atrium would take as anybody's. Scripts, pictures, calls and forms stay
 * below the package's own address. The header holds in a tab of its own too, where no frame's `sandbox` would.
 */
function policy(base: string, scripts: boolean): string {
  const own = `${base} data: blob:`
  return [
    'sandbox allow-scripts allow-forms allow-modals',
    `default-src ${own} 'unsafe-inline' 'unsafe-eval'`,
    ...(scripts ? [] : ["script-src 'none'"]),
    `connect-src ${base} data: blob:`,
    // documents of `data:` and `blob:` would come without the run-time
    `frame-src ${base}`,
    `form-action ${base}`,
    `base-uri ${base}`,
    "object-src 'none'",
    // held by the browsers that know it; in the others the run-time takes away what would call
    "webrtc 'block'",
  ].join('; ')
}

/** Documents with scripts that no run-time can be put before. */
const isDrawing = (contentType: string) => contentType === 'image/svg+xml' || contentType === 'application/xml'
const answer = (
  base: string,
  contentType: string,
  body: Buffer | Readable,
  more: Record<string, string> = {},
  status = 200,
  scripts = !isDrawing(contentType),
): RawReply =>
  raw({
    status,
    headers: {
      'Content-Type':
        /^(text\/|application\/(json|xml))/.test(contentType) && !contentType.startsWith('text/html') ? `${contentType}; charset=utf-8` : contentType,
      'Content-Security-Policy': policy(base, scripts),
      // frames of the package's own have no origin that a policy could name; who may embed it is whoever holds the token
      'X-Frame-Options': 'ALLOWALL',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'private, max-age=3600',
      Vary: 'Sec-Fetch-Dest',
      ...more,
    },
    body,
  })

/** @throws AtriumError 403 `not_framed` in a tab of its own, which it could lead anywhere; 404 for a token that does not hold, as for a file that is not there */
export async function serve(ctx: Ctx, token: string, path: string, headers: Headers): Promise<RawReply> {
  if (headers['sec-fetch-dest'] === 'document') throw forbidden('Open this package from its lesson.', 'not_framed')
  const opened = openToken(ctx, token)
  if (!opened || !(await holds(ctx, opened.registration))) throw noFile()
  const base = `${headers.host ?? ''}/public/packages/${token}/`
  if (path.startsWith(OWN)) return own(ctx, opened, path.slice(OWN.length), base)
  const part = await ctx.em.findOne(PartTable, { packageId: opened.package, path })
  if (!part) throw noFile()
  const { contentType } = part
  if (isMedia(contentType)) return media(ctx, part, base, headers.range)
  const packed = await buffer(await ctx.files.read(part.fileId))
  if (contentType === 'text/html' || contentType === 'application/xhtml+xml') {
    const page = await unpack(packed)
    const ready = withRuntime(page, `/public/packages/${token}/${OWN}`, contentType !== 'text/html')
    return answer(base, contentType, ready ?? page, { 'Cache-Control': 'no-store' }, 200, ready !== null)
  }
  return (headers['accept-encoding'] ?? '').includes('gzip')
    ? answer(base, contentType, packed, { 'Content-Encoding': 'gzip' })
    : answer(base, contentType, await unpack(packed))
}

async function own(ctx: Ctx, opened: NonNullable<ReturnType<typeof openToken>>, name: string, base: string): Promise<RawReply> {
  const record = await ctx.em.findOne(PackageTable, { id: opened.package }, { fields: ['kind', 'items'] })
  const item = record?.items.find(({ id }) => id === opened.item)
  if (!record || !item || (record.kind !== 'scorm12' && record.kind !== 'scorm2004')) throw noFile()
  if (name === 'library.js') return answer(base, 'text/javascript', await libraryFile(record.kind))
  if (name !== 'run.js') throw noFile()
  const registration = await ctx.em.findOne(RegistrationTable, { id: opened.registration })
  if (!registration) throw noFile()
  const state = await ctx.em.findOne(StateTable, { registrationId: registration.id, item: item.id })
  const learner = (await ctx.members.byIds([registration.memberId])).get(registration.memberId)
  const is2004 = record.kind === 'scorm2004'
  const values = valuesFor(is2004, item, { id: registration.uuid, name: learner?.name ?? '' }, state && state.data !== '{}' ? JSON.parse(state.data) : null)
  return answer(base, 'text/javascript', Buffer.from(frameScript({ is2004, item: item.id, launch: opened.launch, values, most: KEPT })), {
    'Cache-Control': 'no-store',
  })
}

/** Seeking asks for a part of it. */
async function media(ctx: Ctx, part: { fileId: number; contentType: string; byteSize: number }, base: string, range: string | undefined): Promise<RawReply> {
  const stream = await ctx.files.read(part.fileId)
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (from === undefined || (!from && !to)) return answer(base, part.contentType, Readable.from(stream), { 'Accept-Ranges': 'bytes' })
  const start = from ? Number(from) : Math.max(0, part.byteSize - Number(to))
  const end = from && to ? Math.min(Number(to), part.byteSize - 1) : part.byteSize - 1
  if (start > end) return answer(base, part.contentType, Buffer.alloc(0), { 'Content-Range': `bytes */${part.byteSize}` }, 416)
  const bytes = { 'Accept-Ranges': 'bytes', 'Content-Range': `bytes ${start}-${end}/${part.byteSize}`, 'Content-Length': String(end - start + 1) }
  return answer(base, part.contentType, Readable.from(slice(stream, start, end + 1)), bytes, 206)
}
async function* slice(stream: AsyncIterable<Uint8Array>, start: number, end: number): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const chunk of stream) {
    const piece = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at))
    at += chunk.length
    if (piece.length) yield piece
    if (at >= end) return
  }
}
