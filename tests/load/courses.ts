/**
 * A course of 500 lessons with 50,000 students: its home, a lesson, saving a place, its students, and a section that opens for all of them.
 * `node tests/load/courses.ts [--students 50000] [--lessons 500] [--seconds 5]`; it makes its own database and takes some minutes.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type TestMember, testApp } from '@atrium/sdk/testing'
import courses from '../../plugins/courses/contract.ts'
import { makeCourse } from '../../plugins/courses/tests/kit.ts'

const { values } = parseArgs({
  options: { students: { type: 'string', default: '50000' }, lessons: { type: 'string', default: '500' }, seconds: { type: 'string', default: '5' } },
})
const [students, lessons, seconds] = [Number(values.students), Number(values.lessons), Number(values.seconds)]
const CONNECTIONS = 16
const LEARNERS = 50
const SECTIONS = 20
const DAYS = 3

const folder = path.resolve(import.meta.dirname, '../../plugins')
const app = await testApp(['spaces', 'content', 'media', 'members', 'notifications', 'courses'].map((id) => `${folder}/${id}`))
const communityId = await app.primaryId()
const admin = await app.member('admin')
const { courseId, sections } = await makeCourse(app, admin, Array(SECTIONS).fill(0))
const learners = await Promise.all(Array.from({ length: LEARNERS }, () => app.member('member')))

console.log(`filling ${lessons} lessons and ${students} students …`)
await app.sql(
  `insert into courses.lesson (community_id, course_id, section_id, name, kind, status, position, media_duration, published_at)
   select $1, $2, ($3::bigint[])[1 + i % ${SECTIONS}], 'Lesson ' || i, 'text', 'published', i, 300, now() from generate_series(1, $4::int) i`,
  [communityId, courseId, sections, lessons],
)
await app.sql(`insert into kernel.account (email, name) select 'load' || i || '@example.com', 'Load ' || i from generate_series(1, $1::int) i`, [students])
await app.sql(`insert into kernel.member (community_id, account_id, name) select $1, id, name from kernel.account where email like 'load%@example.com'`, [
  communityId,
])
for (const learner of learners) await app.as(learner).call(courses.routes.enrol, { params: { courseId }, body: {} })
await app.settle()
const load = `select m.id from kernel.member m where m.community_id = $1 and m.name like 'Load %'`
await app.sql(`insert into spaces.space_member (community_id, space_id, member_id) select $1, $2, id from (${load}) m`, [communityId, courseId])
await app.sql(
  `insert into courses.enrolment (community_id, course_id, member_id, starts_at, completed_count, last_seen_at)
   select $1, $2, id, now(), 40, now() - make_interval(hours => (id % 400)::int) from (${load}) m`,
  [communityId, courseId],
)
await app.sql(
  `insert into courses.progress (community_id, course_id, lesson_id, member_id, completed_at, noted_at)
   select $1, $2, l.id, m.id, now(), now() from (${load}) m, (select id from courses.lesson where course_id = $2 order by position limit 40) l`,
  [communityId, courseId],
)
await app.sql('update courses.course set lessons_count = $2, duration = $2 * 300, students_count = $3 where id = $1', [courseId, lessons, students + LEARNERS])
await app.sql('analyze')
const ids = (await app.sql<{ id: number }>('select id from courses.lesson where course_id = $1 order by position', [courseId])).map(({ id }) => Number(id))
const [{ rows }] = await app.sql('select count(*)::int as rows from courses.progress')
console.log(`${rows} rows of progress`)

async function run(name: string, ask: (who: TestMember, i: number) => Promise<{ status: number }>, until = forSeconds()): Promise<number> {
  const times: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, at) => {
      for (let i = at; !until(); i += CONNECTIONS) {
        const start = performance.now()
        const { status } = await ask(learners[i % LEARNERS]!, i)
        if (status >= 300) throw new Error(`${name} answered ${status}`)
        times.push(performance.now() - start)
        if (i % 200 < CONNECTIONS) app.resetLimits()
      }
    }),
  )
  times.sort((one, other) => one - other)
  const perSecond = times.length / ((performance.now() - began) / 1000)
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1)
  console.log(`${name}: ${perSecond.toFixed(0)} a second, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
  return perSecond
}
function forSeconds() {
  const end = performance.now() + seconds * 1000
  return () => performance.now() > end
}
const home = `/internal_api/courses/${courseId}`
await run('warming up', (who) => app.as(who).send('GET', home))
await run('course with its outline', (who) => app.as(who).send('GET', home))
const quiet = await run('lesson', (who, i) => app.as(who).send('GET', `${home}/lessons/${ids[i % ids.length]}`))
await run('saving a place', (who, i) => app.as(who).send('PATCH', `${home}/progress`, { lesson_id: ids[i % ids.length], position: i % 300 }))
await run('students', (_, i) => app.as(admin).send('GET', `${home}/students?sort=${['newest', 'progress', 'last_seen'][i % 3]}`))
await run('numbers of the course', () => app.as(admin).send('GET', `${home}/stats`))

await app.as(admin).call(courses.routes.updateSettings, { params: { courseId }, body: { course_setting: { course_type: 'structured' } } })
await app.as(admin).call(courses.routes.updateSection, { params: { courseId, id: sections[SECTIONS - 1]! }, body: { section: { drip_delay: DAYS } } })
await app.sql('update courses.course set told_until = now() where id = $1', [courseId])
await app.clock.advance(DAYS * 86_400_000 + 60_000)
await Promise.all([admin, ...learners].map((who) => app.renew(who)))
const began = performance.now()
const shown = await app.as(learners[0]!).call(courses.routes.show, { params: { courseId } })
const open = shown.sections.at(-1)!.lessons.every(({ locked }) => locked === null)
console.log(`a section opened for ${students + LEARNERS}: ${open ? `open, seen ${(performance.now() - began).toFixed(0)} ms later` : 'CLOSED'}`)
void app.runSchedule('drip').catch(() => {})
let told = 0
const watch = setInterval(async () => {
  const [{ count }] = await app.sql(`select count(*)::int as count from notifications.act where key like 'section-opened:%'`)
  told = count
}, 500)
const beside = await run(
  'lesson meanwhile',
  (who, i) => app.as(who).send('GET', `${home}/lessons/${ids[i % ids.length]}`),
  () => told >= students || performance.now() - began > 120_000,
)
clearInterval(watch)
console.log(`told to ${told} in ${((performance.now() - began) / 1000).toFixed(1)} s (goal 60); reads kept ${((100 * beside) / quiet).toFixed(0)}%`)
await app.close()
process.exit(0)
