/**
 * Notifications at size: the inbox and the count of 100,000 members with 1,000,000 notices, and one notice told to all of them while others
 * read the inbox, and once more while they read the feed of a space.
 * `node tests/load/notifications.ts [--members 100000] [--each 10] [--seconds 5]`; it makes its own database and takes some minutes.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { testApp } from '@atrium/sdk/testing'
import notifications from '../../plugins/notifications/contract.ts'
import posts from '../../plugins/posts/contract.ts'
import spaces from '../../plugins/spaces/contract.ts'
import { readers } from '../../plugins/notifications/tests/news/server/index.ts'

const { values } = parseArgs({
  options: { members: { type: 'string', default: '100000' }, each: { type: 'string', default: '10' }, seconds: { type: 'string', default: '5' } },
})
const [members, each, seconds] = [Number(values.members), Number(values.each), Number(values.seconds)]
const CONNECTIONS = 16
const READERS = 50
const POSTS = 60

const folder = path.resolve(import.meta.dirname, '../../plugins')
const app = await testApp([...['spaces', 'content', 'posts', 'notifications'].map((name) => `${folder}/${name}`), `${folder}/notifications/tests/news`])
const communityId = await app.primaryId()
const people = await Promise.all(Array.from({ length: READERS }, () => app.member('member')))

const author = await app.member('admin')
const space = await app.run(null, async (ctx) => {
  const acting = await ctx.actAs(author.id)
  const { id } = await acting.use(spaces).createGroup({ name: 'Group' })
  return acting.use(spaces).create({ name: 'Feed', spaceGroupId: id })
})
for (const person of people) await app.as(person).send('POST', `/internal_api/spaces/${space.id}/join`)
const text = 'The glaze ran on three of five bowls, and I wonder whether the shelf was hotter at the back. '.repeat(6)
const body = { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
for (let i = 0; i < POSTS; i++) {
  if (i % 10 === 0) app.resetLimits()
  await app.as(author).call(posts.routes.create, { params: { spaceId: space.id }, body: { post: { name: `Post ${i}`, tiptap_body: { body } } } })
}
await app.settle()
app.resetLimits()

console.log(`filling ${members} members with ${each} notices each …`)
await app.sql(`insert into kernel.account (email, name) select 'load' || i || '@example.com', 'Load ' || i from generate_series(1, $1) i`, [members])
await app.sql(`insert into kernel.member (community_id, account_id, name) select $1, id, name from kernel.account where email like 'load%@example.com'`, [
  communityId,
])
const everybody = 'select id from kernel.member where community_id = $1'
await app.sql(
  `insert into notifications.notice (community_id, member_id, kind, subject_id, reason, grouping, actor_ids, actors_count, told_at, is_new, read_at)
   select $1, m.id, 'story', n, 'follow', 'inbox', array[(select min(id) from kernel.member)], 1, now() - make_interval(mins => n), n <= 3, case when n > 3 then now() end
   from (${everybody}) m, generate_series(1, ${each}) n`,
  [communityId],
)
await app.sql(
  `insert into notifications.counter (community_id, member_id, new_count, inbox_count) select $1, id, 3, 3 from (${everybody}) m on conflict do nothing`,
  [communityId],
)
await app.sql('analyze')
const [{ notices }] = await app.sql('select count(*)::int as notices from notifications.notice')

async function run(name: string, address: string, until: () => boolean): Promise<number> {
  const times: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, at) => {
      for (let i = at; !until(); i++) {
        const start = performance.now()
        const { status } = await app.as(people[i % READERS]!).send('GET', address)
        if (status !== 200) throw new Error(`${name} answered ${status}`)
        times.push(performance.now() - start)
      }
    }),
  )
  times.sort((one, other) => one - other)
  const perSecond = times.length / ((performance.now() - began) / 1000)
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1)
  console.log(`${name}: ${perSecond.toFixed(0)} a second, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
  return perSecond
}
const forSeconds = () => {
  const end = performance.now() + seconds * 1000
  return () => performance.now() > end
}
console.log(`${notices} notices`)
const inbox = notifications.routes.list.path
await run('warming up', inbox, forSeconds())
const quiet = await run('inbox', inbox, forSeconds())
await run('new count', notifications.routes.newCount.path, forSeconds())

const ids = await app.sql<{ id: number }>(everybody, [communityId])
readers.splice(0, readers.length, ...ids.map(({ id }) => Number(id)).sort((one, other) => one - other))

/** One notice to everybody, with somebody who reads meanwhile. */
async function tellAll(name: string, address: string, before: number) {
  const key = `load ${name}`
  const began = performance.now()
  let told = 0
  await app.run(null, (ctx) => ctx.use(notifications).tellMany({ kind: 'call', subjectId: 77, key, actorMemberId: null }))
  const watch = setInterval(async () => {
    const [{ count }] = await app.sql('select count(*)::int as count from notifications.act where key = $1', [key])
    told = count
  }, 500)
  const beside = await run(`${name} meanwhile`, address, () => told >= ids.length || performance.now() - began > 180_000)
  clearInterval(watch)
  const took = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`told to ${told} of ${ids.length} in ${took} s (goal 60); the ${name} kept ${((100 * beside) / before).toFixed(0)}% of its reads (goal 80)`)
}
await tellAll('inbox', inbox, quiet)
const feed = `/internal_api/spaces/${space.id}/posts`
await run('warming up', feed, forSeconds())
await tellAll('feed', feed, await run('feed', feed, forSeconds()))
await app.close()
process.exit(0)
