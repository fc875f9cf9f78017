/** A studio with a team and articles, and browsers of people who are nobody here. */
import { type TestApp, testApp } from '@atrium/sdk/testing'
import type { Route, RouteInput, RouteReply } from '@atrium/sdk'
import postsContract from '../../posts/contract.ts'
import spacesContract from '../../spaces/contract.ts'
import inboxContract from '../../inbox/contract.ts'
import contract from '../contract.ts'

export class Refused extends Error {
  readonly code: string
  constructor(status: number, code: string) {
    super(`${status} ${code}`)
    this.code = code
  }
}
/** A browser that keeps its cookies, as that of a visitor. */
export function browserOf(app: TestApp) {
  const jar = new Map<string, string>()
  return {
    jar,
    async fetch(path: string, init: RequestInit = {}): Promise<Response> {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(`${app.url}${path}`, {
        ...init,
        headers: { accept: 'application/json', origin: app.url, ...(cookie && { cookie }), ...init.headers },
      })
      for (const set of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
        if (value) jar.set(name!, value)
        else jar.delete(name!)
      }
      return answer
    },
    async call<R extends Route>(route: R, given: RouteInput<R> = {} as RouteInput<R>): Promise<RouteReply<R>> {
      const { params = {}, query = {}, body } = given as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
      const path = route.path.replace(/:(\w+)/g, (_, name) => String(params[name]))
      const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const answer = await this.fetch(`${path}?${asked}`, {
        method: route.method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      const said = (await answer.json()) as any
      if (!answer.ok) throw new Refused(answer.status, said.code)
      return said
    },
  }
}
export type Browser = ReturnType<typeof browserOf>

export async function studio({ withAi = false, more = [] as string[] } = {}) {
  const app = await testApp([
    ...['spaces', 'content', 'home', 'members', 'notifications', 'media', 'posts', 'events', 'inbox'].map((id) => `plugins/${id}`),
    ...(withAi ? ['plugins/ai'] : []),
    ...more.map((id) => `plugins/${id}`),
    'plugins/help-widget',
  ])
  const [admin, maya, nell] = [
    await app.member('admin', { name: 'Ada Stone' }),
    await app.member('moderator', { name: 'Maya Lund' }),
    await app.member('member', { name: 'Nell' }),
  ]
  const service = <T>(work: (services: { posts: any; spaces: any; inbox: any }) => Promise<T>): Promise<T> =>
    app.run(null, (ctx) => work({ posts: ctx.use(postsContract), spaces: ctx.use(spacesContract), inbox: ctx.use(inboxContract) }))
  const text = (words: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] })
  return {
    app,
    admin,
    maya,
    nell,
    service,
    text,
    browser: () => browserOf(app),
    set: (setting: object) => app.as(admin).call(contract.routes.updateSetting, { body: { setting } }),
  }
}
export type Studio = Awaited<ReturnType<typeof studio>>
