/** Building a course around its lessons: the outline alone, its students, its settings. */
import { Button, EmptyState, LinkButton, NotAllowed, useNarrow, useNavigate, useParams, useT } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import type { Course } from '../../contract.ts'
import { CourseSettings } from '../components/CourseSettings.tsx'
import { EditFrame, type Part } from '../components/EditFrame.tsx'
import { OutlineEditor } from '../components/OutlineEditor.tsx'
import { PublishDrafts } from '../components/PublishDrafts.tsx'
import { AddStudents } from '../components/AddStudents.tsx'
import { ExportStudents, Students } from '../components/Students.tsx'
import { editPath, lessonPath, lessonsIn } from '../components/words.ts'

const PARTS = ['content', 'students', 'settings'] as const

export default function EditCourse() {
  const t = useT()
  const { part } = useParams<{ part: string }>()
  const [adding, setAdding] = useState(false)
  const known = PARTS.find((one) => one === part)
  if (!known)
    return (
      <EditFrame name="courses/EditCourse" part="content">
        {() => <NotAllowed />}
      </EditFrame>
    )
  return (
    <EditFrame name="courses/EditCourse" part={known} actions={(course) => <Actions course={course} part={known} onAdd={() => setAdding(true)} />}>
      {(course) => (
        <>
          {known === 'content' && <Content course={course} />}
          {known === 'students' && <Students course={course} />}
          {known === 'settings' && <CourseSettings course={course} />}
          {adding && <AddStudents course={course} onClose={() => setAdding(false)} />}
        </>
      )}
    </EditFrame>
  )

  function Actions({ course, part, onAdd }: { course: Course; part: Part; onAdd: () => void }) {
    const first = lessonsIn(course)[0]
    if (part === 'students')
      return (
        <>
          <ExportStudents course={course} />
          <Button variant="primary" icon="user-plus" onClick={onAdd}>
            {t('students.add')}
          </Button>
        </>
      )
    return (
      <>
        {first && (
          <LinkButton icon="eye" to={lessonPath(course.slug, first.section_id, first.id)}>
            {t('edit.preview')}
          </LinkButton>
        )}
        <PublishDrafts course={course} />
      </>
    )
  }
}

function Content({ course }: { course: Course }) {
  const t = useT()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const [first] = lessonsIn(course)
  // on phones the outline stands alone until a lesson is chosen
  const opens = !narrow && first ? editPath(course.slug, first.section_id, first.id) : null
  useEffect(() => {
    if (opens) navigate(opens, { replace: true })
  }, [opens, navigate])
  return (
    <div className="grid desk:min-h-[calc(100dvh-var(--header-h)-56px)] desk:grid-cols-[340px_minmax(0,1fr)]">
      <aside className="border-border bg-surface desk:border-e" aria-label={t('edit.outline')}>
        <OutlineEditor course={course} />
      </aside>
      <EmptyState
        icon="graduation-cap"
        className="max-desk:hidden"
        title={t(course.sections.length > 0 ? 'edit.choose' : 'edit.begin')}
        text={t(course.sections.length > 0 ? 'edit.choose_text' : 'edit.begin_text')}
      />
    </div>
  )
}
