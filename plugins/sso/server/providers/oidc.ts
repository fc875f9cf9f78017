/** Calls to an OpenID Connect provider: its metadata, the address to send the browser to, and the claims about who comes back. */
import type { Assertion, Journey } from '@atrium/sdk/kernel/auth'
import type { Ctx } from '@atrium/sdk/server'
import { LRUCache } from 'lru-cache'
import type { Configuration, ServerMetadata } from 'openid-client'
import type { StoredProvider } from '../../contract.ts'

const PATIENCE_S = 10
/** Metadata by issuer, cached: it hardly ever changes, and each sign-in needs it twice. */
const descriptions = new LRUCache<string, ServerMetadata>({ max: 200, ttl: 10 * 60_000 })
/** Loaded when first needed: most communities have no provider. */
const library = () => import('openid-client')

/** `privateCalls` of plugins.config.ts: the operator vouches for providers at private addresses, also without TLS. */
const mayCallPrivate = (ctx: Ctx) => ctx.options['privateCalls'] === true

async function configure(ctx: Ctx, provider: StoredProvider): Promise<Configuration> {
  const oidc = await library()
  const allowPrivate = mayCallPrivate(ctx)
  const fetch = async (address: string, { method, headers, body }: { method?: string; headers?: Record<string, string>; body?: unknown } = {}) => {
    const text = body === undefined || body === null ? undefined : String(body)
    const request = { method: method as 'GET', headers, body: text, redirects: 0, timeoutMs: PATIENCE_S * 1000, operator: allowPrivate }
    const reply = await ctx.fetch(address, request)
    return new Response(reply.status === 204 ? null : (reply.body as BodyInit), { status: reply.status, headers: reply.headers })
  }
  let server = descriptions.get(provider.issuer)
  if (!server) {
    const options = { [oidc.customFetch]: fetch as never, timeout: PATIENCE_S, execute: allowPrivate ? [oidc.allowInsecureRequests] : [] }
    server = (await oidc.discovery(new URL(provider.issuer), provider.client_id, undefined, oidc.None(), options)).serverMetadata()
    descriptions.set(provider.issuer, server)
  }
  const secret = provider.client_secret && ctx.unseal(provider.client_secret)
  // the client secret is sent in the way the provider's metadata names; the standard's default is the header
  const proof = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic
  const config = new oidc.Configuration(server, provider.client_id, undefined, secret === null ? oidc.None() : proof(secret))
  config[oidc.customFetch] = fetch as never
  config.timeout = PATIENCE_S
  // the signature is checked although the token comes from the provider directly, in case somebody else answers at its address
  oidc.enableNonRepudiationChecks(config)
  if (allowPrivate) oidc.allowInsecureRequests(config)
  return config
}

/** Asks the provider for its description, anew. @throws Error when it does not answer, or may not be called */
export async function check(ctx: Ctx, provider: StoredProvider): Promise<void> {
  descriptions.delete(provider.issuer)
  await configure(ctx, provider)
}

/** @throws Error when the provider does not answer */
export async function begin(ctx: Ctx, provider: StoredProvider, { redirectUri, state }: Journey): Promise<{ url: string; kept: Record<string, string> }> {
  const oidc = await library()
  const kept = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
  const url = oidc.buildAuthorizationUrl(await configure(ctx, provider), {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce: kept.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(kept.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, kept }
}

/** @throws Error when anything does not fit: state, nonce, code, issuer, signature, or the person refused */
export async function finish(
  ctx: Ctx,
  provider: StoredProvider,
  { redirectUri, state }: Journey,
  { query, kept }: { query: Record<string, string>; kept: Record<string, string> },
): Promise<Assertion> {
  const oidc = await library()
  const config = await configure(ctx, provider)
  const here = new URL(redirectUri)
  here.search = new URLSearchParams(query).toString()
  const expected = { expectedState: state, expectedNonce: kept.nonce, pkceCodeVerifier: kept.verifier, idTokenExpected: true }
  const tokens = await oidc.authorizationCodeGrant(config, here, expected)
  const claims = tokens.claims()!
  const more =
    claims.email === undefined && config.serverMetadata().userinfo_endpoint ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
  const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : null)
  return { issuer: claims.iss, subject: claims.sub, email: text(more.email), emailVerified: more.email_verified === true, name: text(more.name) }
}
