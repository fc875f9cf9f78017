/** Courses on pages of the site: those in lists, what they hold by names, and none that is kept back. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import { drawn, offered } from '../../site/tests/drawing.ts'
import courses from '../contract.ts'
import { type Made, makeCourse, PLUGINS } from './kit.ts'

describe('courses on pages', () => {
  let app: TestApp
  let admin: TestMember
  let open: Made
  let closed: Made
  let secret: Made
  let unlisted: Made
  before(async () => {
    app = await testApp([...PLUGINS.slice(0, -1), 'plugins/site', 'plugins/courses'])
    admin = await app.member('admin')
    open = await makeCourse(app, admin, [2, 1], { name: 'Lesson <script>' }, { name: 'Throwing <i>now</i>' })
    closed = await makeCourse(app, admin, [1], {}, { name: 'Glaze chemistry', is_private: true })
    secret = await makeCourse(app, admin, [1], {}, { name: 'Secret recipes', is_hidden: true })
    unlisted = await makeCourse(app, admin, [1], {}, { name: 'By invitation' })
    await app.as(admin).call(courses.routes.update, { params: { courseId: unlisted.courseId }, body: { course: { in_directory: false } } as never })
  })
  after(() => app?.close())

  it('are those of the directory, also such as are sold, with names as text', async () => {
    for (const looked of [{}, { by: admin.id }, { by: admin.id, isMember: true }]) {
      const html = (await drawn(app, 'Courses', { title: 'Learn' }, looked))!
      expect(html).to.include('Throwing &#60;i&#62;now').and.include('3 lessons').and.include('Glaze chemistry')
      expect(html).to.not.match(/Secret recipes|By invitation/)
    }
  })

  it('show one with what is inside, by names', async () => {
    const html = (await drawn(app, 'Course', { course: open.courseId, button: 'Begin' }))!
    expect(html).to.include('Section 0').and.include('Lesson &#60;script&#62;').and.include('Begin').and.include(`/c/course-`).and.not.include('<script')
    expect(await drawn(app, 'Course', { course: open.courseId, shows_lessons: false })).to.not.include('Section 0')
    expect(await drawn(app, 'Course', { course: closed.courseId })).to.include('View course')
  })

  it('never show one that visitors do not know of', async () => {
    expect(await drawn(app, 'Course', { course: secret.courseId }, { by: admin.id })).to.equal(null)
    expect(await drawn(app, 'Course', { course: secret.courseId }, { by: admin.id, isPreview: true }))
      .to.include('can’t see')
      .and.not.include('Secret')
    expect(await drawn(app, 'Course', {}, { isPreview: true })).to.include('Choose a course')
    expect(await offered(app, 'Course', 'course'))
      .to.include('Glaze chemistry')
      .and.not.include('Secret recipes')
  })

  it('leave drafts of lessons out', async () => {
    const params = { courseId: open.courseId }
    await app
      .as(admin)
      .call(courses.routes.createLesson, { params, body: { lesson: { name: 'Half written', section_id: open.sections[0], status: 'draft' } as never } })
    expect(await drawn(app, 'Course', { course: open.courseId })).to.not.include('Half written')
  })
})
