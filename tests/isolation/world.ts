/** The whole house with communities that are filled from every plugin's records, and what the tests of walls ask of them. */
import { createHash, randomBytes } from 'node:crypto'
import {
  type Change,
  describeChange,
  entryOf,
  makeSide,
  makeTarget as fillTarget,
  netChanges,
  recordsOf,
  renewSide,
  type RouteEntry,
  type Side as People,
  type SpaceKind,
  type Target as BareTarget,
  type TestApp,
  type TestAppOptions,
  type TestMember,
  testApp,
  watchChanges,
} from '@atrium/sdk/testing'
import type { Route } from '@atrium/sdk'
import sharp from 'sharp'
import entries from '../../plugins.config.ts'
import type { ChatMade } from '../../plugins/chat/tests/records.ts'
import type { ContentMade } from '../../plugins/content/tests/records.ts'
import type { MediaMade } from '../../plugins/media/tests/records.ts'
import type { PollsMade } from '../../plugins/polls/tests/records.ts'
import type { PostsMade } from '../../plugins/posts/tests/records.ts'
import type { SpacesMade } from '../../plugins/spaces/tests/records.ts'
import type { KernelMade } from '../kernel/records.ts'

/** A target with what the tests that are written by hand name; walks over all routes need none of it. */
export type Target = BareTarget & KernelMade & SpacesMade & ContentMade & MediaMade & PostsMade & PollsMade & ChatMade
/** Two communities' worth of people, and one target of each kind. */
export interface Side extends People {
  open: Target
  closed: Target
  secret: Target
}

export const doc = (text: string, more: { type: string; [key: string]: unknown }[] = []) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }, ...more],
})

/** Every plugin that is on in every community: not the demo, which fills the first one. */
export const openWorld = (options?: TestAppOptions): Promise<TestApp> =>
  testApp(
    entries.filter((entry) => typeof entry === 'string' || (entry.on ?? true) === true),
    options,
  )

/** How each route that is on is called, by `plugin.route`. @throws Error that names every route without an input */
export async function entriesOf(app: TestApp): Promise<Record<string, RouteEntry>> {
  const records = await recordsOf(app)
  const missing: string[] = []
  const entries = (app.kernel.http.bound as { route: Route }[]).map(({ route }) => {
    try {
      return [`${route.plugin}.${route.name}`, entryOf(records.get(route.plugin), route)] as const
    } catch (error) {
      missing.push((error as Error).message)
      return null!
    }
  })
  if (missing.length) throw new Error(missing.join('\n'))
  return Object.fromEntries(entries)
}

/** What `/openapi.json` describes, a route each. */
export interface Operation {
  method: string
  address: string
  operationId: string
  parameters?: { name: string; in: 'path' | 'query'; schema: Record<string, any> }[]
  requestBody?: { content: Record<string, { schema: Record<string, any> }> }
}
export async function operationsOf(app: TestApp): Promise<Operation[]> {
  const { body } = await app.as(null).send('GET', '/openapi.json')
  return Object.entries<Record<string, any>>(body.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), address })),
  )
}

/** A session for anybody, in any community's place: `communityId` is what the bare host shows to it. */
export async function sessionFor(app: TestApp, accountId: number, communityId: number): Promise<{ id: number; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const [row] = await app.sql<{ id: number }>(
    `insert into kernel.session (token_hash, account_id, community_id, ip, user_agent, proved_at, expires_at) values ($1, $2, $3, '127.0.0.1', 'test', now(), now() + interval '1 day') returning id`,
    [createHash('sha256').update(token).digest(), accountId, communityId],
  )
  return { id: row!.id, token }
}

async function ok(promise: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await promise
  if (status >= 300) throw new Error(`answered ${status} ${JSON.stringify(body)}`)
  return body
}

/** An upload by the calls a browser makes. */
export async function upload(app: TestApp, member: TestMember, filename: string, bytes?: Uint8Array) {
  const data =
    bytes ??
    (await sharp({ create: { width: 40, height: 30, channels: 3, background: '#506cf0' } })
      .png()
      .toBuffer())
  const as = app.as(member)
  const begun = await ok(as.send('POST', '/internal_api/direct_uploads', { blob: { filename, byte_size: data.length } }))
  return ok(as.send('PUT', begun.direct_upload.url, data, { 'content-type': 'application/octet-stream', 'upload-offset': '0' }))
}

/** @param only the plugin whose route is called with it: nothing is filled but that plugin and what it needs */
export const makeTarget = (app: TestApp, side: Side, kind: SpaceKind, only?: string) => fillTarget<Target>(app, side, kind, only)

export const renew = renewSide

/** @param name stands in its texts; letters only */
export async function fillSide(app: TestApp, name: string, communityId: number): Promise<Side> {
  const side = (await makeSide(app, name, communityId)) as Side
  for (const kind of ['open', 'closed', 'secret'] as const) side[kind] = await makeTarget(app, side, kind)
  return side
}

/** Notes every write of the app from now on. */
export async function watchCommunities(app: TestApp) {
  const watch = await watchChanges(app)
  const records = [...(await recordsOf(app)).values()]
  const accountsOf = async (communityId: number) =>
    new Set((await app.sql<{ account_id: number }>('select account_id from kernel.member where community_id = $1', [communityId])).map((row) => row.account_id))
  return {
    /** What was written of a community since the last call, for people to read. @param inside only what belongs to the inside of these targets */
    async changes(communityId: number, inside?: BareTarget[]): Promise<string[]> {
      const all = netChanges(await watch.changes()).filter(({ table }) => table !== 'kernel.session')
      const accounts = all.some(({ table }) => table === 'kernel.account') ? await accountsOf(communityId) : new Set()
      const isOf = ({ table, before, after }: Change) =>
        [before, after].some((row) => {
          if (!row) return false
          if (table === 'kernel.community') return row.id === communityId
          if (table === 'kernel.account') return accounts.has(row.id as number)
          if (table === 'graphile_worker._private_jobs') return (row.payload as { communityId?: number })?.communityId === communityId
          return row.community_id === communityId
        })
      const isInside = ({ before, after }: Change) =>
        [before, after].some((row) => {
          if (!row) return false
          const text = JSON.stringify(row)
          return inside!.some((target) => text.includes(target.word) || records.some((one) => one.isInside?.(row, target)))
        })
      return all.filter((change) => isOf(change) && (!inside || isInside(change))).map(describeChange)
    },
  }
}

/** Waits for the app's work, and for what plugins put off while the process is busy. */
export async function settleAll(app: TestApp): Promise<void> {
  await app.settle()
  for (const records of (await recordsOf(app)).values()) await records.settle?.(app)
}
