/** A browser as far as signing in needs one: it keeps cookies, names the host it asks, and does not follow by itself. */
import { request } from 'node:http'
import { createHash } from 'node:crypto'
import type { TestApp, TestMember } from '@atrium/sdk/testing'

export interface Answer {
  status: number
  location: string
  body: any
}
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #app: TestApp
  readonly host: string

  constructor(app: TestApp, { host, member }: { host: string; member?: TestMember }) {
    this.#app = app
    this.host = host
    if (member) this.cookies.set('atrium_session', member.token)
  }
  async send(method: string, address: string, body?: unknown): Promise<Answer> {
    const { port } = new URL(this.#app.url)
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      host: this.host,
      origin: `http://${this.host}`,
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    this.#app.resetLimits()
    return new Promise((done, fail) => {
      const call = request({ host: '127.0.0.1', port, method, path: address, headers }, (reply) => {
        for (const line of reply.headers['set-cookie'] ?? []) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
          if (value) this.cookies.set(name!, value)
          else this.cookies.delete(name!)
        }
        const parts: Buffer[] = []
        reply.on('data', (part) => parts.push(part))
        reply.on('end', () => {
          const answer = Buffer.concat(parts).toString()
          const body = reply.headers['content-type']?.includes('json') ? JSON.parse(answer) : answer
          done({ status: reply.statusCode!, location: reply.headers.location ?? '', body })
        })
      })
      call.on('error', fail)
      call.end(text)
    })
  }
  /** What is to be said on the next page: it is said once. */
  get flash(): string | null {
    const said = decodeURIComponent(this.cookies.get('atrium_flash') ?? '').replace(/^\w+:/, '') || null
    this.cookies.delete('atrium_flash')
    return said
  }
  /** Code of the refusal, `ok` for none. */
  async codeOf(method: string, address: string, body?: unknown): Promise<string> {
    const answer = await this.send(method, address, body)
    return answer.status < 300 ? 'ok' : answer.body.code
  }
  /** As if this browser had just passed a challenge. */
  async prove(): Promise<this> {
    const hash = createHash('sha256').update(this.cookies.get('atrium_session')!).digest()
    await this.#app.sql('update kernel.session set proved_at = now() where token_hash = $1', [hash])
    await this.#app.kernel.modules.data.signal('session.changed', {})
    return this
  }
}
