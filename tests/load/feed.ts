/** A feed of 60 posts that 20 members read over a few connections, from a process of their own, as they would take from what is measured. */
import { fork } from 'node:child_process'
import path from 'node:path'
import type { TestApp } from '@atrium/sdk/testing'
import posts from '../../plugins/posts/contract.ts'
import spaces from '../../plugins/spaces/contract.ts'

export const FEED_CONNECTIONS = 4
const POSTS = 60
export const TEXT = 'The glaze ran on three of five bowls, and I wonder whether the shelf was hotter at the back. '

export interface Client {
  /** What it says at its end. */
  told: Promise<number>
  stop(): void
}
/** A client in a process of its own; `role` is what clients.ts reads. */
export function client(role: object): Client {
  const child = fork(path.join(import.meta.dirname, 'clients.ts'), { env: { ...process.env, LOAD: JSON.stringify(role) } })
  return { told: new Promise((done) => child.once('message', (reply) => done(Number(reply)))), stop: () => void child.send('stop') }
}

export interface Feed {
  /** Reads until it is stopped, and tells the reads a second. */
  read(): Client
  /** @returns reads a second over so many seconds */
  readFor(seconds: number): Promise<number>
}
/** Needs the plugins spaces, content and posts. */
export async function openFeed(app: TestApp): Promise<Feed> {
  const author = await app.member('admin')
  const readers = await Promise.all(Array.from({ length: 20 }, () => app.member('member')))
  const space = await app.run(null, async (ctx) => {
    const acting = await ctx.actAs(author.id)
    const { id } = await acting.use(spaces).createGroup({ name: 'Group' })
    return acting.use(spaces).create({ name: 'Feed', spaceGroupId: id })
  })
  for (const reader of readers) await app.as(reader).send('POST', `/internal_api/spaces/${space.id}/join`)
  const body = { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text: TEXT.repeat(6) }] }] }
  for (let i = 0; i < POSTS; i++) {
    if (i % 10 === 0) app.resetLimits()
    await app.as(author).call(posts.routes.create, { params: { spaceId: space.id }, body: { post: { name: `Post ${i}`, tiptap_body: { body } } } })
  }
  const cookies = readers.map(({ token }) => `atrium_session=${token}`)
  const read = () => client({ role: 'feed', url: `${app.url}/internal_api/spaces/${space.id}/posts`, cookies, connections: FEED_CONNECTIONS })
  return {
    read,
    async readFor(seconds) {
      const running = read()
      await new Promise((done) => setTimeout(done, seconds * 1000))
      running.stop()
      return running.told
    },
  }
}
