/** Walks over routes with people who may not: what they are shown, what they change, and whether a refusal tells what is hidden. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Contract, Route } from '@atrium/sdk'
import { type CallResult, type Input, recordsOf, type Side as PeopleOf, type Target, type TestApp, type TestMember, toCall } from '@atrium/sdk/testing'
import type { BoundRoute } from '../../kernel/http/dispatch.ts'
import { entriesOf, sessionFor, settleAll, watchCommunities } from './world.ts'

export type Filled = PeopleOf & { open: Target; closed: Target; secret: Target }
export interface Person {
  name: string
  /** Community of the session; null for visitors. */
  at: Filled | null
  member: TestMember | null
  /** Of the community at which the session looks; null for those who are no member there. */
  role: 'admin' | 'moderator' | 'member' | null
}

export const keyOf = (route: Route) => `${route.plugin}.${route.name}`
export const say = (result: CallResult) => JSON.stringify(result.body ?? '').slice(0, 300)
export const shows = (result: CallResult, words: string[]) => words.filter((word) => JSON.stringify([result.body, result.headers]).includes(word))

/** @param a whose records are asked for @param b from where others ask @param routes those that are walked */
export async function prepareWalks(app: TestApp, a: Filled, b: Filled, routes: BoundRoute[]) {
  const entries = await entriesOf(app)
  const watched = await watchCommunities(app)
  const inside = () => [a.closed, a.secret]
  const people = (): Record<string, Person> => ({
    visitor: { name: 'a visitor', at: null, member: null, role: null },
    outsider: { name: 'a member of B whose session looks at A', at: a, member: b.member, role: null },
    memberB: { name: 'a member of B', at: b, member: b.member, role: 'member' },
    adminB: { name: 'the admin of B', at: b, member: b.admin, role: 'admin' },
    memberA: { name: 'a member of A', at: a, member: a.member, role: 'member' },
    moderatorA: { name: 'a moderator of A', at: a, member: a.moderator, role: 'moderator' },
    adminA: { name: 'the admin of A', at: a, member: a.admin, role: 'admin' },
  })
  /** Calls under a session of its own, since some calls end sessions. */
  async function ask(person: Person, route: Route, input: Input = {}): Promise<CallResult> {
    app.resetLimits()
    const session = person.member && (await sessionFor(app, person.member.accountId, person.at!.communityId))
    const as = app.as(session && { ...person.member!, token: session.token })
    let result!: CallResult
    await toCall(route, input, async (method, address, body) => {
      const isBytes = body instanceof Uint8Array
      const empty = body === undefined && route.method !== 'GET' ? {} : body
      result = await as.send(method, address, empty, { ...(isBytes ? { 'content-type': 'application/octet-stream' } : {}), ...input.headers })
      return result
    }).catch((error) => {
      if (!result) throw error
    })
    return result
  }
  /** What the route's `can` alone says of them: the answer's status, or null where they may go on. */
  function refusedBy({ can }: Route['options'], owner: string, { at, member, role }: Person): number | null {
    if (typeof can === 'object') return null
    if (!member) return 401
    if (can === 'account') return null
    if (!at || !role) return 403
    if (can === 'member' || role === 'admin') return null
    if (can === 'admin') return 403
    const contracts: Contract[] = [...app.kernel.root.cradle.registry.plugins.values()].map(({ contract }: any) => contract)
    const grants = contracts.find(({ id }) => id === owner)?.permissions?.[can]?.grant ?? ['admin']
    return (grants as string[]).includes(role) || (grants as string[]).includes('member') ? null : 403
  }

  /** The same records, of which none is there. */
  const gone = (value: unknown, key = ''): unknown => {
    if (typeof value === 'number') return 987_000_000 + value
    if (typeof value === 'string') return /^(slug|uuid|key|signedId|voice|url)$/.test(key) ? absentText(value) : value
    if (Array.isArray(value)) return value.map((item) => gone(item))
    return value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, gone(item, name)])) : value
  }
  const absentText = (text: string) => (/^[\da-f-]{36}$/.test(text) ? randomUUID() : text.replace(/[a-z\d](?=[^/.]*$)/i, 'q'))
  /** How many statements a call sends: what tells its time but for the noise. Only those of plugins, as the kernel works in between. */
  async function counted<T>(cached: Set<string>, run: () => Promise<T>): Promise<[T, number]> {
    const { query } = pg.Client.prototype
    let sent = 0
    pg.Client.prototype.query = function counting(this: pg.Client, ...args: [any]) {
      const name: string = args[0]?.name ?? ''
      if (name.includes('.') && !cached.has(name)) sent++
      return query.apply(this, args as never)
    } as typeof query
    try {
      return [await run(), sent]
    } finally {
      pg.Client.prototype.query = query
    }
  }

  return {
    people,
    ask,
    entries,
    watched,
    /** What members and the admin of B are shown of A, and what they change there. */
    async foreign(): Promise<string[]> {
      const { memberB, adminB } = people()
      const words = [a.open.word, a.closed.word, a.secret.word]
      await watched.changes(a.communityId)
      const wrong: string[] = []
      for (const { route } of routes)
        for (const person of [memberB!, adminB!])
          for (const target of [a.open, a.secret]) {
            const { input, foreign } = entries[keyOf(route)]!
            const result = await ask(person, route, input(target))
            const refused = refusedBy(route.options, route.plugin, person)
            const expected = refused !== null ? [refused] : foreign
            const title = `${person.name} ${keyOf(route)} of the ${target.kind} space: ${result.status}`
            if (result.status >= 500 || (expected && !expected.includes(result.status))) wrong.push(`${title}, not ${expected} ${say(result)}`)
            for (const word of shows(result, words)) wrong.push(`${title} shows ${word} ${say(result)}`)
            if (route.method === 'GET') continue
            for (const line of await watched.changes(a.communityId)) wrong.push(`${title} changed ${line}`)
          }
      await settleAll(app)
      wrong.push(...(await watched.changes(a.communityId)))
      return wrong
    },
    /** What those outside are shown of private spaces, and what they change there. */
    async inside(): Promise<string[]> {
      const { visitor, outsider, memberA, moderatorA } = people()
      const words = inside().map(({ word }) => word)
      const look = () => watched.changes(a.communityId, inside())
      await look()
      const wrong: string[] = []
      for (const { route } of routes)
        for (const person of [visitor!, outsider!, memberA!, moderatorA!])
          for (const target of entries[keyOf(route)]!.joins && person === outsider ? [] : inside()) {
            const result = await ask(person, route, entries[keyOf(route)]!.input(target))
            const refused = refusedBy(route.options, route.plugin, person)
            const title = `${person.name} ${keyOf(route)} of the ${target.kind} space: ${result.status}`
            if (result.status >= 500 || (refused !== null && result.status !== refused)) wrong.push(`${title}, not ${refused} ${say(result)}`)
            for (const word of shows(result, words)) wrong.push(`${title} shows ${word} ${say(result)}`)
            if (route.method === 'GET') continue
            const lines = await look()
            const wide = entries[keyOf(route)]!.wide && person === moderatorA
            const own = entries[keyOf(route)]!.ownOutside
            for (const line of wide ? [] : lines.filter((one) => !own || !one.includes(` ${own} `) || !one.includes(`"member_id":${person.member?.id},`)))
              wrong.push(`${title} changed ${line}`)
          }
      await settleAll(app)
      wrong.push(...(await look()))
      return wrong
    },
    /** Where a hidden record is told apart from an absent one, by the answer or by the number of questions to the database. */
    async absent(): Promise<string[]> {
      const { adminB, memberA, moderatorA } = people()
      const { app: _app, side, kind, word, mark, ...records } = a.secret
      const absent = { app, side, kind, word, mark, ...(gone(records) as object) } as Target
      // asked for now and then, whoever asks
      const cached = new Set([...(await recordsOf(app)).values()].flatMap((one) => one.cached ?? []))
      const wrong: string[] = []
      for (const { route } of routes) {
        const { input, shared } = entries[keyOf(route)]!
        if (!route.path.includes(':')) continue
        for (const person of shared ? [adminB!] : [adminB!, memberA!, moderatorA!]) {
          let [hidden, asked] = await counted(cached, () => ask(person, route, input(a.secret)))
          const [none, expected] = await counted(cached, () => ask(person, route, input(absent)))
          // what runs in the background asks questions too, though not each time
          for (let tries = 0; Math.abs(asked - expected) > 1 && tries < 2; tries++)
            [hidden, asked] = await counted(cached, () => ask(person, route, input(a.secret)))
          if (Math.abs(asked - expected) > 1) wrong.push(`${person.name} ${keyOf(route)}: ${asked} questions, ${expected} for an absent one`)
          if (JSON.stringify([hidden.status, hidden.body]) !== JSON.stringify([none.status, none.body]))
            wrong.push(`${person.name} ${keyOf(route)}: ${hidden.status} ${say(hidden)}, absent: ${none.status} ${say(none)}`)
        }
      }
      return wrong
    },
  }
}
