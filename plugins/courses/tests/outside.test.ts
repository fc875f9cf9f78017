/** A course from outside: what everybody may know of one that is closed, what of it is free, and what stays inside. */
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import spaces from '../../spaces/contract.ts'
import courses from '../contract.ts'
import { type Made, makeCourse, PLUGINS } from './kit.ts'

const { routes } = courses

describe('courses from outside', () => {
  let app: TestApp
  let admin: TestMember
  let closed: Made
  before(async () => {
    app = await testApp(PLUGINS)
    admin = await app.member('admin', { name: 'Admin' })
    closed = await makeCourse(app, admin, [2, 1], {}, { is_private: true })
    const params = { courseId: closed.courseId, id: closed.lessons[0]![0]! }
    const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Silica is not scary.' }] }] }
    await app.as(admin).call(routes.updateLesson, { params, body: { lesson: { is_free: true, tiptap_body: { body: doc } } as never } })
  })
  after(() => app?.close())
  const everybody = async () => [app.as(null), app.as(await app.member())]

  it('stands in the directory with a lock, also for visitors; a secret one and a draft do not', async () => {
    const secret = await makeCourse(app, admin, [1], {}, { is_private: true, is_hidden: true })
    const draft = await makeCourse(app, admin, [1], {}, { is_draft: true })
    for (const who of await everybody()) {
      const { records } = await who.call(routes.directory, { query: {} })
      expect(records.find(({ id }) => id === closed.courseId)).to.include({ is_locked: true, price: null, lessons_count: 3 })
      expect(records.map(({ id }) => id)).to.not.include.members([secret.courseId])
      expect(records.map(({ id }) => id)).to.not.include.members([draft.courseId])
      for (const { courseId } of [secret, draft]) expect(await refusal(who.call(routes.show, { params: { courseId } }))).to.include({ status: 404 })
    }
    expect((await app.as(admin).call(routes.directory, { query: {} })).records.find(({ id }) => id === closed.courseId)).to.include({ is_locked: false })
  })

  it('tells its lessons by name, opens what is free and nothing else', async () => {
    const params = { courseId: closed.courseId }
    const [[free, second]] = closed.lessons as [[number, number]]
    for (const who of await everybody()) {
      const course = await who.call(routes.show, { params })
      expect(course.sections.flatMap(({ lessons }) => lessons.map(({ name, locked }) => [name, locked]))).to.deep.equal([
        ['Lesson 0.0', null],
        ['Lesson 0.1', 'enrolment'],
        ['Lesson 1.0', 'enrolment'],
      ])
      expect((await who.call(routes.lesson, { params: { ...params, id: free } })).body_html).to.contain('Silica is not scary.')
      expect(await refusal(who.call(routes.lesson, { params: { ...params, id: second } }))).to.include({ status: 403, code: 'lesson_locked' })
      for (const route of [routes.sections, routes.lessons, routes.cohorts] as const)
        expect(await refusal(who.call(route as typeof routes.sections, { params }))).to.include({ status: 404 })
    }
    const member = app.as(await app.member())
    const talk = { params: { courseId: closed.courseId, lessonId: free } }
    expect(await refusal(member.call(routes.lessonComments, talk))).to.include({ status: 404 })
    expect(await refusal(member.call(routes.saveProgress, { params, body: { lesson_id: free, status: 'completed' } }))).to.include({ status: 404 })
  })

  it('keeps to its members what it holds where it stands in no directory', async () => {
    const { courseId } = await makeCourse(app, admin, [1], { is_free: true }, { is_private: true })
    await app.as(admin).call(routes.update, { params: { courseId }, body: { course: { in_directory: false } } })
    expect(await refusal(app.as(null).call(routes.show, { params: { courseId } }))).to.include({ status: 404 })
  })

  it('is a page for visitors before any script: what is inside, by name, with the free one to open', async () => {
    const { slug } = await app.as(admin).call(spaces.routes.show, { params: { id: closed.courseId } })
    const read = async (path: string) => String((await app.as(null).send('GET', path, undefined, { accept: 'text/html' })).body)
    const page = await read(`/c/${slug}`)
    for (const words of [
      'What’s inside',
      'Lesson 0.0',
      'Lesson 1.0',
      `<title>${closed.name}`,
      'og:title',
      `/sections/${closed.sections[0]}/lessons/${closed.lessons[0]![0]}`,
    ])
      expect(page).to.contain(words)
    expect(page).to.not.contain(`/lessons/${closed.lessons[0]![1]}`)
    expect(await read('/courses')).to.contain(closed.name)
  })
})
