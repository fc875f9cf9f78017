/**
 * Courses and events at size beside the bare server: a course of 500 lessons with 50,000 students, a month of 5,000 dates, a feed of 1,000 of them,
 * then 2,000 members who want the 500 places of one event, and a section that opens for all students. Its community is made once and kept.
 */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type autocannon from 'autocannon'
import pg from 'pg'
import { startEmbedded } from '../../launch/embedded.ts'
import { type Case, compare, pick, type Sides, signIn } from './compare.ts'
import { load, n } from './measure.ts'
import { startModule, startServer } from './processes.ts'

const STUDENTS = 50_000
const LESSONS = 500
const SECTIONS = 20
const DONE_EACH = 20
const MONTH = 5_000
const LEARNERS = 400
const RUSH = 2_000
const PLACES = 500
const CONNECTIONS = 16
const NAME = 'learning'
const RUSH_NAME = 'learning: rush of 2,000'
const DRIP_NAME = 'learning: drip to 50,000'
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const FROM = '2027-03-01T00:00:00.000Z'
const TO = '2027-04-01T00:00:00.000Z'

interface Target extends Sides {
  course: number
  lessons: number[]
  month: number
  feeds: { token: string; etag: string }[]
}
const course = (t: Target) => `/internal_api/courses/${t.course}`
const feed = (t: Target, i: number) => `/public/event_feeds/${pick(t.feeds, i).token}/calendar.ics`
const cases: Case<Target>[] = [
  { name: 'learning: course with its outline', goal: '≥ 45% req/s', atrium: (t) => [{ path: course(t) }], bare: (t) => [{ path: `/course/${t.course}` }] },
  {
    name: 'learning: lesson',
    goal: '≥ 45% req/s',
    atrium: (t, i) => [{ path: `${course(t)}/lessons/${pick(t.lessons, i * 7)}` }],
    bare: (t, i) => [{ path: `/course/${t.course}/${pick(t.lessons, i * 7)}` }],
  },
  {
    name: 'learning: saving a place',
    goal: 'CPU ≤ 4 ×',
    atrium: (t, i) => [{ method: 'PATCH', path: `${course(t)}/progress`, body: { lesson_id: pick(t.lessons, i * 7), position: i } }],
    bare: (t, i) => [{ method: 'POST', path: `/course/${t.course}/place`, body: { lesson_id: pick(t.lessons, i * 7), position: i } }],
  },
  {
    name: 'learning: page of students',
    goal: '≥ 45% req/s',
    atrium: (t) => [{ path: `${course(t)}/students`, admin: true }],
    bare: (t) => [{ path: `/students/${t.course}`, admin: true }],
  },
  {
    name: 'learning: month of 5,000 dates',
    goal: '≥ 45% req/s',
    atrium: (t) => [{ path: `/internal_api/spaces/${t.month}/events/calendar?from=${FROM}&to=${TO}` }],
    bare: (t) => [{ path: `/month/${t.month}?from=${FROM}&to=${TO}` }],
  },
  {
    name: 'learning: feed of 1,000 dates',
    goal: '≥ 45% req/s',
    atrium: (t, i) => [{ path: feed(t, i) }],
    bare: (t, i) => [{ path: `/calendar/${pick(t.feeds, i).token}` }],
  },
  {
    name: 'learning: feed, unchanged',
    goal: '≥ 45% req/s',
    atrium: (t, i) => [{ path: feed(t, i), headers: { 'if-none-match': pick(t.feeds, i).etag } }],
    bare: (t, i) => [{ path: `/calendar/${pick(t.feeds, i).token}` }],
  },
]

type Call = (method: string, path: string, body?: unknown, token?: string) => Promise<any>
/** What is made by calls, so that it is as people make it. */
async function plan(call: Call): Promise<{ course: number; month: number }> {
  const group = await call('POST', '/internal_api/space_groups', { name: 'Learning' })
  const make = async (name: string, types: string[]) =>
    (await call('POST', '/internal_api/spaces', { name, slug: name.toLowerCase(), space_group_id: group.id, types })).space.id as number
  const courseId = await make('Learning-course', ['course'])
  for (let i = 0; i < SECTIONS; i++) await call('POST', `/internal_api/courses/${courseId}/sections`, { section: { name: `Section ${i}` } })
  return { course: courseId, month: await make('Learning-month', ['basic', 'event']) }
}
/** The rest in bulk. */
async function fill(client: pg.Client, community: number, { course, month }: { course: number; month: number }) {
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run(`insert into kernel.account (email, name) select 'learn' || i || '@example.com', 'Learner ' || i from generate_series(1, $1::int) i`, [STUDENTS])
  await run(`insert into kernel.member (community_id, account_id, name) select $1, id, name from kernel.account where email like 'learn%@example.com'`, [
    community,
  ])
  const load = `select id from kernel.member where community_id = $1 and name like 'Learner %'`
  for (const space of [course, month])
    await run(`insert into spaces.space_member (community_id, space_id, member_id) select $1, $2, id from (${load}) m on conflict do nothing`, [
      community,
      space,
    ])
  await run(
    `insert into courses.lesson (community_id, course_id, section_id, name, kind, status, position, media_duration, published_at)
     select $1, $2, s.ids[1 + i / (1 + $3 / ${SECTIONS})], 'Lesson ' || i, 'text', 'published', i, 300, now() from generate_series(1, $3::int) i,
       (select array_agg(id order by id) as ids from courses.section where course_id = $2) s`,
    [community, course, LESSONS],
  )
  await run(
    `insert into courses.enrolment (community_id, course_id, member_id, starts_at, completed_count, last_seen_at)
     select $1, $2, id, now(), ${DONE_EACH}, now() - make_interval(hours => (id % 400)::int) from (${load}) m on conflict do nothing`,
    [community, course],
  )
  await run(
    `insert into courses.progress (community_id, course_id, lesson_id, member_id, completed_at, noted_at)
     select $1, $2, l.id, m.id, now(), now() from (${load}) m, (select id from courses.lesson where course_id = $2 order by position limit ${DONE_EACH}) l`,
    [community, course],
  )
  await run(
    'update courses.course set lessons_count = $2, duration = $2 * 300, students_count = (select count(*) from courses.enrolment where course_id = $1) where id = $1',
    [course, LESSONS],
  )
  await run(
    `with e as (
       insert into events.event (community_id, space_id, status, name, slug, body, text, excerpt, time_zone, start_local, duration_seconds, published_at)
       select $1, $2, 'published', 'Meeting ' || i, 'meeting-' || i, '{"type":"doc","content":[]}', '', 'What we talk about, and for whom it is.', 'Europe/Oslo', '2027-03-01T10:00', 3600, now()
       from generate_series(1, $3::int) i returning id, slug),
     a as (insert into content.address (community_id, space_id, slug, kind, record_id) select $1, $2, slug, 'event', id from e)
     insert into events.occurrence (community_id, event_id, space_id, key, starts_at, ends_at, is_listed, changes)
     select $1, id, $2, '2027-03-01', t, t + interval '1 hour', true, '{}' from (select id, timestamptz '2027-03-01' + make_interval(mins => (row_number() over () * 44640 / $3)::int) as t from e) e`,
    [community, month, MONTH],
  )
  await run('analyze')
}

/** Members who want one of the places at the same moment. */
async function rush(call: Call, client: pg.Client, month: number, tokens: string[]): Promise<void> {
  const event = await call('POST', `/internal_api/spaces/${month}/events`, {
    event: { name: `Rush ${Date.now()}`, event_setting_attributes: { starts_at: '2027-02-01T10:00', time_zone: 'UTC', rsvp_limit: PLACES } },
  })
  const began = performance.now()
  const times: number[] = []
  await Promise.all(
    Array.from({ length: 64 }, async (_, at) => {
      for (let i = at; i < tokens.length; i += 64) {
        const start = performance.now()
        await call('POST', `/internal_api/spaces/${month}/events/${event.slug}/rsvp`, {}, tokens[i])
        times.push(performance.now() - start)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const { rows } = await client.query('select status, count(*)::int from events.rsvp where occurrence_id = $1 group by 1 order by 1', [event.occurrence_id])
  const kept = await client.query('select going_count, waiting_count from events.occurrence where id = $1', [event.occurrence_id])
  times.sort((a, b) => a - b)
  console.log(
    `\n${n(tokens.length)} members wanted one of ${PLACES} places: all answered in ${n(seconds, 1)} s (goal 60), p50 ${n(times[times.length / 2]!)} ms, p99 ${n(times[Math.floor(times.length * 0.99)]!)} ms; ${rows.map(({ status, count }) => `${status} ${count}`).join(', ')}; counters ${JSON.stringify(kept.rows[0])}`,
  )
}

/** A section that opens for all students: open at once, told within a minute, and others read on meanwhile. */
async function drip(call: Call, client: pg.Client, courseId: number, read: () => Promise<{ rate: number }>): Promise<void> {
  const before = await read()
  const [section] = (await client.query('select id from courses.section where course_id = $1 order by id desc limit 1', [courseId])).rows
  await call('PATCH', `/internal_api/courses/${courseId}/settings`, { course_setting: { course_type: 'scheduled' } })
  const opens = new Date(Date.now() + 2_000)
  await call('PATCH', `/internal_api/courses/${courseId}/sections/${section.id}`, { section: { dripped_at: opens.toISOString() } })
  const key = `section-opened:${section.id}:${opens.getTime()}`
  const told = async () => (await client.query(`select count(*)::int as count from notifications.act where key = $1`, [key])).rows[0].count as number
  const rates: number[] = []
  let began = 0
  let count = 0
  // the clock looks once a minute, so what counts begins with the first who is told
  for (const end = Date.now() + 150_000; count < STUDENTS && Date.now() < end; count = await told()) {
    if (count > 0) {
      began ||= performance.now()
      rates.push((await read()).rate)
    } else await new Promise((done) => setTimeout(done, 100))
  }
  const share = rates.length ? n((100 * rates.reduce((a, b) => a + b)) / rates.length / before.rate) : '?'
  console.log(
    `\nA section opened for ${n(STUDENTS)}: told to ${n(count)} within ${n((performance.now() - began) / 1000, 1)} s of the first (goal 60); lessons kept ${share}% of their reads`,
  )
}

export async function benchLearning(options: { data: string; only: string; seconds: number; turns: number; main: string }): Promise<void> {
  const wanted = cases.filter(({ name }) => name.includes(options.only))
  const isWanted = (name: string) => options.only !== '' && name.includes(options.only)
  if (!options.only.includes(NAME)) return
  const dataDir = path.join(options.data, NAME)
  const database = await startEmbedded({ dataDir, log: quiet })
  const admin = { email: 'bench@example.com', password: `A1!${randomBytes(9).toString('base64url')}` }
  const env = { ATRIUM_DATA: dataDir, DATABASE_URL: database.url, ATRIUM_ADMIN_EMAIL: admin.email, ATRIUM_ADMIN_PASSWORD: admin.password }
  const atrium = await startServer(options.main, { ...env, ATRIUM_DEMO: 'off', ATRIUM_LOG: 'error', ATRIUM_URL: '' }, '/ready')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  pg.types.setTypeParser(20, Number)
  const community = (await client.query('select id from kernel.community where is_primary')).rows[0].id as number
  const boss = (await client.query(`select account_id from kernel.member where community_id = $1 and 'admin' = any (roles) order by id limit 1`, [community]))
    .rows
  const admins = await signIn(client, community, boss)
  const call: Call = async (method, address, body, token = admins[0]!) => {
    const headers = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), origin: atrium.url, cookie: `atrium_session=${token}` }
    const response = await fetch(atrium.url + address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
    return response.headers.get('content-type')?.includes('json') ? response.json() : { etag: response.headers.get('etag') }
  }
  const spaceOf = async (slug: string) => (await client.query('select id from spaces.space where slug = $1', [slug])).rows[0]?.id as number
  if (!(await spaceOf('learning-course'))) {
    console.log(`Making a course of ${LESSONS} lessons with ${n(STUDENTS)} students in ${dataDir} …`)
    await fill(client, community, await plan(call))
  }
  const [courseId, month] = [await spaceOf('learning-course'), await spaceOf('learning-month')]
  const { rows: members } = await client.query(`select account_id from kernel.member where community_id = $1 and name like 'Learner %' order by id limit $2`, [
    community,
    RUSH,
  ])
  const crowd = await signIn(client, community, members)
  const { rows: lessons } = await client.query('select id from courses.lesson where course_id = $1 order by position', [courseId])
  const feeds = []
  if (wanted.some(({ name }) => name.includes('feed')))
    for (const token of crowd.slice(0, 50)) {
      const { url } = await call('POST', '/internal_api/events/feeds', { space_id: month }, token)
      const address = new URL(url).pathname
      feeds.push({ token: address.split('/')[3]!, etag: (await call('GET', address, undefined, token)).etag as string })
    }
  const target: Target = { cookies: crowd.slice(0, LEARNERS), admins, course: courseId, lessons: lessons.map(({ id }) => id), month, feeds }
  const bare = await startModule(path.join(import.meta.dirname, 'bare.ts'), { BARE_DATABASE_URL: database.url, BARE_COMMUNITY: String(community) })
  try {
    if (wanted.length > 0) await compare(wanted, target, { ...{ atrium, bare, database: database.pid, connections: [CONNECTIONS] }, ...options })
    if (isWanted(RUSH_NAME)) await rush(call, client, month, crowd)
    // what the rush has to tell is told first
    if (isWanted(RUSH_NAME) && isWanted(DRIP_NAME)) await new Promise((done) => setTimeout(done, 30_000))
    const read: autocannon.Request[] = target.cookies.map((cookie, i) => ({
      path: `${course(target)}/lessons/${pick(target.lessons, i)}`,
      headers: { cookie: `atrium_session=${cookie}` },
    }))
    if (isWanted(DRIP_NAME)) await drip(call, client, courseId, () => load(atrium, database.pid, read, 4, 2))
  } finally {
    await client.end()
    await bare.stop()
    await atrium.stop()
    await database.stop()
  }
}
