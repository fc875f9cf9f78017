/** A real OpenID Connect provider on loopback, and somebody who signs in there. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface OidcPerson {
  email?: string
  email_verified?: boolean
  name?: string
}

/** @param redirectUris exactly those it sends people back to */
export async function openProvider(redirectUris: string[], port = 0) {
  const people = new Map<string, OidcPerson>()
  let server!: Server
  // the port is part of the issuer, so it is taken before the provider is made
  const { createServer } = await import('node:http')
  server = createServer()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const warn = console.warn
  console.warn = () => {}
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'atrium',
        client_secret: 'a-secret-of-the-client',
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    cookies: { keys: ['test'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  })
  console.warn = warn
  server.on('request', provider.callback())

  return {
    issuer,
    people,
    /** Goes where the house sends a browser, signs in as `login`. @returns the address it is sent back to */
    async visit(url: string, login: string): Promise<URL> {
      const jar = new Map<string, string>()
      let address = url
      let form: string | null = null
      for (let hop = 0; hop < 12; hop++) {
        const response: Response = await fetch(address, {
          redirect: 'manual',
          method: form === null ? 'GET' : 'POST',
          headers: {
            cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
            ...(form === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          body: form,
        })
        form = null
        for (const line of response.headers.getSetCookie()) {
          const [pair] = line.split(';')
          const at = pair!.indexOf('=')
          jar.set(pair!.slice(0, at), pair!.slice(at + 1))
        }
        const next = response.headers.get('location')
        if (next) {
          address = new URL(next, address).href
          if (!address.startsWith(issuer)) return new URL(address)
          continue
        }
        const page = await response.text()
        const action = /action="([^"]+)"/.exec(page)?.[1]
        if (!action) throw new Error(`the provider answered ${response.status}: ${page.slice(0, 300)}`)
        address = new URL(action, address).href
        form = page.includes('name="login"') ? `prompt=login&login=${encodeURIComponent(login)}&password=x` : 'prompt=consent'
      }
      throw new Error('the provider sends round in circles')
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
export type TestProvider = Awaited<ReturnType<typeof openProvider>>
