/** Walks with people who may not: what they are shown, what they change, and whether a refusal tells what is hidden. */
import { randomUUID } from 'node:crypto'
import type { Route } from '../../core/contract.ts'
import type { CallResult, TestApp, TestMember } from '../app.ts'
import { makeTarget, recordsOf } from '../filling.ts'
import type { Entry, Input, RouteEntry, Side, SpaceKind, Target } from '../records.ts'
import { entriesOf, type Filled, keyOf, press, sessionFor, settleAll, SPACE_KINDS, type watchCommunities } from '../world.ts'
import { narrowed } from './narrow.ts'

export interface Person {
  name: string
  /** Community of the session; null for visitors. */
  at: Side | null
  member: TestMember | null
  /** Of the community at which the session looks; null for those who are no member there. */
  role: 'admin' | 'moderator' | 'member' | null
}
export interface Walked {
  app: TestApp
  /** Whose records are asked for. */
  a: Filled
  /** From where others ask. */
  b: Side
  /** Those that are walked. */
  routes: Route[]
  /** The plugin that alone is filled, with what it needs; all of them without. */
  only?: string
  watched: Awaited<ReturnType<typeof watchCommunities>>
}
export type Walls = Awaited<ReturnType<typeof wallsOf>>

export const say = (result: CallResult) => JSON.stringify(result.body ?? '').slice(0, 300)
export const shows = (result: CallResult, words: string[]) => words.filter((word) => JSON.stringify([result.body, result.headers]).includes(word))

export const peopleOf = (a: Side, b: Side) =>
  ({
    visitor: { name: 'a visitor', at: null, member: null, role: null },
    outsider: { name: 'a member of B whose session looks at A', at: a, member: b.member, role: null },
    memberB: { name: 'a member of B', at: b, member: b.member, role: 'member' },
    adminB: { name: 'the admin of B', at: b, member: b.admin, role: 'admin' },
    memberA: { name: 'a member of A', at: a, member: a.member, role: 'member' },
    moderatorA: { name: 'a moderator of A', at: a, member: a.moderator, role: 'moderator' },
    adminA: { name: 'the admin of A', at: a, member: a.admin, role: 'admin' },
  }) satisfies Record<string, Person>

/** Calls under a session of its own, since some calls end sessions. */
export async function ask(app: TestApp, person: Person, route: Route, input?: Input): Promise<CallResult> {
  const session = person.member && (await sessionFor(app, person.member.accountId, person.at!.communityId))
  return press(app, session && { ...person.member!, token: session.token }, route, input)
}

/** What the route's `can` alone says of them: the answer's status, or null where they may go on. */
function refusedBy(app: TestApp, { options: { can }, plugin }: Route, { at, member, role }: Person): number | null {
  if (typeof can === 'object') return null
  if (!member) return 401
  if (can === 'account') return null
  if (!at || !role) return 403
  if (can === 'member' || role === 'admin') return null
  if (can === 'admin') return 403
  const permissions = app.plugins.find(({ manifest }) => manifest.id === plugin)?.contract.permissions
  const grants = (permissions?.[can]?.grant ?? ['admin']) as string[]
  return grants.includes(role) || grants.includes('member') ? null : 403
}

/** The same records, of which none is there. */
function gone(value: unknown, key = ''): unknown {
  if (typeof value === 'number') return 987_000_000 + value
  if (typeof value === 'string') return /^(slug|uuid|key|signedId|voice|url)$/.test(key) ? absentText(value) : value
  if (Array.isArray(value)) return value.map((item) => gone(item))
  return value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, gone(item, name)])) : value
}
const absentText = (text: string) => (/^[\da-f-]{36}$/.test(text) ? randomUUID() : text.replace(/[a-z\d](?=[^/.]*$)/i, 'q'))

/** The walks over the routes of one plugin, or of all. Each says what is wrong, a line for each. */
export async function wallsOf({ app, a, b, routes, only, watched }: Walked) {
  const entries = await entriesOf(app, routes)
  const people = peopleOf(a, b)
  /** Targets like those of A: its own the first time, and new ones for a closer look, since a write may have used them up. */
  const targetsOf = async (first: boolean, kinds: SpaceKind[]): Promise<Target[]> => {
    if (first) return kinds.map((kind) => a[kind])
    const made: Target[] = []
    for (const kind of kinds) made.push(await makeTarget(app, a, kind, only))
    await settleAll(app)
    return made
  }
  /** One route with one person for one target; pushes what is wrong with the answer. */
  async function look(wrong: string[], person: Person, route: Route, target: Target, words: string[], expected: (entry: RouteEntry) => number[] | null) {
    const entry = entries[keyOf(route)]!
    const result = await ask(app, person, route, entry.input(target))
    const refused = refusedBy(app, route, person)
    const wanted = refused === null ? expected(entry) : [refused]
    const title = `${person.name} ${keyOf(route)} of the ${target.kind} space: ${result.status}`
    if (result.status >= 500 || (wanted && !wanted.includes(result.status))) wrong.push(`${title}, not ${wanted} ${say(result)}`)
    for (const word of shows(result, words)) wrong.push(`${title} shows ${word} ${say(result)}`)
  }
  const writes = (some: Route[]) => some.some(({ method }) => method !== 'GET')

  return {
    /** What members and the admin of B are shown of A, and what they change there. */
    async foreign(): Promise<string[]> {
      // what was answered to A's own may be remembered
      for (const route of routes) if (route.method === 'GET') await ask(app, people.adminA, route, entries[keyOf(route)]!.input(a.open))
      const words = SPACE_KINDS.map((kind) => a[kind].word)
      return narrowed(routes, keyOf, async (some, first) => {
        const targets = await targetsOf(first, ['open', 'secret'])
        await watched.changes(a.communityId)
        const wrong: string[] = []
        for (const route of some)
          for (const person of [people.memberB, people.adminB])
            for (const target of targets) await look(wrong, person, route, target, words, ({ foreign }) => foreign)
        if (!writes(some)) return { wrong, changed: [] }
        await settleAll(app)
        return { wrong, changed: (await watched.changes(a.communityId)).map((line) => `those of B changed ${line}`) }
      })
    },

    /** What those outside are shown of private spaces, and what they change there. */
    async inside(): Promise<string[]> {
      const words = [a.closed.word, a.secret.word]
      const outside = [people.visitor, people.outsider, people.memberA, people.moderatorA] as Person[]
      const walk = async (some: Route[], first: boolean) => {
        const targets = await targetsOf(first, ['closed', 'secret'])
        await watched.changes(a.communityId, targets)
        const wrong: string[] = []
        for (const route of some)
          for (const person of outside)
            for (const target of entries[keyOf(route)]!.joins && person === people.outsider ? [] : targets)
              await look(wrong, person, route, target, words, () => null)
        if (!writes(some)) return { wrong, changed: [] }
        await settleAll(app)
        return { wrong, changed: (await watched.changes(a.communityId, targets)).map((line) => `those outside changed ${line}`) }
      }
      // what some may change is judged for each person by itself
      const isJudged = (route: Route) => entries[keyOf(route)]!.wide || entries[keyOf(route)]!.ownOutside
      const wrong = await narrowed(
        routes.filter((route) => !isJudged(route)),
        keyOf,
        walk,
      )
      for (const route of routes.filter(isJudged)) for (const person of outside) wrong.push(...(await insideOf(route, person, words)))
      return wrong
    },

    /** What visitors and strangers are shown of a private community's open spaces, and what they change there. */
    async closedCommunity(): Promise<string[]> {
      const records = await recordsOf(app)
      const strangers = [people.visitor, people.outsider] as Person[]
      const within = routes.filter((route) => !records.get(route.plugin)?.beforeTheRoute && !entries[keyOf(route)]!.outside)
      const words = SPACE_KINDS.map((kind) => a[kind].word)
      await setPrivate(true)
      try {
        return await narrowed(within, keyOf, async (some, first) => {
          const targets = await targetsOf(first, ['open'])
          await watched.changes(a.communityId, targets)
          const wrong: string[] = []
          for (const route of some)
            for (const person of strangers) {
              if (entries[keyOf(route)]!.joins && person === people.outsider) continue
              const result = await ask(app, person, route, entries[keyOf(route)]!.input(targets[0]!))
              const title = `${person.name} ${keyOf(route)} of the private community: ${result.status}`
              if (result.status >= 500) wrong.push(`${title} ${say(result)}`)
              for (const word of shows(result, words)) wrong.push(`${title} shows ${word} ${say(result)}`)
            }
          if (!writes(some)) return { wrong, changed: [] }
          await settleAll(app)
          return { wrong, changed: (await watched.changes(a.communityId, targets)).map((line) => `strangers changed ${line}`) }
        })
      } finally {
        await setPrivate(false)
      }
    },

    /** Where a hidden record is told apart from an absent one, by the answer or by the number of questions to the database. */
    async absent(): Promise<string[]> {
      const { app: _app, side, kind, word, mark, ...records } = a.secret
      const absent = { app, side, kind, word, mark, ...(gone(records) as object) } as Target
      // asked for now and then, whoever asks
      const cached = new Set([...(await recordsOf(app)).values()].flatMap((one) => one.cached ?? []))
      const counted = async (person: Person, route: Route, input: Input) => {
        const [result, names] = await app.statements(() => ask(app, person, route, input))
        return { result, asked: names.filter((name) => !cached.has(name)).length }
      }
      const wrong: string[] = []
      for (const route of routes) {
        const { input, shared } = entries[keyOf(route)]!
        if (!route.path.includes(':')) continue
        for (const person of shared ? [people.adminB] : [people.adminB, people.memberA, people.moderatorA]) {
          // what is in memory is there for both
          await ask(app, person, route, input(a.secret))
          let hidden = await counted(person, route, input(a.secret))
          let none = await counted(person, route, input(absent))
          // what runs in the background asks too, and what was in memory may have run out between the two: not each time
          for (let tries = 0; Math.abs(hidden.asked - none.asked) > 1 && tries < 4; tries++) {
            await app.settle()
            hidden = await counted(person, route, input(a.secret))
            none = await counted(person, route, input(absent))
          }
          if (Math.abs(hidden.asked - none.asked) > 1) wrong.push(`${person.name} ${keyOf(route)}: ${hidden.asked} questions, ${none.asked} for an absent one`)
          if (JSON.stringify([hidden.result.status, hidden.result.body]) !== JSON.stringify([none.result.status, none.result.body]))
            wrong.push(`${person.name} ${keyOf(route)}: ${hidden.result.status} ${say(hidden.result)}, absent: ${none.result.status} ${say(none.result)}`)
        }
      }
      return wrong
    },

    /** What does not open to the admin of A, who may do all: the proof that the inputs are right. */
    async opens(): Promise<string[]> {
      const wrong: string[] = []
      // what takes things away comes last
      const ordered = [...routes].sort((x, y) => Number(x.method === 'DELETE') - Number(y.method === 'DELETE'))
      const target = await makeTarget(app, a, 'closed', only)
      for (const route of ordered) {
        const { input, own, uses } = entries[keyOf(route)]!
        const result = await ask(app, people.adminA, route, input(uses ? await makeTarget(app, a, 'closed', route.plugin) : target))
        if (own ? !own.includes(result.status) : result.status >= 300) wrong.push(`${keyOf(route)}: ${result.status} ${say(result)}`)
      }
      return wrong
    },
  }

  /** One person before private spaces with a route of which some changes are theirs to make. */
  async function insideOf(route: Route, person: Person, words: string[]): Promise<string[]> {
    const { joins, wide, ownOutside }: Pick<Entry, 'joins' | 'wide' | 'ownOutside'> = entries[keyOf(route)]!
    const targets = [a.closed, a.secret]
    await watched.changes(a.communityId, targets)
    const wrong: string[] = []
    for (const target of joins && person === people.outsider ? [] : targets) await look(wrong, person, route, target, words, () => null)
    if (route.method === 'GET') return wrong
    await settleAll(app)
    const isOwn = (line: string) => ownOutside && line.includes(` ${ownOutside} `) && line.includes(`"member_id":${person.member?.id},`)
    const lines = (await watched.changes(a.communityId, targets)).filter((line) => !isOwn(line))
    if (!wide || person !== people.moderatorA) for (const line of lines) wrong.push(`${person.name} ${keyOf(route)} changed ${line}`)
    return wrong
  }

  async function setPrivate(isPrivate: boolean) {
    const session = await sessionFor(app, a.admin.accountId, a.communityId)
    const { status, body } = await app.as({ ...a.admin, token: session.token }).send('PATCH', '/internal_api/community', { is_private: isPrivate })
    if (status !== 200) throw new Error(`the community was not made ${isPrivate ? 'private' : 'public'}: ${status} ${JSON.stringify(body)}`)
  }
}
