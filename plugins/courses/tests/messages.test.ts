/** One message to many students: who gets it, in whose name, and what stands in its way. */
import { expect } from 'chai'
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import chat from '../../chat/contract.ts'
import spaces from '../../spaces/contract.ts'
import courses, { type StudentMessage } from '../contract.ts'
import { type Made, makeCourse, PLUGINS } from './kit.ts'

const { routes } = courses

describe('messages to students', () => {
  let app: TestApp
  let admin: TestMember
  let course: Made
  let cohortId: number
  let nell: TestMember
  let priya: TestMember
  let rui: TestMember
  const at = () => ({ params: { courseId: course.courseId } })
  const write = (body: object, who = admin): Promise<StudentMessage> =>
    app.as(who).call(routes.messageStudents, { ...at(), body: { text: 'How is it going?', ...body } })
  const report = (id: number, who = admin) => app.as(who).call(routes.message, { params: { ...at().params, id } })
  /** What each has in a conversation of their own. */
  const received = async (who: TestMember): Promise<string[]> =>
    (
      await app.sql<{ text: string }>(
        `select m.text from chat.message m join chat.participant p on p.room_id = m.room_id where p.member_id = $1 and m.member_id <> $1 order by m.id`,
        [who.id],
      )
    ).map(({ text }) => text)

  before(async () => {
    app = await testApp([...PLUGINS, 'plugins/chat'])
    admin = await app.member('admin')
    nell = await app.member('member', { name: 'Nell' })
    priya = await app.member('member', { name: 'Priya' })
    rui = await app.member('member', { name: 'Rui' })
    course = await makeCourse(app, admin, [2])
    const cohort = await app.as(admin).call(routes.createCohort, { ...at(), body: { cohort: { name: 'Autumn', starts_at: '2026-01-01T00:00:00Z' } } })
    await app.as(admin).call(routes.addStudents, { ...at(), body: { community_member_ids: [nell.id, priya.id] } })
    await app.as(admin).call(routes.addStudents, { ...at(), body: { community_member_ids: [rui.id], cohort_id: cohort.id } })
    await app.settle()
    cohortId = cohort.id
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  it('reaches all, a cohort, those of one state, or those chosen, each in a conversation of their own', async () => {
    const toAll = await write({ text: 'To all' })
    expect([toAll.status, toAll.total]).to.deep.equal(['running', 3])
    await app.as(nell).call(routes.saveProgress, { ...at(), body: { lesson_id: course.lessons[0]![0]!, status: 'completed' } })
    const parts = [
      await write({ text: 'To autumn', cohort_id: cohortId }),
      await write({ text: 'To begin', filter: 'not_started' }),
      await write({ text: 'To two', community_member_ids: [nell.id, priya.id] }),
    ]
    expect(parts.map(({ total }) => total)).to.deep.equal([1, 2, 2])
    await app.settle()
    expect(await received(nell)).to.have.members(['To all', 'To two'])
    expect(await received(priya)).to.have.members(['To all', 'To begin', 'To two'])
    expect(await received(rui)).to.have.members(['To all', 'To autumn', 'To begin'])
    expect(await report(toAll.id)).to.include({ status: 'done', succeeded: 3, failed: 0 })
    expect((await app.as(admin).call(routes.messages, at())).records.map(({ text }) => text)).to.deep.equal(['To two', 'To begin', 'To autumn', 'To all'])
  })

  it('is for those who run the course, and says who could not be reached', async () => {
    for (const call of [() => write({}, nell), () => app.as(nell).call(routes.messages, at())]) expect((await refusal(call())).status).to.equal(403)
    expect((await refusal(write({ text: ' ' }))).status).to.equal(422)
    expect((await refusal(write({ filter: 'finished' }))).status, 'nobody is meant').to.equal(422)
    const teacher = await app.member('member', { name: 'Callum' })
    await app
      .as(admin)
      .call(spaces.routes.bulkAddMembers, { params: { space_id: course.courseId }, body: { community_member_ids: [teacher.id], role: 'moderator' } })
    await app.as(admin).call(chat.routes.updatePreferences, { body: { member_to_member_messaging_enabled: false } })
    const sent = await write({ text: 'From Callum' }, teacher)
    await app.settle()
    const { succeeded, failed, errors } = await report(sent.id)
    expect([succeeded, failed, errors.map(({ name }) => name).sort()]).to.deep.equal([0, 3, ['Nell', 'Priya', 'Rui']])
    await app.as(admin).call(chat.routes.updatePreferences, { body: { member_to_member_messaging_enabled: true } })
  })

  it('ends where somebody says so, and with the right to it', async () => {
    const ended = await write({ text: 'Never mind' })
    await app.settle()
    // as it stands between two steps
    await app.sql("update courses.message set status = 'running', finished_at = null where id = $1", [ended.id])
    const end = { params: { ...at().params, id: ended.id } }
    expect((await refusal(app.as(nell).call(routes.cancelMessage, end))).status).to.equal(403)
    expect((await app.as(admin).call(routes.cancelMessage, end)).status).to.equal('cancelled')
    const other = await makeCourse(app, admin, [1])
    expect((await refusal(app.as(admin).call(routes.message, { params: { courseId: other.courseId, id: ended.id } }))).status, 'of another course').to.equal(
      404,
    )
  })
})
