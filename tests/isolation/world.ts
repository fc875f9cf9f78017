/** The whole house with communities that are filled from every plugin's records. */
import {
  fillSide as fill,
  type Filled,
  makeTarget as fillTarget,
  renewSide,
  settleAll,
  skipMarks,
  SPACE_KINDS,
  type SpaceKind,
  type Target as BareTarget,
  type TestApp,
  type TestAppOptions,
  type TestMember,
  testApp,
} from '@atrium/sdk/testing'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import sharp from 'sharp'
import entries from '../../plugins.config.ts'
import type { ChatMade } from '../../plugins/chat/tests/records.ts'
import type { ContentMade } from '../../plugins/content/tests/records.ts'
import type { DevelopersMade } from '../../plugins/developers/tests/records.ts'
import type { MediaMade } from '../../plugins/media/tests/records.ts'
import type { PollsMade } from '../../plugins/polls/tests/records.ts'
import type { PostsMade } from '../../plugins/posts/tests/records.ts'
import type { SpacesMade } from '../../plugins/spaces/tests/records.ts'
import type { KernelMade } from '../kernel/records.ts'
import type { OperationsMade } from '../../plugins/operations/tests/records.ts'
import { exclusively } from '../support/database.ts'
import { openApp, type Snapshot } from '../support/harness.ts'

/** A target with what the tests that are written by hand name; walks over all routes need none of it. */
export type Target = BareTarget & KernelMade & OperationsMade & SpacesMade & ContentMade & MediaMade & PostsMade & PollsMade & ChatMade & DevelopersMade
/** A community's people, and one target of each kind. */
export type Side = Filled<Target>

export const doc = (text: string, more: { type: string; [key: string]: unknown }[] = []) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }, ...more],
})

/** Every plugin that is on in every community: not the demo, which fills the first one. Live rooms are without an engine, which would be one process more for each world. */
const folders = entries
  .filter((entry) => typeof entry === 'string' || (entry.on ?? true) === true)
  .map((entry) => (typeof entry !== 'string' && entry.options?.engine ? { ...entry, options: { ...entry.options, engine: undefined } } : entry))
export const openWorld = (options?: TestAppOptions): Promise<TestApp> => testApp(folders, options)

/** The world with its first community A and another one B filled: made by the first process of a run that asks, copied for all others. */
export async function openFilled(options?: TestAppOptions): Promise<{ app: TestApp; a: Side; b: Side }> {
  const { snapshot, url, state } = await filled()
  const app = await openApp(folders, options, snapshot)
  const { a, b } = deserialize(Buffer.from(state, 'base64')) as { a: Side; b: Side }
  for (const side of [a, b]) for (const kind of SPACE_KINDS) side[kind].app = app
  skipMarks([a, b].flatMap((side) => SPACE_KINDS.map((kind) => side[kind])))
  return { app, a: readdressed(a, url, app), b: readdressed(b, url, app) }
}

interface FilledWorld {
  snapshot: Snapshot
  /** Where the world was when it was filled. */
  url: string
  /** The two sides, as V8 writes them. */
  state: string
}
let made: Promise<FilledWorld> | undefined
function filled(): Promise<FilledWorld> {
  made ??= exclusively('world', async () => {
    const scratch = process.env.ATRIUM_TEST_SCRATCH
    const file = scratch && path.join(scratch, 'world.json')
    if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as FilledWorld
    const app = await openApp(folders)
    const a = await fillSide(app, 'ada', await app.primaryId())
    const b = await fillSide(app, 'bob', (await app.community()).id)
    await settleAll(app)
    for (const side of [a, b]) for (const kind of SPACE_KINDS) side[kind].app = undefined as never
    const state = serialize({ a, b }).toString('base64')
    const snapshot = await app.freeze()
    if (file) {
      // gone with the run
      const kept = path.join(scratch, 'world')
      cpSync(snapshot.files, kept, { recursive: true })
      rmSync(snapshot.files, { recursive: true })
      snapshot.files = kept
    } else process.once('exit', () => rmSync(snapshot.files, { recursive: true, force: true }))
    const world = { url: app.url, state, snapshot }
    if (file) writeFileSync(file, JSON.stringify(world))
    return world
  })
  return made
}
/** What names the address at which the world was filled names that of the copy. */
function readdressed<T>(value: T, from: string, app: TestApp, seen = new Set<unknown>()): T {
  if (typeof value === 'string') return value.replaceAll(from, app.url) as T
  if (typeof value !== 'object' || value === null || (value as unknown) === app || seen.has(value)) return value
  seen.add(value)
  for (const [key, inner] of Object.entries(value)) (value as Record<string, unknown>)[key] = readdressed(inner, from, app, seen)
  return value
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
export const fillSide = (app: TestApp, name: string, communityId: number): Promise<Side> => fill<Target>(app, name, communityId)
