/** The talk with an OpenID Connect provider: its description, the address to go to, and what it says of who came back. */
import * as oidc from 'openid-client'
import type { SignInProvider } from '@atrium/sdk/kernel/auth'
import { LRUCache } from 'lru-cache'
import type { Outbound } from '../../outbound/index.ts'

/** Its secret opened. */
export type OidcProvider = Pick<SignInProvider, 'issuer' | 'client_id' | 'client_secret'>
/** Bound to the browser that set out (quality A47, A50). */
export type Checks = Record<'state' | 'nonce' | 'verifier', string>
export interface Claims {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

const PATIENCE_MS = 10_000

export function createOidc({ outbound, allowPrivate }: { outbound: Outbound; allowPrivate: boolean }) {
  const fetch = (async (address: string, { method, headers, body }: { method?: string; headers?: Record<string, string>; body?: unknown } = {}) => {
    const text = body === undefined || body === null ? undefined : String(body)
    const reply = await outbound.fetch(address, { method: method as 'GET', headers, body: text, redirects: 0, timeoutMs: PATIENCE_MS, operator: allowPrivate })
    return new Response(reply.status === 204 ? null : (reply.body as BodyInit), { status: reply.status, headers: reply.headers })
  }) as never
  const known = new LRUCache<string, oidc.Configuration>({ max: 200, ttl: 10 * 60_000 })

  async function discover(provider: OidcProvider): Promise<oidc.Configuration> {
    const key = JSON.stringify([provider.issuer, provider.client_id, provider.client_secret])
    const cached = known.get(key)
    if (cached) return cached
    const options = { [oidc.customFetch]: fetch, timeout: 10, execute: allowPrivate ? [oidc.allowInsecureRequests] : [] }
    const found = await oidc.discovery(new URL(provider.issuer), provider.client_id, undefined, oidc.None(), options)
    const server = found.serverMetadata()
    // a secret goes as the provider takes it; the header is what holds where it says nothing
    const { client_secret: secret } = provider
    const proof = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic
    const auth = secret === null ? oidc.None() : proof(secret)
    const config = new oidc.Configuration(server, provider.client_id, undefined, auth)
    config[oidc.customFetch] = fetch
    config.timeout = 10
    if (allowPrivate) oidc.allowInsecureRequests(config)
    known.set(key, config)
    return config
  }

  return {
    discover,
    /** @throws Error when the provider does not answer */
    async begin(provider: OidcProvider, redirectUri: string): Promise<{ url: string; checks: Checks }> {
      const config = await discover(provider)
      const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, checks }
    },
    /** @throws Error when anything does not fit: state, nonce, code, issuer, signature, or the person refused */
    async finish(provider: OidcProvider, redirectUri: string, query: Record<string, string>, { state, nonce, verifier }: Checks): Promise<Claims> {
      const config = await discover(provider)
      const here = new URL(redirectUri)
      here.search = new URLSearchParams(query).toString()
      const expected = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await oidc.authorizationCodeGrant(config, here, expected)
      const claims = tokens.claims()!
      const more =
        claims.email === undefined && config.serverMetadata().userinfo_endpoint ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
      const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : null)
      return { issuer: claims.iss, subject: claims.sub, email: text(more.email), emailVerified: more.email_verified === true, name: text(more.name) }
    },
  }
}
export type Oidc = ReturnType<typeof createOidc>
