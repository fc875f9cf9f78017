/** A database that does not answer says nothing of who is in a course. */
import { type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import { expect } from 'chai'
import spaces from '../../spaces/contract.ts'
import courses from '../contract.ts'
import { subscriptions } from '../server/events.ts'
import { makeCourse, PLUGINS } from './kit.ts'

describe('courses while the database does not answer', () => {
  let app: TestApp
  let admin: TestMember
  let nell: TestMember
  before(async () => {
    app = await testApp(PLUGINS)
    admin = await app.member('admin')
    nell = await app.member('member')
  })
  after(() => app?.close())

  /** One event as its subscriber gets it. */
  const hear = (name: string, spaceId: number) =>
    app.run(nell.communityId, (ctx) =>
      subscriptions
        .find((one) => one.name === name)!
        .run(ctx, { spaceId, memberId: nell.id } as never, {
          event: 'courses.course.enrolled',
          origin: null,
          eventId: 1,
          actorMemberId: null,
          at: ctx.now(),
          depth: 0,
        }),
    )
  /** Who somebody is cannot be asked meanwhile: every connection is taken. */
  async function busy<T>(work: () => Promise<T>): Promise<T> {
    const { system } = app.kernel.modules.data
    const ask = system.query
    system.query = (asked: string | { text: string }, ...rest: unknown[]) =>
      /from kernel\.(account|community)\b/.test(typeof asked === 'string' ? asked : asked.text)
        ? Promise.reject(new Error('Connection terminated due to connection timeout'))
        : ask.call(system, asked, ...rest)
    try {
      return await work()
    } finally {
      system.query = ask
    }
  }
  const students = async (courseId: number) => (await app.sql('select member_id from courses.enrolment where course_id = $1', [courseId])).length

  it('an event that comes late takes nobody out who is back', async () => {
    const { courseId } = await makeCourse(app, admin, [1])
    await app.as(nell).call(courses.routes.enrol, { params: { courseId }, body: { cohort_id: null } })
    await app.settle()
    await busy(() => hear('leave-with-space', courseId)).catch(() => undefined)
    expect(await students(courseId)).to.equal(1)
    await hear('leave-with-space', courseId)
    expect(await students(courseId)).to.equal(1)
    await app.as(nell).call(spaces.routes.leave, { params: { id: courseId } })
    await app.settle()
    expect(await students(courseId)).to.equal(0)
  })

  it('who has come in is enrolled once it answers: the event fails meanwhile, and comes again', async () => {
    const { courseId } = await makeCourse(app, admin, [1])
    const failed = await busy(() => hear('enrol-joined', courseId)).then(
      () => 'taken for nobody',
      (error: Error) => error.message,
    )
    expect(failed).to.match(/Connection terminated|busy/)
  })
})
