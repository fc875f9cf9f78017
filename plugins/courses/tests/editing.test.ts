/** Building a course: who may, in what order it stands, what is refused; and its students for those who teach. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import spaces from '../../spaces/contract.ts'
import courses, { type STUDENT_FILTERS } from '../contract.ts'
import { makeCourse, PLUGINS } from './kit.ts'

const { routes } = courses

describe('building courses', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  before(async () => {
    app = await testApp(PLUGINS)
    admin = await app.member('admin', { name: 'Admin' })
    nell = await app.member('member', { name: 'Nell' })
  })
  after(() => app?.close())

  it('is for who runs the space, and for nobody else', async () => {
    const { courseId, sections, lessons } = await makeCourse(app, admin, [1])
    const params = { courseId }
    const acts = (who: TestMember) => [
      () => app.as(who).call(routes.createSection, { params, body: { section: { name: 'More' } } }),
      () => app.as(who).call(routes.createLesson, { params, body: { lesson: { name: 'More', section_id: sections[0]! } } }),
      () => app.as(who).call(routes.students, { params }),
      () => app.as(who).call(routes.stats, { params }),
      () => app.as(who).call(routes.updateSettings, { params, body: { course_setting: { enforce_lessons_order: true } } }),
      () => app.as(who).call(routes.setStudentProgress, { params: { courseId, id: admin.id }, body: { status: 'completed' } }),
      () => app.as(who).call(routes.reorder, { params, body: { new_order: [{ section_id: sections[0]!, lesson_ids: lessons[0]! }] } }),
    ]
    for (const act of acts(nell)) expect(await refusal(act())).to.include({ status: 403 })
    await app.as(admin).call(spaces.routes.addMember, { params: { space_id: courseId }, body: { community_member_id: nell.id, moderator: true } })
    expect((await app.as(nell).call(routes.createSection, { params, body: { section: { name: 'More' } } })).name).to.equal('More')
  })

  it('finds sections and lessons without their course', async () => {
    const { courseId, sections, lessons } = await makeCourse(app, admin, [1])
    const section = await app.as(admin).call(routes.anySection, { params: { id: sections[0]! } })
    const lesson = await app.as(admin).call(routes.anyLesson, { params: { id: lessons[0]![0]! } })
    expect([section.space_id, lesson.space_id, lesson.section_id]).to.deep.equal([courseId, courseId, section.id])
    expect(await refusal(app.as(admin).call(routes.anySection, { params: { id: 987_654 } }))).to.include({ status: 404, code: 'course_section_not_found' })
    expect(await refusal(app.as(admin).call(routes.anyLesson, { params: { id: 987_654 } }))).to.include({ status: 404, code: 'course_lesson_not_found' })
  })

  it('puts sections and lessons in order, and refuses what is not of the course', async () => {
    const one = await makeCourse(app, admin, [2, 1])
    const other = await makeCourse(app, admin, [1])
    const params = { courseId: one.courseId }
    const [[a, b], [c]] = one.lessons as [[number, number], [number]]
    const [first, second] = one.sections as [number, number]
    const order = (new_order: { section_id: number; lesson_ids: number[] }[]) => app.as(admin).call(routes.reorder, { params, body: { new_order } })
    await order([
      { section_id: second, lesson_ids: [b, c] },
      { section_id: first, lesson_ids: [a] },
    ])
    const { sections } = await app.as(admin).call(routes.show, { params })
    expect(sections.map(({ id, lessons }) => [id, lessons.map((lesson) => lesson.id)])).to.deep.equal([
      [second, [b, c]],
      [first, [a]],
    ])
    expect(await refusal(order([{ section_id: first, lesson_ids: [other.lessons[0]![0]!] }]))).to.include({ status: 404 })
    expect(await refusal(order([{ section_id: other.sections[0]!, lesson_ids: [] }]))).to.include({ status: 404 })
    expect(await refusal(order([{ section_id: first, lesson_ids: [a, a] }]))).to.include({ status: 422 })
  })

  it('comes out with a published lesson, and never empty', async () => {
    const { courseId, lessons } = await makeCourse(app, admin, [1], { status: 'draft' }, { is_draft: true })
    const publish = () => app.as(admin).call(spaces.routes.update, { params: { id: courseId }, body: { is_draft: false } })
    expect(await refusal(publish())).to.include({ status: 422 })
    await app.as(admin).call(routes.updateLesson, { params: { courseId, id: lessons[0]![0]! }, body: { lesson: { status: 'published' } } })
    await publish()
    expect((await app.as(admin).call(spaces.routes.show, { params: { id: courseId } })).is_draft).to.equal(false)
  })

  it('refuses what is no lesson, and edits that meet', async () => {
    const { courseId, sections, lessons } = await makeCourse(app, admin, [1])
    const make = (fields: object) =>
      app.as(admin).call(routes.createLesson, { params: { courseId }, body: { lesson: { name: 'Next', section_id: sections[0]!, ...fields } } })
    for (const fields of [
      { name: ' ' },
      { kind: 'nonsense' },
      { embed_url: 'https://example.com/video' },
      { embed_url: 'javascript:alert(1)' },
      { live_url: 'http://example.com' },
      { live_starts_at: '2026-02-31T10:00:00Z' },
      { live_starts_at: '2026-02-03T10:00:00Z', live_ends_at: '2026-02-03T09:00:00Z' },
      { featured_media_duration: -1 },
      { file_signed_ids: ['nothing'] },
      { chapters: [{ at: -4, title: 'x' }] },
    ])
      expect((await refusal(make(fields))).status, JSON.stringify(fields)).to.be.oneOf([404, 422])
    const id = lessons[0]![0]!
    const change = (name: string, version?: number) =>
      app.as(admin).call(routes.updateLesson, { params: { courseId, id }, body: { lesson: { name, version } } })
    await change('One', 1)
    expect(await refusal(change('Two', 1))).to.include({ status: 409, code: 'edit_conflict' })
  })

  it('shows drafts to who teaches alone, and duplicates as a draft', async () => {
    const { courseId, sections, lessons } = await makeCourse(app, admin, [1])
    const copy = await app.as(admin).call(routes.duplicateLesson, { params: { courseId, id: lessons[0]![0]! } })
    expect([copy.status, copy.name]).to.deep.equal(['draft', 'Lesson 0.0'])
    const who = await app.member('member')
    await app.as(who).call(routes.enrol, { params: { courseId }, body: {} })
    const seen = await app.as(who).call(routes.lessons, { params: { courseId }, query: { section_id: sections[0]! } })
    expect(seen.records.map(({ id }) => id)).to.deep.equal(lessons[0])
    expect(await refusal(app.as(who).call(routes.lesson, { params: { courseId, id: copy.id } }))).to.include({ status: 404 })
    const { published } = await app.as(admin).call(routes.publish, { params: { courseId }, body: { lesson_ids: [copy.id, lessons[0]![0]!] } })
    expect(published).to.equal(1)
    expect((await app.as(who).call(routes.show, { params: { courseId } })).lessons_count).to.equal(2)
  })

  it('lists students with where they are stuck, and a CSV that is safe in a spreadsheet', async () => {
    const { courseId, lessons } = await makeCourse(app, admin, [2])
    const evil = await app.member('member', { name: '=HYPERLINK("x")' })
    await app.as(admin).call(routes.addStudents, { params: { courseId }, body: { community_member_ids: [nell.id, evil.id] } })
    await app.as(nell).call(routes.saveProgress, { params: { courseId }, body: { lesson_id: lessons[0]![0]!, status: 'completed' } })
    const { records, count } = await app.as(admin).call(routes.students, { params: { courseId }, query: { sort: 'progress' } })
    expect(count).to.equal(2)
    expect(records.map(({ id, completed, stuck_at }) => [id, completed, stuck_at?.id])).to.deep.equal([
      [nell.id, 1, lessons[0]![1]],
      [evil.id, 0, lessons[0]![0]],
    ])
    const none = await app.as(admin).call(routes.students, { params: { courseId }, query: { filter: 'not_started' } })
    expect(none.records.map(({ id }) => id)).to.deep.equal([evil.id])
    const { body } = await app.as(admin).send('POST', `/internal_api/courses/${courseId}/exports`)
    expect(String(body)).to.contain('Nell').and.not.match(/^=|,=/m)
    const stats = await app.as(admin).call(routes.stats, { params: { courseId } })
    expect([stats.students, stats.started, stats.average_percent]).to.deep.equal([2, 1, 25])
  })

  it('counts each student in one state, so that the numbers add up', async () => {
    const { courseId, lessons } = await makeCourse(app, admin, [2])
    const params = { courseId }
    const old = new Date(Date.now() - 20 * 86_400_000)
    const people = await Promise.all(['New', 'Away', 'Late', 'Done', 'On'].map((name) => app.member('member', { name })))
    const [fresh, away, late, done, on] = people.map(({ id }) => id) as [number, number, number, number, number]
    await app.run(null, async (ctx) => {
      const service = (await ctx.actAs(admin.id)).use(courses)
      for (const [id, at] of [
        [fresh, new Date()],
        [away, old],
        [late, old],
        [done, old],
        [on, old],
      ] as const)
        await service.enroll(courseId, [id], { at, cohortId: null })
      for (const lesson of lessons[0]!) await service.complete(lesson, done, { at: old })
      await service.complete(lessons[0]![0]!, late, { at: old })
    })
    const onPerson = people[4]!
    await app.as(onPerson).call(routes.saveProgress, { params, body: { lesson_id: lessons[0]![0]!, status: 'completed' } })
    const listed = async (filter: (typeof STUDENT_FILTERS)[number]) =>
      (await app.as(admin).call(routes.students, { params, query: { filter } })).records.map(({ id }) => id)
    expect(await listed('not_started')).to.have.members([fresh, away])
    expect(await listed('stuck')).to.deep.equal([late])
    expect(await listed('active')).to.deep.equal([on])
    expect(await listed('finished')).to.deep.equal([done])
    const stats = await app.as(admin).call(routes.stats, { params })
    expect(stats.not_started + stats.stuck + stats.active + stats.finished).to.equal(stats.students)
    expect([stats.not_started, stats.stuck, stats.active, stats.finished]).to.deep.equal([2, 1, 1, 1])
    const reach = (filter: (typeof STUDENT_FILTERS)[number]) => app.as(admin).call(routes.messageReach, { params, query: { filter } })
    expect([(await reach('all')).count, (await reach('not_started')).count]).to.deep.equal([5, 2])
    expect(await refusal(app.as(nell).call(routes.messageReach, { params }))).to.include({ status: 403 })
  })

  it('says of drafts which of them are empty, to who edits alone', async () => {
    const { courseId, sections } = await makeCourse(app, admin, [1])
    const add = (name: string, more: object) =>
      app.as(admin).call(routes.createLesson, { params: { courseId }, body: { lesson: { name, section_id: sections[0]!, ...more } as never } })
    await add('No words', { kind: 'text' })
    await add('Words', {
      kind: 'text',
      tiptap_body: { body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Wedge it.' }] }] } },
    })
    await add('No film', { kind: 'video' })
    const { sections: shown } = await app.as(admin).call(routes.show, { params: { courseId } })
    expect(shown[0]!.lessons.map(({ name, is_empty }) => [name, is_empty])).to.deep.equal([
      // what is out is not asked about
      ['Lesson 0.0', false],
      ['No words', true],
      ['Words', false],
      ['No film', true],
    ])
  })
})
