/** What the site has at addresses that no screen has: the home page of visitors, pages by their slug, redirects, and what stands where nothing is. */
import { type Ctx, type Front, type FrontRequest, raw, type RawReply } from '@atrium/sdk/server'
import site from '../../contract.ts'
import { documentOf } from './public/document.ts'
import { membersGate, passwordGate } from './public/gates.ts'
import { framers, pagePolicy } from './public/policy.ts'
import { cookieName, isHome, isShown, type Page, pageById, pageBySlug, standingOf } from './public/reading.ts'
import { redirectFor } from './redirects.ts'

const SLUG = /^\/([a-z0-9]+(?:-[a-z0-9]+)*)$/
/** Letters of an address that may be a page's. */
const LONGEST = 200
const GATES = { password: passwordGate, members: membersGate }

/** A document of its own policy. What depends on a session is nobody else's. */
const page = (html: string, { status = 200, ancestors = [], keep = false }: { status?: number; ancestors?: string[]; keep?: boolean } = {}): RawReply =>
  raw({
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': pagePolicy(ancestors),
      'Cache-Control': 'private, no-cache',
      Vary: 'Cookie',
    },
    body: html,
    keep,
  })
/** Headers hold plain letters alone: all else is written with percent signs, as browsers do it. */
const asHeader = (address: string): string => address.toWellFormed().replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)
const leadOn = (to: string, status = 301): RawReply =>
  raw({ status, headers: { Location: asHeader(to), 'Cache-Control': status === 301 ? 'public, max-age=300' : 'no-store' }, body: '' })

const queryOf = ({ query }: FrontRequest): string => {
  const text = new URLSearchParams(query).toString()
  return text && `?${text}`
}

async function answer(ctx: Ctx, request: FrontRequest, found: Page, status = 200): Promise<RawReply> {
  const isMember = ctx.member !== null
  // whoever may build pages sees how one would be
  if (request.query.preview === '1' && ctx.can('site.manage'))
    return page(await documentOf(ctx, { page: found, data: found.data, isMember, isPreview: true }), { status })
  const standing = standingOf(ctx, found, request.cookie(cookieName(found.id)))
  const ancestors = request.query.iframe === 'true' ? framers(ctx) : []
  const input = { page: found, data: found.live!, isMember, isFramed: ancestors.length > 0, isHidden: status !== 200 }
  if (standing !== 'open') return page(await documentOf(ctx, { ...input, gate: GATES[standing] }), { status, ancestors })
  const html = await documentOf(ctx, input)
  return page(html, { status, ancestors, keep: !isMember && found.visibility === 'public' && status === 200 })
}
const isThere = (ctx: Ctx, found: Page | null, { query }: FrontRequest): found is Page =>
  isShown(found) || (found !== null && query.preview === '1' && ctx.can('site.manage'))

/** Files and calls that are not there are not asked for by people. */
const isDocument = (path: string): boolean => !/\.\w{1,8}$/.test(path) && !/^\/(internal_api|api|site)\//.test(path)
async function notFound(ctx: Ctx, request: FrontRequest): Promise<RawReply | null> {
  const { not_found_page_id: id } = ctx.settings(site).seo
  const found = id && isDocument(request.path) ? await pageById(ctx, id) : null
  return isShown(found) && standingOf(ctx, found) === 'open' ? answer(ctx, request, found, 404) : null
}

export const front: Front = async (ctx, request) => {
  const { path } = request
  if (path === '/') {
    const { home_page_id: id } = ctx.settings(site)
    // members have the community there
    const home = id && (!ctx.member || request.query.preview === '1') ? await pageById(ctx, id) : null
    return isThere(ctx, home, request) ? answer(ctx, request, home) : null
  }
  // one address for each page: in small letters, without a slash at its end
  const plain = path.length <= LONGEST ? path.toLowerCase().replace(/\/+$/, '') : ''
  const slug = SLUG.exec(plain)?.[1]
  const found = slug ? await pageBySlug(ctx, slug) : null
  if (isThere(ctx, found, request)) {
    if (isHome(ctx, found) && !ctx.member && request.query.preview !== '1') return leadOn(`/${queryOf(request)}`)
    return path === plain ? answer(ctx, request, found) : leadOn(`${plain}${queryOf(request)}`)
  }
  const moved = await redirectFor(ctx, path)
  return moved ? leadOn(moved.to, moved.status) : notFound(ctx, request)
}
