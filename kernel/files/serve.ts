/** Sends stored bytes: GET /files/<token>/<variant>/<name>, with ranges, validators, and headers under which nothing can run. */
import type { FileVariant, MemberInfo } from '@atrium/sdk/server'
import type { Context } from 'koa'
import type { Data } from '../data/index.ts'
import type { Log } from '../observe/index.ts'
import { howToServe } from './kinds.ts'
import type { Signer } from './names.ts'
import { findFile, isPublic } from './rows.ts'
import type { BlobStore } from './store.ts'

const ADDRESS = /^\/files\/([\w-]{1,80})\/(thumb|small|medium|large|original)\/[^/]*$/
const YEAR = 31_536_000

interface Dependencies {
  data: Pick<Data, 'unit'>
  store: BlobStore
  signer: Signer
  log: Log
  clock: () => Date
  isPrivate(communityId: number): Promise<boolean>
}

/** The one range of a request; null for none (or several, which we may answer whole), `outside` for one we cannot serve. */
function rangeOf(header: string, size: number): { start: number; end: number } | null | 'outside' {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? []
  if (from === undefined || (from === '' && to === '')) return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start < size && start <= end ? { start, end } : 'outside'
}

export function createServe({ data, store, signer, log, clock, isPrivate }: Dependencies) {
  return async function serve(ctx: Context, identity: { member: MemberInfo | null } | null): Promise<boolean> {
    const [, token, variant] = ADDRESS.exec(ctx.path) ?? []
    const address = token && (ctx.method === 'GET' || ctx.method === 'HEAD') ? signer.openToken(token, identity?.member?.id ?? 0) : null
    if (!address) return false
    const { communityId, expiresAt } = address
    const left = expiresAt ? expiresAt.getTime() - clock().getTime() : Number.POSITIVE_INFINITY
    if (left <= 0) return false
    const file = await data.unit({ communityId, mode: 'read' }, (unit) => findFile(unit, address.fileId))
    if (file?.status !== 'ready') return false
    if (!isPublic(file.used_by)) {
      if (!expiresAt) return false
      const isMember = identity?.member && ctx.state.community?.info.id === communityId
      if (!isMember && (await isPrivate(communityId))) return false
    }
    const drawn = variant !== 'original' && file.variants.includes(variant as FileVariant)
    const name = drawn ? `${file.key}.${variant}` : file.key
    const size = await store.size(name)
    if (size === null) {
      log.error({ file: file.id, name }, 'the bytes of a file are missing')
      return false
    }

    const { contentType, disposition } = drawn ? { contentType: 'image/webp', disposition: 'inline' as const } : howToServe(file.content_type)
    ctx.attachment(file.filename, { type: disposition })
    ctx.set({
      'Content-Type': contentType,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cache-Control': expiresAt ? `private, max-age=${Math.floor(left / 1000)}` : `public, max-age=${YEAR}, immutable`,
      'Accept-Ranges': 'bytes',
      ETag: `"${name}"`,
    })
    // mails and other sites show avatars and branding
    if (!expiresAt) ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    ctx.status = 200
    if (ctx.fresh) {
      ctx.status = 304
      return true
    }
    const condition = ctx.get('if-range')
    const range = condition && condition !== `"${name}"` ? null : rangeOf(ctx.get('range'), size)
    if (range === 'outside') {
      ctx.status = 416
      ctx.set('Content-Range', `bytes */${size}`)
      return true
    }
    if (range) {
      ctx.status = 206
      ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
    }
    ctx.length = range ? range.end - range.start + 1 : size
    if (ctx.method !== 'HEAD') ctx.body = store.read(name, range ?? undefined)
    return true
  }
}
