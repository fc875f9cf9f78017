/** Finds out for each request which community it is about, and who asks. */
import { randomUUID } from 'node:crypto'
import { AtriumError, localeOfReader } from '@atrium/sdk'
import type { Context, Middleware } from 'koa'
import { hostName } from '../communities/index.ts'
import type { RootContainer } from '../container.ts'
import type { RequestState } from './dispatch.ts'
import { bearerOf, letsIn } from './security.ts'

export const SESSION_COOKIE = 'atrium_session'
const STEP_COOKIE = 'atrium_step'
const DEVICE_COOKIE = 'atrium_device'
/** Of a plugin's own. */
const markCookie = (plugin: string) => `atrium_mark_${plugin}`
export const FLASH_COOKIE = 'atrium_flash'
const REMEMBERED_DAYS = 90
const DEVICE_DAYS = 365

/** Could this be a token of ours? Whoever makes one up is found out only by the database. */
export const looksSignedIn = (ctx: Context) => /^[\w-]{43}$/.test(ctx.cookies.get(SESSION_COOKIE) ?? '') || bearerOf(ctx.get('authorization')) !== null

export function identify(root: RootContainer): Middleware {
  const { communities, accounts, config } = root.cradle
  return async (ctx, next) => {
    const sessionToken = ctx.cookies.get(SESSION_COOKIE) ?? null
    const bearer = bearerOf(ctx.get('authorization'))
    const chosen = sessionToken ? await accounts.chosenCommunity(sessionToken, ctx.host) : null
    const communityId = (bearer ? await accounts.communityOfToken(bearer) : null) ?? (await communities.resolveHost(ctx.host, chosen))
    if (communityId === null) throw new AtriumError(404, 'not_found', 'No community found at this address.')
    const community = await communities.state(communityId)
    const identity = sessionToken || bearer ? await accounts.resolve({ sessionToken, bearer, communityId, host: ctx.host }) : null
    // before anything is refused: such a page may read refusals too
    const isListed = letsIn(ctx, (community.settings.cors_origins as string[] | undefined) ?? [])
    if (bearer && !identity) throw new AtriumError(401, 'invalid_token', 'This API token is invalid, expired or revoked.')
    // Our own script says so in a frame of another site. Such a cookie goes with that frame alone: everywhere else, and under every other
    // site, the browser leaves it out. The site itself can send it with calls of its own, whose writes `checkOrigin` refuses by their origin
    // and whose answers no other origin may read. No page but ours can send the header: it is none of those that calls across origins may have.
    const partitioned = ctx.get('x-atrium-frame') === 'partitioned'
    ctx.cookies.secure = partitioned || ctx.secure || (config.baseUrl?.startsWith('https:') ?? false)
    const plain = { httpOnly: true, sameSite: partitioned ? 'none' : 'lax', partitioned, overwrite: true, path: '/', secure: ctx.cookies.secure } as const
    Object.assign(ctx.state, {
      community,
      isListed,
      // whoever looks as a visitor is nobody here, but for what shows and ends that
      identity: identity?.masquerade?.entity.type === 'Visitor' ? null : identity,
      masquerade: identity?.masquerade ?? null,
      sessionToken,
      locale: localeOfReader(identity?.account, ctx.get('accept-language'), community.info.locale),
      setSession: (token: string | null, options?: { remember: boolean }) =>
        ctx.cookies.set(SESSION_COOKIE, token, { ...plain, maxAge: token && options?.remember ? REMEMBERED_DAYS * 86_400_000 : undefined }),
      browser: {
        origin: () => communities.originOf(ctx.protocol, ctx.host, community),
        host: () => hostName(ctx.host),
        device: () => ctx.cookies.get(DEVICE_COOKIE) ?? null,
        setDevice: (mark: string) => ctx.cookies.set(DEVICE_COOKIE, mark, { ...plain, maxAge: DEVICE_DAYS * 86_400_000 }),
        mark: (plugin: string) => ctx.cookies.get(markCookie(plugin)) ?? null,
        setMark: (plugin: string, mark: string | null) => ctx.cookies.set(markCookie(plugin), mark, { ...plain, maxAge: DEVICE_DAYS * 86_400_000 }),
        step: () => ctx.cookies.get(STEP_COOKIE) ?? null,
        setStep: (token: string | null) => ctx.cookies.set(STEP_COOKIE, token, plain),
        flash: (tone: string, key: string) => ctx.cookies.set(FLASH_COOKIE, `${tone}:${key}`, { ...plain, maxAge: 60_000 }),
      },
    } satisfies Omit<RequestState, 'id'>)
    await next()
  }
}

/** A short id for logs and answers; of a UUID, as Node keeps random bytes for those in store. */
export const requestId = (ctx: Context) => {
  const given = ctx.get('x-request-id')
  return /^[\w-]{8,64}$/.test(given) ? given : randomUUID().replaceAll('-', '').slice(0, 16)
}
