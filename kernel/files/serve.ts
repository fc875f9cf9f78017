/** Sends stored bytes: GET /files/<token>/<variant>/<name>, with ranges, validators, and headers under which nothing can run. */
import type { MemberInfo } from '@atrium/sdk/server'
import type { Context } from 'koa'
import type { Data, Unit } from '../data/index.ts'
import type { Log } from '../observe/index.ts'
import { howToServe, PART_NAME, partType } from '@atrium/sdk/file-kinds'
import type { Address, Signer } from './names.ts'
import { type FileRow, findFile, isPublic } from './rows.ts'
import type { BlobStore } from './store.ts'

const ADDRESS = /^\/files\/([\w-]{1,80})\/(thumb|small|medium|large|original|made)\/([^/]*)$/
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
  /** What an address says to the reader it was made for, while it holds. */
  function opened(path: string, readerId: number): (Address & { variant: string; last: string; left: number }) | null {
    const [, token, variant, last] = ADDRESS.exec(path) ?? []
    const address = token ? signer.openToken(token, readerId) : null
    if (!address) return null
    const left = address.expiresAt ? address.expiresAt.getTime() - clock().getTime() : Number.POSITIVE_INFINITY
    return left > 0 ? { ...address, variant: variant!, last: last!, left } : null
  }
  async function readable(row: FileRow | null, address: Address, isMember: boolean): Promise<FileRow | null> {
    if (row?.status !== 'ready') return null
    if (isPublic(row.used_by)) return row
    return address.expiresAt && (isMember || !(await isPrivate(address.communityId))) ? row : null
  }

  /** The file that a reader's own address leads to, or null. */
  async function addressed(unit: Unit, path: string, memberId: number | null): Promise<FileRow | null> {
    const address = opened(path, memberId ?? 0)
    return address?.communityId === unit.communityId ? readable(await findFile(unit, address.fileId), address, memberId !== null) : null
  }

  /** Answers GET /files/…; false when there is nothing to see for this reader. `identity` is the one of `ctx.state.community`. */
  async function serve(ctx: Context, identity: { member: MemberInfo | null } | null): Promise<boolean> {
    const address = ctx.method === 'GET' || ctx.method === 'HEAD' ? opened(ctx.path, identity?.member?.id ?? 0) : null
    if (!address) return false
    const { communityId, expiresAt, variant, last, left } = address
    const isMember = Boolean(identity?.member) && ctx.state.community?.info.id === communityId
    const row = await data.unit({ communityId, mode: 'read' }, (unit) => findFile(unit, address.fileId))
    const file = await readable(row, address, isMember)
    if (!file) return false
    const part = variant === 'made' ? last : null
    if (part && !(PART_NAME.test(part) && file.variants.includes(part))) return false
    const drawn = !part && variant !== 'original' && file.variants.includes(variant)
    const name = part || drawn ? `${file.key}.${part ?? variant}` : file.key
    const size = await store.size(name)
    if (size === null) {
      log.error({ file: file.id, name }, 'the bytes of a file are missing')
      return false
    }

    const { contentType, disposition } =
      part || drawn ? { contentType: part ? partType(part) : 'image/webp', disposition: 'inline' as const } : howToServe(file.content_type)
    ctx.attachment(part ?? file.filename, { type: disposition })
    ctx.set({
      'Content-Type': contentType,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
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

  return { serve, addressed }
}
