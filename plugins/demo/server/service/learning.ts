/** A quiz with tries, an assignment and a package in the course of glazes, made and taken as a teacher and their students do. */
import { buffer } from 'node:stream/consumers'
import { textToDoc } from '@atrium/sdk/server'
import { ZipFile } from 'yazl'
import courses from '../../../courses/contract.ts'
import packages from '../../../packages/contract.ts'
import quizzes from '../../../quizzes/contract.ts'
import spaces from '../../../spaces/contract.ts'
import type { Classroom } from './courses.ts'
import { faults, homework, questions, recipe } from './texts/learning.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export async function addLearning({ admin, as, idOf, now }: Classroom): Promise<void> {
  const space = await admin.use(spaces).bySlug('glaze-chemistry')
  if (!space) return
  const teacher = await as(idOf('priya'))
  const { id: section } = await teacher.use(courses).addSection(space.id, { name: 'Show what you know' })
  const lesson = (name: string, kind: string, text: string) =>
    teacher.use(courses).addLesson(space.id, section, { name, kind, status: 'published', doc: textToDoc(text) })

  if (admin.has(quizzes)) {
    const test = await lesson('What went wrong?', 'quiz', 'Five pots came out of the kiln, and none as it was meant.')
    const { id } = await teacher
      .use(quizzes)
      .set(test.id, { description: faults, passing_grade: 70, time_limit_seconds: 900, hide_answers: true, tells_wrong: true })
    const ids: number[] = []
    for (const question of questions) ids.push((await teacher.use(quizzes).addQuestion(id, question)).id)
    for (const { key, knows, daysAgo, minutes } of [
      { key: 'callum', knows: [1, 1, 0, 1, 0, 1], daysAgo: 16, minutes: 6 },
      { key: 'callum', knows: [1, 1, 1, 1, 0, 1], daysAgo: 15, minutes: 4 },
      { key: 'hana', knows: [1, 1, 1, 1, 1, 1], daysAgo: 2, minutes: 5 },
      { key: 'tomas', knows: [1, 1, 0, 1, 1, 1], daysAgo: 4, minutes: 3 },
      { key: 'mateo', knows: [1, 0, 0, 1, 0, 0], daysAgo: 1, minutes: 9 },
    ]) {
      const begun = new Date(now.getTime() - daysAgo * DAY)
      const learner = await as(idOf(key))
      await learner.use(quizzes).take(id, (one) => knows[ids.indexOf(one.id)] === 1, { begun, done: new Date(begun.getTime() + minutes * 60_000) })
    }
    const work = await lesson('Your own line blend', 'assignment', 'Five tiles, one thing changed from each to the next.')
    const { id: task } = await teacher.use(quizzes).set(work.id, { description: homework.task, passing_grade: 60 })
    for (const { key, body, grade, comment } of homework.handedIn) {
      const { id: attempt } = await (await as(idOf(key))).use(quizzes).handIn(task, body)
      if (grade) await teacher.use(quizzes).review(attempt, { grade, comment })
    }
  }
  if (admin.has(packages)) {
    const { id } = await lesson('Weigh a recipe', 'scorm', 'A small exercise from another tool: a SCORM package.')
    const archive = new ZipFile()
    for (const [name, text] of Object.entries(recipe)) archive.addBuffer(Buffer.from(text), name, { mtime: new Date(0) })
    archive.end()
    await teacher.use(packages).put(id, 'weigh-a-recipe.zip', await buffer(archive.outputStream))
  }
}
