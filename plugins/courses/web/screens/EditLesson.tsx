/** The editor of a lesson: the outline left, the lesson in the middle, how it behaves right. */
import { ErrorState, LinkButton, Query, Segment, Skeleton, useParams, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Course, type Lesson } from '../../contract.ts'
import { EditFrame } from '../components/EditFrame.tsx'
import { LessonEditor } from '../components/LessonEditor.tsx'
import { OutlineEditor } from '../components/OutlineEditor.tsx'
import { PublishDrafts } from '../components/PublishDrafts.tsx'
import { lessonPath, lessonsIn } from '../components/words.ts'

export default function EditLesson() {
  const t = useT()
  const { lesson } = useParams<{ lesson: string }>()
  const lessonId = Number(lesson)
  return (
    <EditFrame
      name="courses/EditLesson"
      part="content"
      actions={(course) => {
        const shown = lessonsIn(course).find(({ id }) => id === lessonId)
        return (
          <>
            {shown && (
              <LinkButton icon="eye" to={lessonPath(course.slug, shown.section_id, shown.id)}>
                {t('edit.preview')}
              </LinkButton>
            )}
            <PublishDrafts course={course} />
          </>
        )
      }}
    >
      {(course) => <Panes course={course} lessonId={lessonId} />}
    </EditFrame>
  )
}

function Panes({ course, lessonId }: { course: Course; lessonId: number }) {
  const t = useT()
  const [pane, setPane] = useState<'outline' | 'lesson'>('lesson')
  const query = useRead(contract.routes.lesson, { params: { courseId: course.id, id: lessonId } })
  return (
    <>
      <Segment
        className="m-3 desk:hidden"
        label={t('edit.panes')}
        value={pane}
        onChange={setPane}
        items={[
          { value: 'outline', label: t('edit.outline') },
          { value: 'lesson', label: t('edit.lesson') },
        ]}
      />
      <div className="grid desk:min-h-[calc(100dvh-var(--header-h)-56px)] desk:grid-cols-[340px_minmax(0,1fr)]">
        <aside className={`border-border bg-surface desk:border-e ${pane === 'lesson' ? 'max-desk:hidden' : ''}`} aria-label={t('edit.outline')}>
          <OutlineEditor course={course} currentId={lessonId} />
        </aside>
        <div className={`min-w-0 ${pane === 'outline' ? 'max-desk:hidden' : ''}`}>
          {query.error && !query.data ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Query query={query} skeleton={<Skeleton h={420} className="m-4" />}>
              {(lesson: Lesson) => <LessonEditor key={lesson.id} course={course} lesson={lesson} />}
            </Query>
          )}
        </div>
      </div>
    </>
  )
}
