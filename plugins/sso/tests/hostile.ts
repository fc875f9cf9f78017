/** A provider that says whatever a test has it say: it signs by hand, so that nothing keeps it from being wrong. */
import { createHmac, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [ours, others] = [pair(), pair()]
export const PEM = ours.publicKey.export({ type: 'spki', format: 'pem' }) as string
const jwkOf = (key: typeof ours.publicKey): JsonWebKey => key.export({ format: 'jwk' })
export const foreignJwk = jwkOf(others.publicKey)

/** How one provider differs from an honest one. All stand behind one port, each at a path of its own. */
export interface Quirk {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  key?: 'own' | 'foreign' | 'none' | { secret: string }
  /** Of its description. */
  metadata?: Record<string, unknown>
  /** Instead of the answer of this endpoint. */
  answer?: Partial<Record<Endpoint, (request: IncomingMessage, response: ServerResponse) => void>>
  withoutToken?: boolean
  userinfo?: Record<string, unknown>
}
type Endpoint = 'description' | 'keys' | 'token' | 'userinfo'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
function tokenOf(claims: Record<string, unknown>, { header, key = 'own' }: Quirk): string {
  const alg = typeof key === 'object' ? 'HS256' : key === 'none' ? 'none' : 'RS256'
  const text = `${encode({ alg, kid: 'one', ...header })}.${encode(claims)}`
  if (key === 'none') return `${text}.`
  if (typeof key === 'object') return `${text}.${createHmac('sha256', key.secret).update(text).digest('base64url')}`
  return `${text}.${sign('sha256', Buffer.from(text), (key === 'own' ? ours : others).privateKey).toString('base64url')}`
}

export async function openHostile() {
  const quirks = new Map<string, Quirk>()
  /** Nonces by code. */
  const codes = new Map<string, string>()
  const calls: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://x')
    const [, name = '', ...rest] = pathname.split('/')
    const endpoint = rest.join('/') === '.well-known/openid-configuration' ? 'description' : (rest.join('/') as Endpoint)
    const quirk = quirks.get(name) ?? {}
    calls.push(`${name}/${endpoint}`)
    const own = quirk.answer?.[endpoint]
    if (own) return own(request, response)
    const issuer = `${origin}/${name}`
    const say = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (endpoint === 'description')
      return say({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...quirk.metadata,
      })
    if (endpoint === 'keys') return say({ keys: [{ ...jwkOf(ours.publicKey), kid: 'one', alg: 'RS256', use: 'sig' }] })
    if (endpoint === 'userinfo') return say({ sub: name, ...quirk.userinfo })
    if (endpoint !== 'token') return response.writeHead(404).end()
    let form = ''
    request.on('data', (part) => (form += part))
    request.on('end', () => {
      const code = new URLSearchParams(form).get('code') ?? ''
      const nonce = codes.get(code)
      if (!codes.delete(code)) return response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}')
      const now = Math.floor(Date.now() / 1000)
      const honest = {
        iss: issuer,
        aud: 'atrium',
        sub: name,
        nonce,
        iat: now,
        exp: now + 600,
        email: `${name}@example.org`,
        email_verified: true,
        name: 'Ada Clay',
      }
      const claims = Object.fromEntries(Object.entries({ ...honest, ...quirk.claims }).filter(([, value]) => value !== undefined))
      say({ access_token: 'x', token_type: 'Bearer', expires_in: 60, ...(!quirk.withoutToken && { id_token: tokenOf(claims, quirk) }) })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    quirks,
    calls,
    /** What a browser brings back that went to this address. */
    back(address: string): URL {
      const { searchParams } = new URL(address)
      const code = crypto.randomUUID()
      codes.set(code, searchParams.get('nonce')!)
      const to = new URL(searchParams.get('redirect_uri')!)
      to.search = new URLSearchParams({ code, state: searchParams.get('state')! }).toString()
      return to
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
