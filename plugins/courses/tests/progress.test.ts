/** What learners may open, how far they are, and what is kept of it. */
import { pdfText, refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import content from '../../content/contract.ts'
import gamification from '../../gamification/contract.ts'
import notifications from '../../notifications/contract.ts'
import spaces from '../../spaces/contract.ts'
import courses from '../contract.ts'
import { type Made, makeCourse, PLUGINS } from './kit.ts'

const { routes } = courses
const DAY = 86_400_000

describe('progress in courses', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  before(async () => {
    app = await testApp(PLUGINS)
    admin = await app.member('admin', { name: 'Admin' })
  })
  beforeEach(async () => {
    nell = await app.member('member', { name: 'Nell' })
  })
  after(() => app?.close())

  const begin = (who: TestMember, { courseId }: Made, cohortId?: number) =>
    app.as(who).call(routes.enrol, { params: { courseId }, body: { cohort_id: cohortId ?? null } })
  const save = (who: TestMember, { courseId }: Made, lessonId: number, fields: object = { status: 'completed' }) =>
    app.as(who).call(routes.saveProgress, { params: { courseId }, body: { lesson_id: lessonId, ...fields } })
  const show = (who: TestMember, { courseId }: Made) => app.as(who).call(routes.show, { params: { courseId } })
  const locks = async (who: TestMember, course: Made) => (await show(who, course)).sections.map(({ lessons }) => lessons.map(({ locked }) => locked))
  const settings = (course: Made, fields: object) =>
    app.as(admin).call(routes.updateSettings, { params: { courseId: course.courseId }, body: { course_setting: fields } })
  const section = (course: Made, i: number, fields: object) =>
    app.as(admin).call(routes.updateSection, { params: { courseId: course.courseId, id: course.sections[i]! }, body: { section: fields } })

  it('counts lessons once, finishes once, and gives a certificate that outlives the course', async () => {
    const course = await makeCourse(app, admin, [1, 1])
    nell = await app.member('member', { name: 'Łucja Щукина-Παππά' })
    await app.as(admin).call(routes.update, { params: { courseId: course.courseId }, body: { course: { certificate: { enabled: true } } } })
    await begin(nell, course)
    const [[first], [second]] = course.lessons as [[number], [number]]
    await Promise.all([save(nell, course, first), save(nell, course, first), save(nell, course, first)])
    expect((await show(nell, course)).enrolment).to.include({ completed: 1, percent: 50, finished_at: null })
    await save(nell, course, second)
    await save(nell, course, second)
    await app.settle()
    expect((await app.sql(`select 1 from kernel.event where name = 'course.finished'`)).length).to.equal(1)
    expect((await app.sql(`select 1 from kernel.event where name = 'lesson.completed'`)).length).to.equal(2)
    const { certificate, percent } = await app.as(nell).call(routes.progress, { params: { courseId: course.courseId } })
    expect(percent).to.equal(100)
    await app.as(admin).call(spaces.routes.destroy, { params: { id: course.courseId } })
    await app.settle()
    expect(await app.sql('select 1 from courses.course where id = $1', [course.courseId])).to.deep.equal([])
    const shown = await app.as(null).call(routes.certified, { params: { code: certificate!.code } })
    expect([shown.name, shown.course]).to.deep.equal([nell.name, course.name])
    expect(await refusal(app.as(null).call(routes.certified, { params: { code: 'AAAA-BBBB-CCCC-DDDD' } }))).to.include({ status: 404 })
    const pdf = await fetch(`${app.url}${certificate!.pdf_url}`)
    expect(pdf.headers.get('content-type')).to.equal('application/pdf')
    expect(await pdfText(new Uint8Array(await pdf.arrayBuffer())))
      .to.contain(nell.name)
      .and.contain(course.name)
      .and.contain(certificate!.code)
  })

  it('keeps the newest place, whatever order it arrives in', async () => {
    const course = await makeCourse(app, admin, [1], { kind: 'video' })
    await begin(nell, course)
    const lesson = course.lessons[0]![0]!
    const late = new Date(Date.now() - 60_000).toISOString()
    await save(nell, course, lesson, { position: 42.4, watched_to: 42.4, at: new Date().toISOString() })
    await save(nell, course, lesson, { position: 12, watched_to: 50, at: late })
    const shown = await app.as(nell).call(routes.lesson, { params: { courseId: course.courseId, id: lesson } })
    expect(shown.progress).to.include({ position: 42.4, watched_to: 50, status: 'incomplete' })
  })

  it('opens lessons in order, and says why one is closed', async () => {
    const course = await makeCourse(app, admin, [2, 1])
    await settings(course, { enforce_lessons_order: true })
    await begin(nell, course)
    const [[first, second], [third]] = course.lessons as [[number, number], [number]]
    expect(await locks(nell, course)).to.deep.equal([[null, 'previous'], ['previous']])
    for (const id of [second, third]) expect(await refusal(save(nell, course, id))).to.include({ status: 403, code: 'lesson_locked' })
    expect(await refusal(app.as(nell).call(routes.lesson, { params: { courseId: course.courseId, id: third } }))).to.include({ code: 'lesson_locked' })
    await save(nell, course, first)
    expect(await locks(nell, course)).to.deep.equal([[null, null], ['previous']])
    expect((await show(nell, course)).next_lesson_id).to.equal(second)
    expect(await locks(admin, course), 'who teaches sees all').to.deep.equal([[null, null], [null]])
  })

  it('opens sections by days since one began, without a row for anybody, and tells once', async () => {
    const course = await makeCourse(app, admin, [1, 1])
    await settings(course, { course_type: 'structured' })
    await section(course, 1, { drip_delay: 3 })
    await begin(nell, course)
    await app.settle()
    expect(await locks(nell, course)).to.deep.equal([[null], ['date']])
    const before = await app.sql('select 1 from courses.progress where course_id = $1', [course.courseId])
    await app.sql('update courses.course set told_until = now() where id = $1', [course.courseId])
    await app.clock.advance(3 * DAY + 60_000)
    expect(await locks(nell, course)).to.deep.equal([[null], [null]])
    expect((await app.sql('select 1 from courses.progress where course_id = $1', [course.courseId])).length).to.equal(before.length)
    await app.runSchedule('drip')
    await app.runSchedule('drip')
    await app.settle()
    const told = await app.sql(`select acts_count from notifications.notice where kind = 'lesson_opened' and member_id = $1 and subject_id = $2`, [
      nell.id,
      course.courseId,
    ])
    expect(told).to.deep.equal([{ acts_count: 1 }])
    await app.clock.advance(-3 * DAY - 60_000)
  })

  it('tells of many lessons of a course in one line, which counts them', async () => {
    const course = await makeCourse(app, admin, [4])
    await settings(course, { course_type: 'structured' })
    await section(course, 0, { drip_delay: 1 })
    const mia = await app.member('member', { name: 'Mia' })
    await begin(mia, course)
    await app.settle()
    await app.sql('update courses.course set told_until = now() where id = $1', [course.courseId])
    await app.clock.advance(DAY + 60_000)
    await app.runSchedule('drip')
    await app.settle()
    const lines = async () =>
      (await app.as(mia).call(notifications.routes.list, {})).records
        .filter(({ action }) => action === 'lesson_opened')
        .map(({ sentence, action_web_url }) => [sentence.map(({ text }) => text).join(''), action_web_url])
    const { name, slug } = (await app.run(null, (ctx) => ctx.use(spaces).card(course.courseId)))!
    expect(await lines()).to.deep.equal([[`4 lessons are available in ${name}`, `/c/${slug}`]])
    for (const lesson of course.lessons[0]!.slice(1))
      await app.run(null, async (ctx) => ctx.emit(courses.events['lesson.deleted'], { courseId: course.courseId, lessonId: lesson }))
    await app.settle()
    const [[said, path]] = (await lines()) as [[string, string]]
    expect(said).to.equal(`A new lesson is available in ${name}`)
    expect(path).to.match(new RegExp(`^/c/${slug}/sections/\\d+/lessons/`))
    await app.clock.advance(-DAY - 60_000)
  })

  it('dates what a learner does by the server’s clock, and opens nothing by theirs', async () => {
    const course = await makeCourse(app, admin, [1, 1])
    await settings(course, { course_type: 'structured' })
    await section(course, 1, { drip_delay: 30 })
    await app.as(nell).send('POST', `/internal_api/spaces/${course.courseId}/join`)
    const [[first], [second]] = course.lessons as [[number], [number]]
    await save(nell, course, first, { position: 1, at: '2020-01-01T00:00:00Z' })
    await save(nell, course, first, { status: 'completed', at: '2001-02-03T00:00:00Z' })
    expect(await locks(nell, course)).to.deep.equal([[null], ['date']])
    expect(await refusal(save(nell, course, second))).to.include({ code: 'lesson_locked' })
    const [old] = await app.sql<{ count: number }>(
      `select (select count(*) from courses.enrolment where starts_at < now() - interval '1 hour' and course_id = $1)
            + (select count(*) from courses.progress where completed_at < now() - interval '1 hour' and course_id = $1) as count`,
      [course.courseId],
    )
    expect(Number(old!.count)).to.equal(0)
    const begun = await app.as(admin).call(routes.createCohort, {
      params: { courseId: course.courseId },
      body: { cohort: { name: 'Years ago', starts_at: '2024-01-01T00:00:00Z' } },
    })
    expect(await refusal(begin(await app.member(), course, begun.id))).to.include({ status: 409, code: 'cohort_started' })
  })

  it('opens sections on their date, and nothing before a cohort begins', async () => {
    const course = await makeCourse(app, admin, [1, 1])
    await settings(course, { course_type: 'scheduled' })
    await section(course, 1, { dripped_at: new Date(Date.now() + DAY).toISOString() })
    const cohort = await app.as(admin).call(routes.createCohort, {
      params: { courseId: course.courseId },
      body: { cohort: { name: 'Spring', starts_at: new Date(Date.now() + DAY / 2).toISOString() } },
    })
    await begin(nell, course, cohort.id)
    expect(await locks(nell, course)).to.deep.equal([['cohort'], ['cohort']])
    await app.as(admin).call(routes.updateCohort, {
      params: { courseId: course.courseId, id: cohort.id },
      body: { cohort: { starts_at: new Date(Date.now() - DAY).toISOString() } },
    })
    expect(await locks(nell, course)).to.deep.equal([[null], ['date']])
  })

  it('waits for another course', async () => {
    const [first, second] = [await makeCourse(app, admin, [1]), await makeCourse(app, admin, [1])]
    const wait = (course: Made, ids: number[]) =>
      app.as(admin).call(routes.update, { params: { courseId: course.courseId }, body: { course: { prerequisite_ids: ids } } })
    await wait(second, [first.courseId])
    expect(await refusal(wait(first, [second.courseId]))).to.include({ status: 422 })
    expect(await refusal(wait(first, [first.courseId]))).to.include({ status: 422 })
    await begin(nell, first)
    await begin(nell, second)
    expect((await show(nell, second)).locked).to.equal('prerequisite')
    await save(nell, first, first.lessons[0]![0]!)
    expect((await show(nell, second)).locked).to.equal(null)
  })

  it('asks for media to be watched, and believes no button where the lesson decides', async () => {
    const course = await makeCourse(app, admin, [1], { kind: 'video', featured_media_duration: 100, enforce_featured_media_completion: true })
    await begin(nell, course)
    const lesson = course.lessons[0]![0]!
    expect(await refusal(save(nell, course, lesson))).to.include({ status: 409, code: 'media_not_watched' })
    await save(nell, course, lesson, { watched_to: 96 })
    expect((await save(nell, course, lesson)).status).to.equal('completed')
  })

  it('lets nobody in who is not enrolled, but to what is free', async () => {
    const course = await makeCourse(app, admin, [2])
    const [first, second] = course.lessons[0] as [number, number]
    await app.as(admin).call(routes.updateLesson, { params: { courseId: course.courseId, id: first }, body: { lesson: { is_free: true } } })
    const read = (id: number) => app.as(nell).call(routes.lesson, { params: { courseId: course.courseId, id } })
    expect((await read(first)).id).to.equal(first)
    expect(await refusal(read(second))).to.include({ status: 403, code: 'lesson_locked' })
    expect(await refusal(save(nell, course, first))).to.include({ status: 403, code: 'not_enrolled' })
    expect(
      await refusal(app.as(nell).call(content.routes.createRecordComment, { params: { kind: 'lesson', id: second }, body: { comment: { body: 'Hello' } } })),
    ).to.include({
      status: 404,
    })
    const secret = await makeCourse(app, admin, [1], {}, { is_private: true, is_hidden: true })
    expect(await refusal(begin(nell, secret))).to.include({ status: 404 })
  })

  it('earns points once, and takes them back with a reset', async () => {
    const course = await makeCourse(app, admin, [2])
    await begin(nell, course)
    await save(nell, course, course.lessons[0]![0]!)
    await app.settle()
    await app.redeliver()
    const points = async () => (await app.run(nell.communityId, (ctx) => ctx.use(gamification).statsOf([nell.id]))).get(nell.id)
    const earned = await points()
    await app.as(admin).call(routes.setStudentProgress, { params: { courseId: course.courseId, id: nell.id }, body: { status: 'incomplete' } })
    await app.settle()
    expect(JSON.stringify(await points())).to.not.equal(JSON.stringify(earned))
    expect((await show(nell, course)).enrolment).to.include({ completed: 0 })
  })

  it('keeps what was done for who comes back, and counters in step', async () => {
    const course = await makeCourse(app, admin, [2])
    await begin(nell, course)
    await save(nell, course, course.lessons[0]![0]!)
    const leave = () => app.as(nell).call(spaces.routes.leave, { params: { id: course.courseId } })
    await leave()
    await app.settle()
    expect((await app.sql('select students_count from courses.course where id = $1', [course.courseId]))[0]!.students_count).to.equal(0)
    await begin(nell, course)
    expect((await show(nell, course)).enrolment).to.include({ completed: 1, percent: 50 })
    await app.as(admin).call(routes.updateLesson, { params: { courseId: course.courseId, id: course.lessons[0]![0]! }, body: { lesson: { status: 'draft' } } })
    await app.settle()
    expect((await show(nell, course)).enrolment).to.include({ completed: 0 })
    await app.as(admin).call(routes.destroyLesson, { params: { courseId: course.courseId, id: course.lessons[0]![1]! } })
    for (let i = 0; i < 3; i++) await app.settle()
    const wrong = await app.run(null, (ctx) => ctx.platform.operations.counters())
    expect(wrong.filter(({ counter }) => counter.startsWith('courses.'))).to.deep.equal([])
  })
})
