/**
 * `npm run bench`: Atrium's hot calls beside a bare Koa server over the same database, in turns, in one run.
 * Prints ratios and CPU milliseconds a request (server plus PostgreSQL). Figures are for reading; nothing passes or fails.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { encodeCursor } from '@atrium/sdk/server'
import { startEmbedded } from '../../launch/embedded.ts'
import { unreadCounts } from '../../plugins/spaces/server/service/unread.ts'
import { type Case, compare, pick, requestsOf, type Sides, signIn } from './compare.ts'
import { benchIdle } from './idle.ts'
import { benchImport } from './import.ts'
import { benchLearning } from './learning.ts'
import { cpu, load, middle, n, type Result } from './measure.ts'
import { memoryOf, type Running, startModule, startServer } from './processes.ts'
import { benchSearch } from './search.ts'
import { BUSY_MEMBERS, seed } from './seed.ts'
import { benchSockets } from './sockets.ts'
import { connectAll, Wire } from './wire.ts'

const HERE = import.meta.dirname
const HOME = path.resolve(HERE, '../..')
const { values } = parseArgs({
  options: {
    /** Sizes of the communities, in posts; each is made once and kept. */
    posts: { type: 'string', default: '10000,1000000' },
    data: { type: 'string', default: path.join(HOME, '.data/bench') },
    seconds: { type: 'string', default: '4' },
    /** Turns for each side. */
    turns: { type: 'string', default: '3' },
    /** A part of the name of what is measured; `sockets`, `learning` or `idle hooks` for those alone. */
    only: { type: 'string', default: '' },
    connections: { type: 'string', default: '16' },
  },
})
const SECONDS = Number(values.seconds)
const TURNS = Number(values.turns)
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

interface Target extends Sides {
  community: number
  /** A segment of three rules, and the tag that it names. */
  segment: { id: number; tag: number }
  /** Of those who only look on, while others write. */
  crowd: string[]
  /** `middle`: moment and id of the post half-way down. */
  spaces: { id: number; slug: string; middle: [moment: string, id: number] }[]
  /** What is sold by the month, with a coupon that takes a fifth off. */
  offer: { paywall: number; price: number }
  /** Published posts in open spaces, with 20 and more comments. */
  posts: { id: number; slug: string; space_id: number; space_slug: string }[]
}
const doc = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const text = 'The glaze ran on three of five bowls, and I wonder whether the shelf was hotter at the back. '
const threeRules = ({ segment }: Target) => ({
  match: 'all',
  rules: [
    { filter: 'tag', operator: 'any_of', value: [String(segment.tag)] },
    { filter: 'last_seen_at', operator: 'within_days', value: 30 },
    { filter: 'name', operator: 'contains', value: '7' },
  ],
})
const COUPON = 'BENCH20'
const cases: Case<Target>[] = [
  {
    name: 'space feed',
    goal: '≥ 45% req/s',
    atrium: (t, i) => [{ path: `/internal_api/spaces/${pick(t.spaces, i).id}/posts` }],
    bare: (t, i) => [{ path: `/feed/${pick(t.spaces, i).id}` }],
  },
  {
    name: 'space feed, half-way down',
    goal: '≥ 45% req/s',
    atrium: (t, i) => [{ path: `/internal_api/spaces/${pick(t.spaces, i).id}/posts?cursor=${encodeCursor(pick(t.spaces, i).middle)}` }],
    bare: (t, i) => [{ path: `/feed/${pick(t.spaces, i).id}?after=${pick(t.spaces, i).middle.map(encodeURIComponent).join('&after=')}` }],
  },
  { name: 'home feed, 100 spaces', goal: '≥ 45% req/s', atrium: () => [{ path: '/internal_api/home_feed?following=true' }], bare: () => [{ path: '/home' }] },
  {
    name: 'post and 20 comments',
    goal: '≥ 45% req/s',
    atrium: (t, i) => [
      { path: `/internal_api/spaces/${pick(t.posts, i).space_id}/posts/${pick(t.posts, i).slug}` },
      { path: `/internal_api/posts/${pick(t.posts, i).id}/comments` },
    ],
    bare: (t, i) => [
      { path: `/post/${pick(t.posts, i).space_id}/${pick(t.posts, i).slug}` },
      { path: `/comments/${pick(t.posts, i).space_id}/${pick(t.posts, i).id}` },
    ],
  },
  { name: 'space list with unread', goal: '≥ 45% req/s', atrium: () => [{ path: '/internal_api/spaces?per_page=100' }], bare: () => [{ path: '/spaces' }] },
  { name: 'member directory', goal: '≥ 45% req/s', atrium: () => [{ path: '/internal_api/community_members' }], bare: () => [{ path: '/members' }] },
  {
    name: 'leaderboard, 30 days',
    goal: '≥ 45% req/s',
    atrium: () => [{ path: '/internal_api/gamification/leaderboard?period=30_days' }],
    bare: () => [{ path: '/leaderboard' }],
  },
  {
    name: 'levels and own place, three periods',
    goal: '≥ 45% req/s',
    atrium: () => [{ path: '/internal_api/gamification/overview' }],
    bare: () => [{ path: '/place' }],
  },
  {
    name: 'audience, three conditions',
    goal: '≥ 45% req/s',
    atrium: (t) => [{ path: `/internal_api/audience?filter=${encodeURIComponent(JSON.stringify(threeRules(t)))}`, admin: true }],
    bare: (t) => [{ path: `/audience/${t.segment.tag}`, admin: true }],
  },
  {
    name: 'audience count, three conditions',
    goal: '< 1 s',
    atrium: (t) => [{ path: `/internal_api/audience/count?filter=${encodeURIComponent(JSON.stringify(threeRules(t)))}`, admin: true }],
    bare: (t) => [{ path: `/audience/${t.segment.tag}/count`, admin: true }],
  },
  {
    name: 'segment with its count',
    goal: '< 1 s',
    atrium: (t) => [{ path: `/internal_api/segments/${t.segment.id}`, admin: true }],
    bare: (t) => [{ path: `/audience/${t.segment.tag}/count`, admin: true }],
  },
  {
    name: 'public post as HTML, signed out',
    goal: 'CPU ≤ 0.9 ms',
    atrium: (t, i) => [{ path: `/c/${pick(t.posts, i).space_slug}/${pick(t.posts, i).slug}`, signedOut: true }],
    bare: (t, i) => [{ path: `/html/${pick(t.posts, i).space_id}/${pick(t.posts, i).slug}`, signedOut: true }],
  },
  {
    name: 'checkout preview',
    goal: '≥ 45% req/s',
    atrium: ({ offer: { paywall, price } }) => [
      { method: 'POST', path: '/internal_api/paywalls/checkout/preview', body: { paywall_id: paywall, price_id: price, coupon_code: COUPON } },
    ],
    bare: ({ offer: { paywall, price } }) => [{ method: 'POST', path: `/quote/${paywall}`, body: { price, code: COUPON } }],
  },
  {
    name: 'create comment',
    goal: 'CPU ≤ 4 ×',
    atrium: (t, i) => [
      { method: 'POST', path: `/internal_api/posts/${pick(t.posts, i * 7).id}/comments`, body: { comment: { tiptap_body: { body: doc(text) } } } },
    ],
    bare: (t, i) => [{ method: 'POST', path: `/comment/${pick(t.posts, i * 7).space_id}/${pick(t.posts, i * 7).id}`, body: { body: doc(text), text } }],
  },
  {
    name: 'like',
    goal: 'CPU ≤ 4 ×',
    atrium: (t, i) => [{ method: 'POST', path: '/internal_api/user_likes', body: { user_likeable_type: 'Post', user_likeable_id: pick(t.posts, i * 11).id } }],
    bare: (t, i) => [{ method: 'POST', path: `/like/${pick(t.posts, i * 11).space_id}/${pick(t.posts, i * 11).id}` }],
  },
  {
    name: 'create post',
    goal: 'CPU ≤ 4 ×',
    atrium: (t, i) => [
      {
        method: 'POST',
        path: `/internal_api/spaces/${pick(t.spaces, i).id}/posts`,
        body: { post: { name: `Bench ${i} [<id>]`, tiptap_body: { body: doc(text.repeat(4)) }, status: 'published' } },
      },
    ],
    bare: (t, i) => [{ method: 'POST', path: `/post/${pick(t.spaces, i).id}`, body: { name: `Bench ${i}`, body: doc(text.repeat(4)), text: text.repeat(4) } }],
  },
]

const COPY = 'bench_run'
/** Members who look on while others write: few, and many. */
const ONLINE = [60, 2_000] as const
async function targetOf(client: pg.Client): Promise<Target> {
  const community = (await client.query('select id from kernel.community where is_primary')).rows[0].id
  const { rows: members } = await client.query(
    `select m.id, m.account_id from kernel.member m join spaces.space_member s on s.community_id = m.community_id and s.member_id = m.id
     where m.community_id = $1 and m.headline = 'Potter' group by 1, 2 having count(*) >= 50 order by 1 limit 400`,
    [community],
  )
  const cookies = await signIn(client, community, members)
  const onlookers = await client.query('select account_id from kernel.member where community_id = $1 and not id = any($2::bigint[]) order by id limit $3', [
    community,
    members.map(({ id }) => id),
    ONLINE[1],
  ])
  const crowd = await signIn(client, community, onlookers.rows)
  const leading = await client.query(
    `update kernel.member set roles = '{member,admin}' where id in (select id from kernel.member where community_id = $1 and headline = 'Potter' order by id desc limit 200) returning account_id`,
    [community],
  )
  const admins = await signIn(client, community, leading.rows)
  const { rows: segments } = await client.query(
    `select s.id, (select min(t.id) from audience.tag t where t.community_id = $1) as tag from audience.segment s where s.community_id = $1 order by s.id limit 1`,
    [community],
  )
  const { rows: spaces } = await client.query(
    `select s.id, s.slug, json_build_array(p.published_at::text, p.id) as middle from spaces.space s cross join lateral (
       select id, published_at from posts.post where community_id = $1 and space_id = s.id and status = 'published' and deleted_at is null
       order by published_at desc, id desc offset s.posts_count / 2 limit 1) p
     where s.community_id = $1 and s.slug like 'seed-space-%' and not s.is_private and s.posts_count >= 20 order by s.posts_count desc limit 100`,
    [community],
  )
  const { rows: posts } = await client.query(
    `select p.id, p.slug, p.space_id, s.slug as space_slug from posts.post p join spaces.space s on s.id = p.space_id and not s.is_private
     where p.community_id = $1 and p.comments_count >= 20 and p.slug like 'seed-%' order by p.id desc limit 400`,
    [community],
  )
  // Writers need to be members where they write.
  await client.query(
    `insert into spaces.space_member (community_id, space_id, member_id)
     select $1, s, m from unnest($2::bigint[]) s cross join unnest($3::bigint[]) m on conflict do nothing`,
    [community, [...new Set([...spaces.map(({ id }) => id), ...posts.map(({ space_id }) => space_id)])], members.map(({ id }) => id)],
  )
  return { community, cookies, admins, segment: segments[0], crowd, spaces, posts, offer: await sell(client, community) }
}

/** Something to sell, at three prices as most have them. */
async function sell(client: pg.Client, community: number): Promise<Target['offer']> {
  const paywall = (
    await client.query(`insert into paywalls.paywall (community_id, name, status, currency) values ($1, 'Bench', 'active', 'eur') returning id`, [community])
  ).rows[0].id
  const { rows: prices } = await client.query(
    `insert into paywalls.price (community_id, paywall_id, price_type, amount, currency, interval, position)
     values ($1, $2, 'subscription', 1400, 'eur', 'monthly', 0), ($1, $2, 'subscription', 14400, 'eur', 'yearly', 1), ($1, $2, 'onetime', 19000, 'eur', null, 2)
     returning id`,
    [community, paywall],
  )
  await client.query(`insert into paywalls.coupon (community_id, code, kind, percent_off, duration) values ($1, $2, 'percent', 2000, 'once')`, [
    community,
    COUPON,
  ])
  return { paywall, price: prices[0].id }
}

/** Address of a copy of the database, so that what one run writes does not lie in the way of the next. */
async function copyOf(address: string): Promise<string> {
  const owner = new pg.Client({ connectionString: address.replace(/[^/]+$/, 'postgres') })
  await owner.connect()
  await owner.query(`drop database if exists ${COPY}`)
  await owner.query(`create database ${COPY} template ${new URL(address).pathname.slice(1)} strategy file_copy`)
  await owner.end()
  return address.replace(/[^/]+$/, COPY)
}

/** At once, and when nobody has asked for anything for a while. */
async function memory({ pid }: Running): Promise<string> {
  const atOnce = memoryOf(pid)
  await new Promise((done) => setTimeout(done, 12_000))
  return `${n(atOnce)} MiB, at rest ${n(memoryOf(pid))}`
}

const UNREAD_CASE = 'unread of 100 spaces'
const LOOKS = 200
/** What a member has unread who was away for so long that nearly every space has news, as the seed leaves them: the database's own time, behind the wall. */
async function unread(client: pg.Client, { community }: Target) {
  const [{ rolname: role }, { member, spaces }] = await Promise.all([
    client.query(`select rolname from pg_roles where rolname like 'atrium_app_%'`).then(({ rows }) => rows[0]),
    client
      .query(
        `select member_id as member, count(*)::int as spaces from spaces.space_member where community_id = $1 group by 1 order by abs(count(*) - 100), 1 limit 1`,
        [community],
      )
      .then(({ rows }) => rows[0]),
  ])
  await client.query('begin')
  await client.query(`set local role "${role}"`)
  await client.query(`select set_config('app.community_id', $1, true), set_config('plan_cache_mode', 'force_generic_plan', true)`, [String(community)])
  await client.query(`prepare unread (bigint, bigint) as ${unreadCounts.text}`)
  const times: number[] = []
  let ahead = 0
  for (let look = 0; look < LOOKS; look++) {
    const { rows } = await client.query(`explain (analyze, timing off, buffers off, format json) execute unread (${community}, ${member})`)
    const [{ Plan: plan, 'Execution Time': time }] = rows[0]['QUERY PLAN']
    times.push(time)
    ahead = plan['Actual Rows']
  }
  await client.query('rollback')
  await client.query('deallocate unread')
  console.log(
    `\nUnread of ${n(spaces)} spaces, ${n(ahead)} of them with news: ${n(times.toSorted((a, b) => a - b)[LOOKS / 2]!, 2)} ms of the database (goal ≤ 0.2).`,
  )
}

const SEARCH_CASE = 'search of words'
const LIMITED_FOR_MS = 61_000
const ONLINE_CASE = 'create comment, online'
/** What a write costs may not depend on how many look on. */
async function online(target: Target, atrium: Running, database: number) {
  const comments = requestsOf(target, cases.find(({ name }) => name === 'create comment')!.atrium, 'application/json')
  const results: Result[] = []
  for (const count of ONLINE) {
    // nobody may write more than so often in a minute
    await new Promise((done) => setTimeout(done, LIMITED_FOR_MS))
    const wires = target.crowd.slice(0, count).map((token) => new Wire({ url: atrium.url, cookie: `atrium_session=${token}` }))
    await connectAll(wires, 50)
    // what is told of so many who come settles first
    await new Promise((done) => setTimeout(done, 5_000))
    await load(atrium, database, comments, 16, 1)
    const turns: Result[] = []
    for (let turn = 0; turn < TURNS; turn++) turns.push(await load(atrium, database, comments, 16, SECONDS))
    results.push(middle(turns))
    for (const wire of wires) wire.cut()
  }
  const [few, many] = results as [Result, Result]
  const times = (many.server + many.database) / (few.server + few.database)
  console.log(
    `\nCreate comment with ${n(ONLINE[0])} and ${n(ONLINE[1])} members online: ${n(few.rate)} and ${n(many.rate)} req/s; CPU ${cpu(few)} and ${cpu(many)} ms, ${n(times, 2)} × (goal ≤ 1.1); failed: ${few.failed}, ${many.failed}.`,
  )
}

async function benchmark(posts: number, connections: number[]) {
  const dataDir = path.join(values.data, String(posts))
  if (!existsSync(path.join(dataDir, 'postgres')) && !existsSync(dataDir)) {
    console.log(`Making a community of ${n(posts)} posts in ${dataDir} …`)
    await seed(
      { members: posts >= 100_000 ? 100_000 : Math.max(BUSY_MEMBERS * 2, 5_000), posts, spaces: 500 },
      { ...process.env, ATRIUM_DATA: dataDir },
      (line) => console.log(`  ${line}`),
    )
  }
  const database = await startEmbedded({ dataDir, log: quiet })
  const url = await copyOf(database.url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  pg.types.setTypeParser(20, Number)
  const target = await targetOf(client)
  const env = { ATRIUM_DATA: dataDir, DATABASE_URL: url, ATRIUM_DEMO: 'off', ATRIUM_LOG: 'error', ATRIUM_URL: '' }
  const bare = await startModule(path.join(HERE, 'bare.ts'), { BARE_DATABASE_URL: url, BARE_COMMUNITY: String(target.community) })
  const atrium = await startServer(path.join(HOME, 'launch/main.ts'), env, '/ready')
  console.log(`\n## ${n(posts)} posts: started in ${n(atrium.startedIn)} ms, ${await memory(atrium)}\n`)
  await compare(
    cases.filter(({ name }) => name.includes(values.only)),
    target,
    { ...{ atrium, bare, database: database.pid }, ...{ connections, seconds: SECONDS, turns: TURNS } },
  )
  if (UNREAD_CASE.includes(values.only)) await unread(client, target)
  if (SEARCH_CASE.includes(values.only)) await benchSearch(atrium, database.pid, target.cookies)
  if (ONLINE_CASE.includes(values.only)) await online(target, atrium, database.pid)
  console.log(`\nMemory after the load: ${await memory(atrium)}.`)
  await atrium.stop()
  await bare.stop()
  await client.end()
  await database.stop()
}

const hasCalls =
  SEARCH_CASE.includes(values.only) ||
  ONLINE_CASE.includes(values.only) ||
  UNREAD_CASE.includes(values.only) ||
  cases.some(({ name }) => name.includes(values.only))
for (const posts of hasCalls ? values.posts.split(',') : []) await benchmark(Number(posts), values.connections.split(',').map(Number))
await benchSockets({ data: values.data, only: values.only, seconds: SECONDS, turns: TURNS, main: path.join(HOME, 'launch/main.ts') })
await benchLearning({ data: values.data, only: values.only, seconds: SECONDS, turns: TURNS, main: path.join(HOME, 'launch/main.ts') })
await benchIdle({ data: values.data, only: values.only, seconds: SECONDS, turns: TURNS, main: path.join(HOME, 'launch/main.ts') })
if ('import'.includes(values.only)) await benchImport({ data: `${values.data}-import`, main: path.join(HOME, 'launch/main.ts'), seconds: SECONDS })
