/** Headers and origin rules that every answer and every write obeys. */
import { allowsOrigin, forbidden, PLAYER_ORIGINS } from '@atrium/sdk'
import { FOLLOW_HASH } from '@atrium/sdk/server'
import helmet from 'helmet'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Middleware } from 'koa'

/** What only documents obey; all others would carry it for nothing. */
const OF_DOCUMENTS = [
  ...['Cross-Origin-Opener-Policy', 'Origin-Agent-Cluster', 'X-DNS-Prefetch-Control', 'X-Download-Options'],
  ...['X-Permitted-Cross-Domain-Policies', 'X-XSS-Protection'],
]

/** Strict content policy: nothing but our own files runs; development adds what Vite's client needs. */
export function securityHeaders(development: boolean): Middleware {
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", development ? "'unsafe-inline'" : FOLLOW_HASH],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'media-src': ["'self'", 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'frame-src': ["'self'", ...PLAYER_ORIGINS],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  })
  const ofDocuments = new Map(OF_DOCUMENTS.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])))
  for (const name of ofDocuments.keys()) headers.delete(name)
  return async (ctx, next) => {
    ctx.res.setHeaders(headers)
    await next()
    if (!ctx.headerSent && ctx.response.is('html')) ctx.res.setHeaders(ofDocuments)
  }
}

/** They are the same for every answer, so helmet is asked once. */
function headersOf(options: Parameters<typeof helmet>[0]): Map<string, string> {
  const headers = new Map<string, string>()
  const response = { setHeader: (name: string, value: string) => headers.set(name, value), removeHeader: () => {} }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}

/** Built scripts, styles and fonts are text that no policy holds for; each page would pay for it with every file it is made of. */
export function asBuilt(ctx: Context): void {
  for (const name of ['Content-Security-Policy', 'X-Frame-Options', 'Referrer-Policy']) ctx.remove(name)
}

/** The API token of a call: both `Bearer` and `Token` are in use. */
export const bearerOf = (header: string) => /^(?:Bearer|Token) (\S{1,600})$/.exec(header)?.[1] ?? null

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** By which browsers tell where a request came from. */
const OF_BROWSERS = ['origin', 'referer', 'sec-fetch-site']

/** Tells a browser that a page of another site may read the answer, whatever it is, where the community lists that origin. */
export function letsIn(ctx: Context, allowed: string[]): boolean {
  const { origin } = ctx.headers
  if (!origin || allowed.length === 0 || !allowsOrigin(allowed, origin)) return false
  ctx.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' })
  ctx.vary('Origin')
  return true
}

/**
 * A browser may write only from our own pages or from an origin the community lists (cases A35, A37): every header that tells
 * where a request came from must tell of our own host. Calls with an API token carry no cookie, and programs are led by nobody's page.
 * @param isListed as `letsIn` says
 * @param address of this community, by the configuration: ours too, where a proxy does not pass on what the browser asked for
 * @throws AtriumError 403
 */
export function checkOrigin(ctx: Context, isListed: boolean, address: string | null = null): void {
  const { origin, referer, 'sec-fetch-site': site } = ctx.headers as Record<string, string | undefined>
  if (isListed || !WRITES.has(ctx.method) || bearerOf(ctx.get('authorization')) || OF_BROWSERS.every((name) => ctx.headers[name] === undefined)) return
  const own = `${ctx.protocol}://${ctx.host}`
  const isOurs =
    (origin === undefined || origin === own || origin === address) &&
    (site === undefined || site === 'same-origin') &&
    // with neither of those, an old browser's page says where it is
    (origin !== undefined || site !== undefined || referer?.startsWith(`${own}/`))
  if (!isOurs) throw forbidden('Requests from this page aren’t allowed.', 'origin_refused')
}
