/** Tries: answers that never come before their time, one hand-in, a clock that the server keeps, review by hand, and what it does to the lesson. */
import { expect } from 'chai'
import { refusal, type TestApp, type TestMember, testApp } from '@atrium/sdk/testing'
import courses from '../../courses/contract.ts'
import notifications from '../../notifications/contract.ts'
import quizzes, { type Attempt } from '../contract.ts'
import { makeQuiz, NEEDS, single } from './kit.ts'

const { routes } = quizzes
/** Stands in what is right, and nowhere else. */
const SECRET = 'Zwischenbrand'
const all = [
  single('first'),
  { question_type: 'multiple_choice', statement: 'second', explanation: SECRET, options: ['a', 'b', 'c'].map((value) => ({ value, correct: value !== 'c' })) },
  { question_type: 'true_false', statement: 'third', is_true: true },
  { question_type: 'short_text', statement: 'fourth', accepted: [SECRET] },
  { question_type: 'number', statement: 'fifth', value: 1240, tolerance: 5, unit: '°C' },
  { question_type: 'order', statement: 'sixth', options: ['one', 'two', 'three'].map((value) => ({ value })) },
  {
    question_type: 'match',
    statement: 'seventh',
    pairs: [
      { left: 'ash', right: 'green' },
      { left: 'iron', right: 'brown' },
    ],
  },
]

describe('tries', () => {
  let app: TestApp
  let admin: TestMember
  let tom: TestMember
  let ana: TestMember
  before(async () => {
    app = await testApp([...NEEDS, 'plugins/quizzes'])
    admin = await app.member('admin')
    tom = await app.member('member', { name: 'Tom' })
    ana = await app.member('member', { name: 'Ana' })
  })
  beforeEach(() => app.resetLimits())
  after(() => app?.close())

  const begin = (who: TestMember, quizId: number, body: object = {}) => app.as(who).call(routes.begin, { params: { quizId }, body })
  const save = (who: TestMember, { quiz_id, id }: Pick<Attempt, 'quiz_id' | 'id'>, body: object) =>
    app.as(who).call(routes.save, { params: { quizId: quiz_id, id }, body })
  const show = (who: TestMember, { quiz_id, id }: Pick<Attempt, 'quiz_id' | 'id'>) => app.as(who).call(routes.attempt, { params: { quizId: quiz_id, id } })
  const choose = (attempt: Attempt, value: string, at = 0) => {
    const question = attempt.questions[at]!
    return { question_id: question.id, selected_options: [question.options.find((option) => option.value === value)!.id] }
  }
  const lesson = async (who: TestMember, { courseId, lessonId }: { courseId: number; lessonId: number }) =>
    (await app.as(who).call(courses.routes.lesson, { params: { courseId, id: lessonId } })).progress.status

  /** Answers that are right, from the questions as their author sees them. */
  async function right(quizId: number, attempt: Attempt) {
    const { records } = await app.as(admin).call(routes.questions, { params: { quizId } })
    return attempt.questions.map(({ id, options, targets }) => {
      const question = records.find((one) => one.id === id)!
      const idOf = (value: string) => options.find((option) => option.value === value)!.id
      switch (question.question_type) {
        case 'short_text':
          return { question_id: id, text: question.accepted[0]! }
        case 'number':
          return { question_id: id, number: question.value! }
        case 'essay':
          return { question_id: id, text: 'Because.' }
        case 'match':
          return {
            question_id: id,
            pairs: question.pairs.map(({ left, right: word }) => [idOf(left), targets.find(({ value }) => value === word)!.id] as [number, number]),
          }
        default:
          return { question_id: id, selected_options: question.options.filter(({ correct }) => correct).map(({ value }) => idOf(value)) }
      }
    })
  }

  it('all kinds: a try is begun, kept, handed in, graded, and finishes the lesson', async () => {
    const quiz = await makeQuiz(app, admin, [tom], all)
    const attempt = await begin(tom, quiz.quizId)
    expect(attempt).to.include({ is_open: true, result: 'pending', grade: null, lesson_name: 'The test', section_name: 'Part one' })
    expect(attempt.questions.length).to.equal(7)
    const answers = await right(quiz.quizId, attempt)
    const kept = await save(tom, attempt, { responses: answers.slice(0, 3) })
    expect(kept.questions.filter(({ answer }) => answer !== null).length).to.equal(3)
    expect((await begin(tom, quiz.quizId)).id, 'begun again, it goes on').to.equal(attempt.id)
    expect(await lesson(tom, quiz)).to.equal('incomplete')
    const done = await save(tom, attempt, { responses: answers.slice(3), hand_in: true })
    expect(done).to.include({ is_open: false, result: 'passed', grade: 100, correct_responses: 7, quiz_attempts_count: 1 })
    expect(done.questions.every(({ correct }) => correct)).to.equal(true)
    expect(await lesson(tom, quiz)).to.equal('completed')
    const list = await app.as(tom).call(routes.attempts, { params: { quizId: quiz.quizId } })
    expect(list.records.map(({ id, grade, community_member }) => [id, grade, community_member.name])).to.deep.equal([[attempt.id, 100, 'Tom']])
  })

  it('answers reach nobody who is being asked: no route, no slot, not for a while after', async () => {
    const quiz = await makeQuiz(app, admin, [tom], all, { hide_answers: true })
    const params = { quizId: quiz.quizId }
    const attempt = await begin(tom, quiz.quizId)
    const told: string[] = []
    const hear = await app.hear(tom)
    const look = async () => {
      const as = app.as(tom)
      for (const text of [
        await as.call(routes.show, { params }),
        await as.call(routes.attempt, { params: { ...params, id: attempt.id } }),
        await as.call(routes.attempt, { params: { ...params, id: attempt.id }, query: { for_admin_review: 'true' } }),
        await as.call(routes.attempts, { params }),
        await as.call(routes.begin, { params, body: {} }).catch((error) => error.body),
        await as.call(courses.routes.lesson, { params: { courseId: quiz.courseId, id: quiz.lessonId } }),
        await as.call(courses.routes.show, { params: { courseId: quiz.courseId } }),
        await as.call(courses.routes.lessons, { params: { courseId: quiz.courseId } }),
        await as.call(notifications.routes.list),
        hear,
      ])
        told.push(JSON.stringify(text))
      for (const route of [routes.questions, routes.statistics, routes.export] as const)
        expect(await refusal(as.call(route, { params })), route.name).to.include({ status: 403 })
      expect(await refusal(as.call(routes.ofLesson, { params: { lessonId: quiz.lessonId } }))).to.include({ status: 403 })
      expect(await refusal(as.call(routes.courseAttempts, { params: { courseId: quiz.courseId } }))).to.include({ status: 404 })
    }
    await look()
    await save(tom, attempt, {
      responses: [
        choose(
          attempt,
          'Wrong',
          attempt.questions.findIndex(({ statement }) => statement === 'first'),
        ),
      ],
      hand_in: true,
    })
    await app.settle()
    const failed = await show(tom, attempt)
    expect([failed.result, failed.grade]).to.deep.equal(['failed', 0])
    await look()
    for (const text of told) {
      expect(text).to.not.contain(SECRET)
      expect(text).to.not.contain('Because of first')
      expect(text).to.not.match(/"correct":(true|false)/)
      expect(text).to.not.match(/"(solution|accepted|tolerance|is_true)"/)
    }
    expect(
      failed.questions.every(({ correct, right_answer, explanation, awarded }) => [correct, right_answer, explanation, awarded].every((one) => one === null)),
    ).to.equal(true)
    expect(JSON.stringify(await show(admin, attempt)), 'the teacher sees them').to.contain(SECRET)
    await app.as(admin).call(routes.update, { params, body: { quiz: { tells_wrong: true } } })
    const toldWrong = await show(tom, attempt)
    expect(
      toldWrong.questions.every(
        ({ correct, right_answer, explanation, awarded }) => correct === false && [right_answer, explanation, awarded].every((one) => one === null),
      ),
    ).to.equal(true)
    expect(
      toldWrong.questions.flatMap(({ options }) => options.map(({ correct }) => correct)).every((correct) => correct === null),
      'what is right stays hidden',
    ).to.equal(true)
    expect(JSON.stringify(toldWrong)).to.not.contain(SECRET)
    await app.as(admin).call(routes.update, { params, body: { quiz: { hide_answers: false } } })
    expect(JSON.stringify(await show(tom, attempt)), 'shown where they are not hidden').to.contain(SECRET)
  })

  it('refuse what is forged, doubled, another’s, or not of the try', async () => {
    const quiz = await makeQuiz(app, admin, [tom, ana], [single('one'), single('two'), single('three')], {
      pick_count: 2,
      enforce_passing_grade: true,
      passing_grade: 50,
    })
    const { records } = await app.as(admin).call(routes.questions, { params: { quizId: quiz.quizId } })
    const attempt = await begin(tom, quiz.quizId)
    expect(attempt.questions.length).to.equal(2)
    const absent = records.find(({ id }) => !attempt.questions.some((question) => question.id === id))!
    const bad: object[] = [
      { responses: [{ question_id: absent.id, selected_options: [absent.options[0]!.id] }] },
      { responses: [{ question_id: attempt.questions[0]!.id, selected_options: [attempt.questions[1]!.options[0]!.id] }] },
      { responses: [choose(attempt, 'Right'), choose(attempt, 'Right')] },
      { responses: [{ question_id: 987_654, selected_options: [1] }] },
      { responses: [{ question_id: attempt.questions[0]!.id, selected_options: attempt.questions[0]!.options.map(({ id }) => id) }] },
      { body: 'An essay nobody asked for' },
    ]
    for (const body of bad) expect(await refusal(save(tom, attempt, body)), JSON.stringify(body).slice(0, 80)).to.include({ status: 422 })
    for (const body of [{ result: 'passed' }, { grade: 100 }, { comment: 'Good' }, { reviews: [] }])
      expect(await refusal(save(tom, attempt, body)), JSON.stringify(body)).to.include({ status: 403 })
    expect(await refusal(show(ana, attempt))).to.include({ status: 404 })
    expect(await refusal(save(ana, attempt, { hand_in: true }))).to.include({ status: 404 })
    expect(
      (await show(tom, attempt)).questions.every(({ answer }) => answer === null),
      'nothing has changed',
    ).to.equal(true)
    const stranger = await app.member('member')
    expect(await refusal(begin(stranger, quiz.quizId))).to.include({ status: 404 })

    const answers = [choose(attempt, 'Right'), choose(attempt, 'Wrong', 1)]
    const pressed = await Promise.allSettled(Array.from({ length: 6 }, () => save(tom, attempt, { responses: answers, hand_in: true })))
    expect(pressed.filter(({ status }) => status === 'fulfilled').length, 'handed in once').to.equal(1)
    for (const one of pressed) if (one.status === 'rejected') expect(one.reason).to.include({ status: 409, code: 'already_handed_in' })
    expect(await refusal(save(tom, attempt, { responses: [choose(attempt, 'Right', 1)], hand_in: true }))).to.include({ code: 'already_handed_in' })
    expect(await show(tom, attempt)).to.include({ grade: 50, result: 'passed', correct_responses: 1 })
    const [counted] = await app.sql('select attempts_count, pending_count from quizzes.quiz where id = $1', [quiz.quizId])
    expect(counted).to.deep.include({ attempts_count: 1, pending_count: 0 })
    await app.settle()
    expect(
      (await app.sql(`select 1 from kernel.event where name = 'attempt.handed_in' and (payload ->> 'attemptId')::bigint = $1`, [attempt.id])).length,
    ).to.equal(1)
  })

  it('a share is shown rounded; what is reached counts as it is', async () => {
    const six = ['1', '2', '3', '4', '5', '6'].map((name) => single(name))
    for (const [right, passing_grade, grade, result] of [
      [4, 66, 67, 'passed'],
      [1, 16, 17, 'passed'],
      [4, 67, 66, 'failed'],
      [4, 80, 67, 'failed'],
      [6, 100, 100, 'passed'],
    ] as const) {
      const { quizId } = await makeQuiz(app, admin, [tom], six, { passing_grade })
      const attempt = await begin(tom, quizId)
      const responses = six.map((_, at) => choose(attempt, at < right ? 'Right' : 'Wrong', at))
      expect(await save(tom, attempt, { responses, hand_in: true }), `${right} of 6, ${passing_grade} %`).to.include({ grade, result })
    }
  })

  it('the clock is the server’s: late answers are refused, what was kept by then counts', async () => {
    const quiz = await makeQuiz(app, admin, [tom, ana], [single('one'), single('two')], { time_limit_seconds: 60, passing_grade: 50, max_attempts: 2 })
    const attempt = await begin(tom, quiz.quizId)
    expect(attempt.seconds_left).to.be.within(58, 60)
    await save(tom, attempt, { responses: [choose(attempt, 'Right')] })
    const other = await begin(ana, quiz.quizId)
    await app.clock.advance(70_000)
    try {
      expect(await refusal(save(tom, attempt, { responses: [choose(attempt, 'Right', 1)], hand_in: true }))).to.include({ status: 409, code: 'time_over' })
      expect(await save(tom, attempt, { hand_in: true }), 'without more it is handed in').to.include({ grade: 50, result: 'passed', is_open: false })
      await app.runSchedule('late')
      await app.settle()
      const closed = await show(ana, other)
      expect(closed, 'nobody has to press anything').to.include({ is_open: false, grade: 0, result: 'failed' })
      expect(closed.handed_in_at).to.equal(other.deadline_at)
      const again = await begin(ana, quiz.quizId)
      expect(again.number).to.equal(2)
      await app.clock.advance(70_000)
      expect(await refusal(begin(ana, quiz.quizId)), 'a late one counts as a try').to.include({ status: 409, code: 'no_attempts_left' })
    } finally {
      await app.clock.advance(-140_000)
    }
  })

  it('as many tries as there are, whoever presses at once', async () => {
    const quiz = await makeQuiz(app, admin, [tom], [single('one')], { max_attempts: 1 })
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin(tom, quiz.quizId)))
    expect(new Set(begun.map(({ id }) => id)).size).to.equal(1)
    await save(tom, begun[0]!, { hand_in: true })
    expect(await refusal(begin(tom, quiz.quizId))).to.include({ status: 409, code: 'no_attempts_left' })
    const one = await app.as(tom).call(routes.show, { params: { quizId: quiz.quizId } })
    expect([one.attempts_left, one.policies.can_begin, one.passed]).to.deep.equal([0, false, false])
    expect(await refusal(app.as(tom).call(routes.destroyAttempt, { params: { quizId: quiz.quizId, id: begun[0]!.id } }))).to.include({ status: 403 })
    await app.as(admin).call(routes.destroyAttempt, { params: { quizId: quiz.quizId, id: begun[0]!.id } })
    expect((await begin(tom, quiz.quizId)).number, 'the teacher has given it back').to.equal(1)
  })

  it('no more of them, where each is begun and handed in by one call', async () => {
    for (let round = 0; round < 6; round++) {
      const quiz = await makeQuiz(app, admin, [tom], [single('one')], { max_attempts: 1 })
      const { records } = await app.as(admin).call(routes.questions, { params: { quizId: quiz.quizId } })
      const responses = [{ question_id: records[0]!.id, selected_options: [records[0]!.options[0]!.id] }]
      const hand = () => app.as(tom).send('POST', `/internal_api/quizzes/${quiz.quizId}/attempts`, { responses })
      const answers = await Promise.all(Array.from({ length: 8 }, hand))
      expect(answers.filter(({ status }) => status === 201)).to.have.length(1)
      app.resetLimits()
    }
  })

  it('in one call, as the public interface has it', async () => {
    const quiz = await makeQuiz(app, admin, [tom], [single('one')], { hide_answers: false })
    const { records } = await app.as(admin).call(routes.questions, { params: { quizId: quiz.quizId } })
    const responses = [{ question_id: records[0]!.id, selected_options: [records[0]!.options[0]!.id] }]
    const { status, body } = await app.as(tom).send('POST', `/internal_api/quizzes/${quiz.quizId}/attempts`, { responses })
    expect([status, body.result, body.grade, body.correct_responses]).to.deep.equal([201, 'passed', 100, 1])
    expect(body.questions[0]).to.deep.include({ question_type: 'single_choice', correct: true })
    const put = await app.as(admin).send('PUT', `/internal_api/quizzes/${quiz.quizId}/attempts/${body.id}`, { result: 'failed' })
    expect([put.status, put.body.result]).to.deep.equal([200, 'failed'])
    expect(await lesson(tom, quiz), 'not done any more').to.equal('incomplete')
    expect((await app.as(tom).send('GET', `/internal_api/quizzes/${quiz.quizId}/attempts/987654`)).body.code).to.equal('quiz_attempt_not_found')
    expect((await app.as(tom).send('GET', '/internal_api/quizzes/987654/attempts')).body.code).to.equal('quiz_not_found')
    const mine = await app.as(admin).call(routes.courseAttempts, { params: { courseId: quiz.courseId } })
    expect(mine.records.map(({ id }) => id)).to.deep.equal([body.id])
  })

  it('essays wait for somebody who reads them, and their writer hears of it', async () => {
    const quiz = await makeQuiz(app, admin, [tom], [single('one', 1), { question_type: 'essay', statement: 'Why?', points: 3 }], { passing_grade: 75 })
    const attempt = await begin(tom, quiz.quizId)
    const handed = await save(tom, attempt, { responses: await right(quiz.quizId, attempt), hand_in: true })
    expect([handed.result, handed.grade]).to.deep.equal(['pending', null])
    expect((await app.as(admin).call(routes.attempts, { params: { quizId: quiz.quizId }, query: { result: 'pending' } })).count).to.equal(1)
    const essay = attempt.questions.find(({ question_type }) => question_type === 'essay')!
    expect(await refusal(save(admin, attempt, { reviews: [{ question_id: essay.id, points: 4 }] }))).to.include({ status: 422 })
    const read = await save(admin, attempt, { reviews: [{ question_id: essay.id, points: 2, comment: 'Say more of the kiln.' }], comment: 'Good work' })
    expect([read.result, read.grade, read.reviewer]).to.deep.equal(['passed', 75, admin.name])
    await app.settle()
    expect(await lesson(tom, quiz)).to.equal('completed')
    const mine = await show(tom, attempt)
    expect([mine.comment, mine.questions.find(({ id }) => id === essay.id)!.comment]).to.deep.equal(['Good work', 'Say more of the kiln.'])
    const { records } = await app.as(tom).call(notifications.routes.list)
    expect(
      records.filter((one) => one.action === 'attempt_reviewed' && one.notifiable_id === attempt.id).map(({ notifiable_title }) => notifiable_title),
    ).to.deep.equal(['The test'])
    expect((await app.sql('select pending_count from quizzes.quiz where id = $1', [quiz.quizId]))[0]).to.deep.include({ pending_count: 0 })
  })

  it('assignments: text and files are handed in, graded, handed in anew', async () => {
    const quiz = await makeQuiz(app, admin, [tom, ana], [], { takes_files: true, passing_grade: 60 }, 'assignment')
    const attempt = await begin(tom, quiz.quizId)
    expect(await refusal(save(tom, attempt, { hand_in: true })), 'nothing in it').to.include({ status: 422 })
    const file = await app.upload(tom, 'bowl.txt', Buffer.from('A bowl'))
    const theirs = await app.upload(ana, 'cup.txt', Buffer.from('A cup'))
    expect(await refusal(save(tom, attempt, { signed_ids: [theirs.signedId] })), 'another’s file').to.include({ status: 404 })
    const handed = await save(tom, attempt, { body: 'Twelve bowls.', signed_ids: [file.signedId], hand_in: true })
    expect([handed.result, handed.body, handed.files.map(({ filename }) => filename)]).to.deep.equal(['pending', 'Twelve bowls.', ['bowl.txt']])
    expect(await refusal(begin(tom, quiz.quizId))).to.include({ code: 'waits_for_review' })
    expect(await refusal(save(tom, attempt, { body: 'Thirteen.' }))).to.include({ code: 'already_handed_in' })
    expect(await refusal(show(ana, attempt))).to.include({ status: 404 })
    expect(await save(admin, attempt, { grade: 40, comment: 'Thinner walls.' })).to.include({ result: 'failed', grade: 40 })
    expect(await lesson(tom, quiz)).to.equal('incomplete')
    const second = await begin(tom, quiz.quizId, { body: 'Twelve thin bowls.' })
    expect(await save(admin, second, { grade: 90 })).to.include({ result: 'passed', number: 2 })
    expect(await lesson(tom, quiz)).to.equal('completed')
  })

  it('what somebody was asked stays; a change asks anew, and figures go on', async () => {
    const quiz = await makeQuiz(app, admin, [tom, ana], [single('old words'), single('other')], { hide_answers: false, is_shuffled: false })
    const params = { quizId: quiz.quizId }
    const before = await begin(tom, quiz.quizId, { responses: [] })
    const { records } = await app.as(admin).call(routes.questions, { params })
    const changed = await app.as(admin).call(routes.updateQuestion, { params: { ...params, id: records[0]!.id }, body: { question: single('new words') } })
    expect(changed.id).to.not.equal(records[0]!.id)
    expect((await show(tom, before)).questions.map(({ statement }) => statement)).to.deep.equal(['old words', 'other'])
    const after = await begin(ana, quiz.quizId)
    expect(after.questions.map(({ statement }) => statement)).to.deep.equal(['new words', 'other'])
    await save(ana, after, { responses: [choose(after, 'Right'), choose(after, 'Wrong', 1)], hand_in: true })
    const { questions, attempts, passed, failed } = await app.as(admin).call(routes.statistics, { params })
    expect([attempts, passed, failed]).to.deep.equal([2, 0, 2])
    expect(questions.map(({ statement, asked, difficulty, discrimination }) => [statement, asked, difficulty, discrimination])).to.deep.equal([
      ['new words', 2, 0.5, null],
      ['other', 2, 0, null],
    ])
    expect(questions[0]!.options).to.deep.include({ value: 'Right', correct: true, chosen: 1 })
    await app.as(admin).call(routes.destroyQuestion, { params: { ...params, id: changed.id } })
    expect((await show(ana, after)).questions.length, 'still theirs').to.equal(2)
  })

  it('figures by question are those of test theory', async () => {
    const learners = await Promise.all(Array.from({ length: 6 }, (_, at) => app.member('member', { name: `Learner ${at}` })))
    const quiz = await makeQuiz(app, admin, learners, [single('easy'), single('telling'), single('odd')], { is_shuffled: false })
    // easy: all but one; telling: those who know the rest; odd: the others
    const rows = [
      [1, 1, 0],
      [1, 1, 0],
      [1, 1, 1],
      [1, 0, 1],
      [1, 0, 0],
      [0, 0, 0],
    ]
    for (const [at, who] of learners.entries()) {
      const attempt = await begin(who, quiz.quizId)
      await save(who, attempt, { responses: rows[at]!.map((is, q) => choose(attempt, is ? 'Right' : 'Wrong', q)), hand_in: true })
    }
    const { questions } = await app.as(admin).call(routes.statistics, { params: { quizId: quiz.quizId } })
    const pearson = (x: number[], y: number[]) => {
      const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
      const [a, b] = [mean(x), mean(y)]
      const cov = x.reduce((sum, one, i) => sum + (one - a) * (y[i]! - b), 0)
      return cov / Math.sqrt(x.reduce((sum, one) => sum + (one - a) ** 2, 0) * y.reduce((sum, one) => sum + (one - b) ** 2, 0))
    }
    for (const [q, question] of questions.entries()) {
      const own = rows.map((row) => row[q]!)
      const rest = rows.map((row) => row.reduce((sum, one) => sum + one, 0) - row[q]!)
      expect(question.difficulty).to.be.closeTo(own.reduce((sum, one) => sum + one, 0) / 6, 1e-9)
      expect(question.discrimination).to.be.closeTo(pearson(own, rest), 1e-9)
    }
  })

  it('a duplicated lesson asks the same, one that is gone asks nothing', async () => {
    const quiz = await makeQuiz(app, admin, [tom], all, { passing_grade: 33 })
    const as = app.as(admin)
    const copy = await as.call(courses.routes.duplicateLesson, { params: { courseId: quiz.courseId, id: quiz.lessonId } })
    const { id, passing_grade, questions_count } = await as.call(routes.ofLesson, { params: { lessonId: copy.id } })
    expect([passing_grade, questions_count]).to.deep.equal([33, 7])
    expect((await as.call(routes.questions, { params: { quizId: id } })).records.map(({ statement }) => statement)).to.deep.equal(
      all.map(({ statement }) => statement),
    )
  })

  it('questions that are none', async () => {
    const quiz = await makeQuiz(app, admin, [tom], [])
    const params = { quizId: quiz.quizId }
    expect(await refusal(begin(tom, quiz.quizId))).to.include({ status: 409, code: 'no_questions' })
    const options = [
      { value: 'a', correct: true },
      { value: 'b', correct: true },
    ]
    for (const question of [
      { ...single('x'), statement: ' ' },
      { ...single('x'), options },
      { ...single('x'), options: [options[0]] },
      { ...single('x'), points: 0 },
      { question_type: 'short_text', statement: 'x', accepted: [] },
      { question_type: 'number', statement: 'x', value: 'many' },
      { question_type: 'number', statement: 'x', value: 1, tolerance: -1 },
      { question_type: 'drawing', statement: 'x' },
    ])
      expect(
        (await app.as(admin).send('POST', `/internal_api/quizzes/${quiz.quizId}/questions`, { question })).status,
        JSON.stringify(question).slice(0, 60),
      ).to.equal(422)
    expect(await refusal(app.as(tom).call(routes.createQuestion, { params, body: { question: single('mine') } }))).to.include({ status: 403 })
    expect(await refusal(app.as(tom).call(routes.update, { params, body: { quiz: { passing_grade: 0 } } }))).to.include({ status: 403 })
  })
})
