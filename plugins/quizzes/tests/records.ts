/** Records of quizzes: one in the course of the side with a try by the guest, and an assignment that was handed in. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import courses from '../../courses/contract.ts'
import type { CoursesMade } from '../../courses/tests/records.ts'
import contract from '../contract.ts'

const { routes } = contract
interface Made {
  quiz: { id: number; lesson: number; course: number; question: number; attempt: number; assignment: number; work: number }
}
const byQuiz = ({ quiz }: Made) => ({ params: { quizId: quiz.id } })
const question = (word: string) => ({
  question_type: 'single_choice' as const,
  statement: `${word}?`,
  explanation: word,
  options: [
    { value: word, correct: true },
    { value: 'No', correct: false },
  ],
})

const records = defineRecords(contract, {
  leaving: { goes: ['quizzes.attempt'] },
  async fill({ app, side, word, mark, guest, course }: Target & CoursesMade): Promise<Made> {
    const as = app.as(side.admin)
    const params = { courseId: course.id }
    const lessonOf = (kind: string) =>
      as.call(courses.routes.createLesson, { params, body: { lesson: { name: `A ${kind} ${mark}`, section_id: course.section, kind, status: 'published' } } })
    const lesson = await lessonOf('quiz')
    const { id } = await as.call(routes.ofLesson, { params: { lessonId: lesson.id } })
    await as.call(routes.update, { params: { quizId: id }, body: { quiz: { description: word } } })
    const asked = await as.call(routes.createQuestion, { params: { quizId: id }, body: { question: question(word) } })
    const responses = [{ question_id: asked.id, selected_options: [asked.options[0]!.id] }]
    const attempt = await app.as(guest).call(routes.begin, { params: { quizId: id }, body: { responses } })
    const homework = await lessonOf('assignment')
    const { id: assignment } = await as.call(routes.ofLesson, { params: { lessonId: homework.id } })
    const work = await app.as(guest).call(routes.begin, { params: { quizId: assignment }, body: { body: word } })
    return { quiz: { id, lesson: lesson.id, course: course.id, question: asked.id, attempt: attempt.id, assignment, work: work.id } }
  },
  inputs: {
    ofLesson: ({ quiz }) => ({ params: { lessonId: quiz.lesson } }),
    show: byQuiz,
    update: ({ quiz }) => ({ ...byQuiz({ quiz }), body: { quiz: { passing_grade: 60 } } }),
    questions: byQuiz,
    createQuestion: ({ quiz }) => ({ ...byQuiz({ quiz }), body: { question: question('Mine') } }),
    updateQuestion: { input: ({ quiz }) => ({ params: { quizId: quiz.id, id: quiz.question }, body: { question: question('Mine') } }), uses: true },
    destroyQuestion: { input: ({ quiz }) => ({ params: { quizId: quiz.id, id: quiz.question } }), uses: true },
    reorder: ({ quiz }) => ({ ...byQuiz({ quiz }), body: { question_ids: [] } }),
    statistics: byQuiz,
    export: byQuiz,
    attempts: byQuiz,
    begin: ({ quiz }) => ({ ...byQuiz({ quiz }), body: {} }),
    attempt: ({ quiz }) => ({ params: { quizId: quiz.id, id: quiz.attempt } }),
    save: ({ quiz }) => ({ params: { quizId: quiz.assignment, id: quiz.work }, body: { comment: 'Good.' } }),
    destroyAttempt: { input: ({ quiz }) => ({ params: { quizId: quiz.assignment, id: quiz.work } }), uses: true },
    courseAttempts: ({ quiz }) => ({ params: { courseId: quiz.course } }),
  },
})
export default records
export type QuizzesMade = MadeBy<typeof records>
