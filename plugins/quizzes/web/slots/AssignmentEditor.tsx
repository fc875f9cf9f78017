/** An assignment for who edits the course: what is asked for, and the work that was handed in. */
import type { LessonEditor } from '../../../courses/contract.ts'
import { Desk } from '../components/Desk.tsx'

export default function AssignmentEditor({ lesson }: LessonEditor) {
  return <Desk lessonId={lesson.id} />
}
