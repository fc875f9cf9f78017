/** The frame of everything that builds a course: back, name, its parts, what is done with the whole. */
import {
  Button,
  ErrorState,
  LinkButton,
  NotAllowed,
  Note,
  Query,
  Screen,
  Skeleton,
  Tabs,
  toast,
  useConfirm,
  useEvent,
  useParams,
  useQueryCache,
  useRead,
  useRoom,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import spaces from '../../../spaces/contract.ts'
import contract, { type Course } from '../../contract.ts'
import { draftsIn, managePath, span } from './words.ts'

const { routes, events } = contract
export type Part = 'content' | 'students' | 'settings'

interface EditFrameProps {
  name: string
  part: Part
  actions?: (course: Course) => ReactNode
  children: (course: Course) => ReactNode
}
export function EditFrame({ name, part, actions, children }: EditFrameProps) {
  const t = useT()
  const { space } = useParams<{ space: string }>()
  const found = useRead(spaces.routes.bySlug, { params: { slug: space } })
  const courseId = found.data?.id
  const query = useRead(routes.show, { params: { courseId: courseId ?? 0 } }, { enabled: courseId !== undefined })
  return (
    <Screen name={name} title={query.data ? `${t(`edit.${part}`)} · ${query.data.name}` : t(`edit.${part}`)} layout="focus">
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Query query={query} skeleton={<Skeleton h={420} className="m-4" />}>
          {(course: Course) =>
            course.policies.can_edit ? (
              <Frame course={course} isDraft={found.data?.is_draft === true} part={part} actions={actions?.(course)} body={children(course)} />
            ) : (
              <NotAllowed />
            )
          }
        </Query>
      )}
    </Screen>
  )
}

/** A course that only those see who build it, and what brings it out. */
function Draft({ course }: { course: Course }) {
  const t = useT()
  const confirm = useConfirm()
  const publish = useWrite(spaces.routes.update, {
    invalidates: [spaces, contract],
    onSuccess: () => toast.success(t('edit.course_published')),
    onError: (error) => toast.error(error.message),
  })
  const isEmpty = course.lessons_count === 0
  const ask = async () => {
    const text = t('edit.course_publish_text', { count: course.lessons_count })
    if (await confirm({ title: t('edit.course_publish'), text, action: t('edit.publish'), tone: 'primary' }))
      publish.mutate({ params: { id: course.id }, body: { is_draft: false } })
  }
  return (
    <Note tone="warning" icon="eye-off" title={t('edit.course_draft')} className="m-3">
      <p className="mb-2">
        {t('edit.course_draft_text')} {isEmpty && t('edit.course_no_lessons')}
      </p>
      <Button size="sm" variant="primary" disabled={isEmpty} loading={publish.isPending} onClick={() => void ask()}>
        {t('edit.course_publish')}
      </Button>
    </Note>
  )
}

interface FrameProps {
  course: Course
  isDraft: boolean
  part: Part
  actions?: ReactNode
  body: ReactNode
}
function Frame({ course, isDraft, part, actions, body }: FrameProps) {
  const t = useT()
  const cache = useQueryCache()
  useRoom('space', course.id)
  useEvent(events['course.changed'], ({ courseId }) => courseId === course.id && void cache.invalidate(routes.show, { params: { courseId } }))
  const items = (['content', 'students', 'settings'] as const).map((key) => ({
    key,
    label: t(`edit.${key}`),
    to: managePath(course.slug, key),
    count: key === 'students' && course.students_count > 0 ? course.students_count : undefined,
  }))
  return (
    <>
      <div className="sticky top-(--header-h) z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-surface px-4 py-2">
        <LinkButton variant="ghost" size="sm" icon="arrow-left" to={`/c/${course.slug}`} aria-label={t('player.back')} />
        <div className="min-w-0 max-desk:flex-1 max-desk:basis-[60%] desk:max-w-1/2 desk:shrink-0">
          <h1 className="truncate text-15 font-semibold">{course.name}</h1>
          <p className="truncate text-12 text-text-3">
            {t('home.lessons', { count: course.lessons_count })}
            {draftsIn(course) > 0 && `, ${t('home.drafts', { count: draftsIn(course) })}`}
            {course.duration > 0 && `, ${span(t, course.duration)}`}
          </p>
        </div>
        <Tabs items={items} current={part} label={t('edit.parts')} className="desk:ms-4 max-desk:order-3 max-desk:w-full" />
        <span className="flex-1 max-desk:hidden" />
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      {isDraft && <Draft course={course} />}
      {body}
    </>
  )
}
