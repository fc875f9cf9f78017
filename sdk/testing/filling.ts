/** Fills communities of a test with the records that kernel and plugins bring along in their `tests/records.ts`. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Route } from '../core/contract.ts'
import type { Manifest } from '../core/manifest.ts'
import { atriumHome, type TestApp, type TestMember } from './app.ts'
import { entryOf, type Records, type RouteEntry, type Side, type SpaceKind, type Target } from './records.ts'

/** Everybody's in a side. */
export const PASSWORD = 'Secret-1'
/** The head of a recording without a sound in it, so that no time goes into making it ready. */
const SOUND = Buffer.from('UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=', 'base64')

const load = async (file: string) => (await import(pathToFileURL(file).href)).default
const loaded = new WeakMap<TestApp, Promise<Map<string, Records>>>()

async function loadRecords(app: TestApp): Promise<Map<string, Records>> {
  const all = new Map<string, Records>()
  for (const records of (await load(path.join(atriumHome(), 'tests/kernel/records.ts'))) as Records[]) all.set(records.contract.id, records)
  const missing: string[] = []
  for (const { manifest, contract, dir, tables } of app.plugins) {
    const file = path.join(dir, 'tests/records.ts')
    if (existsSync(file)) all.set(manifest.id, await load(file))
    else if (tables.length > 0 || Object.keys(contract.routes ?? {}).length > 0) missing.push(file)
  }
  if (missing.length) throw new Error(`Records are missing, so nothing could be tried with what these plugins keep: ${missing.join(', ')}`)
  return all
}
/** Records of the kernel and of each plugin of the app, by id, in the order of needs. @throws Error that names a plugin without */
export function recordsOf(app: TestApp): Promise<Map<string, Records>> {
  if (!loaded.has(app)) loaded.set(app, loadRecords(app))
  return loaded.get(app)!
}
/** How a route is called. @throws Error that names the route when neither its schema nor any records say it */
export const entryFor = async (app: TestApp, route: Route): Promise<RouteEntry> => entryOf((await recordsOf(app)).get(route.plugin), route)

/** Ids of the plugins that one plugin's records build on, itself among them. */
export function groundOf(app: TestApp, all: Map<string, Records>, id: string): Set<string> {
  const ground = new Set<string>()
  const add = (one: string) => {
    if (ground.has(one)) return
    ground.add(one)
    app.plugins.find(({ manifest }) => manifest.id === one)?.manifest.needs?.forEach(add)
  }
  for (const one of [id, ...(all.get(id)?.with ?? [])]) add(one)
  return ground
}

/**
 * Three people of a community, and what a community has once.
 * @param name stands in its texts; letters only
 * @param only the id of a plugin whose texts bear a word of their own, so that they are told from what others have made
 */
export async function makeSide(app: TestApp, name: string, communityId: number, only?: string): Promise<Side> {
  const [community] = await app.sql<{ slug: string }>('select slug from kernel.community where id = $1', [communityId])
  const person = async (role: string) => {
    const member = await app.member(role, { community: { id: communityId } })
    const [account] = await app.sql<{ email: string }>('select email from kernel.account where id = $1', [member.accountId])
    await app.kernel.modules.accounts.people.createAccount({ email: account!.email, name: member.name, password: PASSWORD, confirmed: true })
    return { ...member, email: account!.email }
  }
  const side: Side = {
    communityId,
    name,
    slug: community!.slug,
    admin: await person('admin'),
    moderator: await person('moderator'),
    member: await person('member'),
  }
  const word = wordOf(side, 'open')
  for (const [id, records] of await recordsOf(app)) await records.fillCommunity?.(side, id === only ? ownWordOf(word) : word, app)
  return side
}
/** Stands in the texts of the plugin that a target was made for alone. */
export const ownWordOf = (word: string) => `own${word}`
const wordOf = ({ name }: Side, kind: SpaceKind) => `canary${name}${kind}x`

let counter = 0
/** Targets that were made elsewhere have marks of their own: the next ones begin behind them. */
export function skipMarks(targets: Target[]): void {
  counter = Math.max(counter, ...targets.map(({ mark }) => mark))
}
/** One of everything, made by the admin. @param only the id of a plugin: what it needs and itself alone are filled */
export async function makeTarget<T extends Target = Target & Record<string, any>>(app: TestApp, side: Side, kind: SpaceKind, only?: string): Promise<T> {
  app.resetLimits()
  const all = await recordsOf(app)
  const word = wordOf(side, kind)
  await app.renew(side.admin)
  const target: Target = {
    ...{ app, side, kind, word, mark: ++counter },
    guest: await app.member('member', { community: { id: side.communityId } }),
    file: await app.upload(side.admin, `${word}.png`),
    sound: await app.upload(side.admin, `${word}.wav`, SOUND),
  }
  const ground = only === undefined ? null : groundOf(app, all, only)
  const wanted = [...all].filter(([id]) => ground === null || ground.has(id))
  const add = (id: string, made: object = {}) => {
    for (const key of Object.keys(made)) if (key in target) throw new Error(`records of ${id} make "${key}", which others have made already`)
    Object.assign(target, made)
  }
  // What the one plugin makes bears a word of its own, so that it is told from what others have made.
  const given = (id: string): Target => (id === only ? Object.assign(Object.create(target) as Target, { word: ownWordOf(word) }) : target)
  for (const [id, records] of wanted) add(id, await records.fill?.(given(id)))
  for (const [id, records] of wanted) add(id, await records.fillLater?.(given(id)))
  return target as T
}

/** New sessions for people of a side, whose old ones a walk may have ended. */
export async function renewSide(app: TestApp, { admin, moderator, member }: Side): Promise<void> {
  for (const person of [admin, moderator, member] as TestMember[]) await app.renew(person)
}

/** Addresses of every screen of the app's plugins, as the target fills their parameters; at an address that kinds share, of each kind's. @throws Error that names a screen nobody fills */
export async function screensOf(app: TestApp, target: Target): Promise<{ plugin: string; pattern: string; module: string; address: string }[]> {
  const all = await recordsOf(app)
  const kindsOf = ({ kinds = {} }: Manifest) => Object.entries(kinds).map(([kind, { address, screen }]) => ({ kind, address, screen }))
  const shared = new Set(app.plugins.flatMap(({ manifest }) => kindsOf(manifest)).map(({ address }) => address))
  return app.plugins.flatMap(({ manifest }) => {
    const own = Object.entries({ ...manifest.screens, ...manifest.admin }).filter(([pattern]) => !shared.has(pattern))
    const ofKinds = kindsOf(manifest).map(({ kind, address, screen }) => [address, { module: screen }, kind] as const)
    return [...own, ...ofKinds].flatMap(([pattern, { module }, kind]) => {
      const given = all.get(manifest.id)?.screens?.[kind ?? pattern]
      if (!given && pattern.includes(':')) throw new Error(`${manifest.id}: tests/records.ts gives no address for the screen ${pattern}`)
      return [given?.(target) ?? pattern].flat().map((address) => ({ plugin: manifest.id, pattern, module, address }))
    })
  })
}
