/** A quiz for who edits the course: questions, how it goes, tries, figures. */
import type { LessonEditor } from '../../../courses/contract.ts'
import { Desk } from '../components/Desk.tsx'

export default function QuizEditor({ lesson }: LessonEditor) {
  return <Desk lessonId={lesson.id} />
}
