/** The home of a course in its space: how far one is, what comes next, what there is. */
import {
  AvatarStack,
  Button,
  Card,
  EmptyState,
  formatTime,
  Link,
  LinkButton,
  Note,
  Progress,
  Query,
  Skeleton,
  Slot,
  toast,
  useEvent,
  useNavigate,
  useQueryCache,
  useRead,
  useSession,
  useT,
  useVisitor,
  useWrite,
} from '@atrium/sdk/web'
import spaces, { type InSpace } from '../../../spaces/contract.ts'
import contract, { type Course } from '../../contract.ts'
import { Outline } from '../components/Outline.tsx'
import { draftsIn, lessonPath, lessonsIn, managePath, span } from '../components/words.ts'

const { routes, events } = contract

function Begin({ course }: { course: Course }) {
  const t = useT()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const ask = useVisitor()
  const { viewOnly, member } = useSession()
  const enrol = useWrite(routes.enrol, {
    invalidates: [contract, spaces],
    onError: (error) => toast.error(error.message),
    onSuccess: async () => {
      await cache.invalidate(routes.show)
      const fresh = cache.get(routes.show, { params: { courseId: course.id } }) ?? course
      const first = lessonsIn(fresh).find(({ locked }) => locked === null)
      if (first) navigate(lessonPath(course.slug, first.section_id, first.id))
    },
  })
  const next = lessonsIn(course).find(({ id }) => id === course.next_lesson_id)
  if (next && !course.locked) {
    const started = (course.enrolment?.completed ?? 0) > 0 || course.enrolment?.last_lesson_id
    return (
      <LinkButton variant="primary" icon="play" to={lessonPath(course.slug, next.section_id, next.id)}>
        {t(started ? 'home.continue' : 'home.start')}
      </LinkButton>
    )
  }
  if (course.locked !== 'enrolment') return null
  if (!course.policies.can_enrol && course.enrolment === null && !viewOnly)
    return (
      <div className="grid max-w-80 gap-3">
        <Slot of={contract.slots['course.locked']} props={{ courseId: course.id, spaceId: course.id }} />
        {!member && course.price === null && (
          <Button variant="primary" onClick={() => ask({ title: t('home.begin_visitor') })}>
            {t('home.begin')}
          </Button>
        )}
      </div>
    )
  return (
    <Button variant="primary" loading={enrol.isPending} disabled={viewOnly} onClick={() => enrol.mutate({ params: { courseId: course.id }, body: {} })}>
      {t('home.begin')}
    </Button>
  )
}

function State({ course }: { course: Course }) {
  const t = useT()
  const waiting = course.prerequisites.filter(({ finished }) => !finished)
  if (course.locked === 'prerequisite')
    return (
      <Note tone="info" icon="lock" title={t('home.prerequisites')} className="mb-4">
        {waiting.map(({ id, name, slug }) => (
          <Link key={id} to={`/c/${slug}`} className="me-3 text-link underline">
            {name}
          </Link>
        ))}
      </Note>
    )
  if (course.locked === 'cohort' && course.enrolment)
    return (
      <Note
        tone="info"
        icon="calendar-days"
        title={t('home.cohort', { date: formatTime(course.enrolment.starts_at, { kind: 'datetime', within: true }) })}
        className="mb-4"
      >
        {course.enrolment.cohort?.name}
      </Note>
    )
  if (course.enrolment?.finished_at)
    return (
      <Note tone="success" icon="trophy" title={t('home.finished', { date: formatTime(course.enrolment.finished_at, { kind: 'date' }) })} className="mb-4">
        {course.enrolment.certificate && (
          <LinkButton size="sm" icon="award" to={course.enrolment.certificate.url}>
            {t('home.certificate')}
          </LinkButton>
        )}
      </Note>
    )
  return null
}

function Home({ course, said }: { course: Course; said: string | null }) {
  const t = useT()
  const cache = useQueryCache()
  const again = ({ courseId }: { courseId: number }) => courseId === course.id && void cache.invalidate(routes.show, { params: { courseId } })
  useEvent(events['course.changed'], again)
  useEvent(events['lesson.completed'], again)
  const lessons = lessonsIn(course)
  const { enrolment } = course
  if (lessons.length === 0)
    return (
      <EmptyState
        icon="graduation-cap"
        title={t('home.empty')}
        text={t(course.policies.can_edit ? 'home.empty_edit' : 'home.empty_text')}
        action={
          course.policies.can_edit && (
            <LinkButton variant="primary" icon="plus" to={managePath(course.slug, 'content')}>
              {t('home.build')}
            </LinkButton>
          )
        }
      />
    )
  return (
    <div className="grid gap-4">
      <Card pad>
        <State course={course} />
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0 flex-1 basis-60">
            {course.summary && course.summary !== said && <p className="mb-2 text-15">{course.summary}</p>}
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-text-3">
              <span>{t('home.lessons', { count: course.lessons_count })}</span>
              {draftsIn(course) > 0 && <span>{t('home.drafts', { count: draftsIn(course) })}</span>}
              {course.duration > 0 && <span>{span(t, course.duration)}</span>}
              {course.policies.can_see_students && <span>{t('home.students', { count: course.students_count })}</span>}
              {course.gives_certificate && <span>{t('home.gives_certificate')}</span>}
            </p>
            {course.teachers.length > 0 && (
              <p className="mt-3 flex items-center gap-2 text-13 text-text-2">
                <AvatarStack people={course.teachers} size={24} />
                {t('home.by', { names: course.teachers.map(({ name }) => name).join(', ') })}
              </p>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            {course.policies.can_edit && (
              <LinkButton icon="pencil" to={managePath(course.slug, 'content')}>
                {t('home.edit')}
              </LinkButton>
            )}
            <Begin course={course} />
          </div>
        </div>
        {enrolment && (
          <div className="mt-4">
            <p className="mb-1.5 flex justify-between text-13 text-text-2">
              <span>{t('home.done', { done: enrolment.completed, all: course.lessons_count })}</span>
              <span className="tabular-nums">{t('percent', { percent: enrolment.percent })}</span>
            </p>
            <Progress value={enrolment.percent} label={t('home.progress', { percent: enrolment.percent })} />
          </div>
        )}
      </Card>
      <Card className="overflow-hidden">
        <Outline course={course} />
      </Card>
    </div>
  )
}

export default function SpaceCourse({ spaceId, space }: InSpace) {
  const query = useRead(routes.show, { params: { courseId: spaceId } })
  return (
    <Query query={query} skeleton={<Skeleton h={360} />}>
      {(course: Course) => <Home course={course} said={space.description} />}
    </Query>
  )
}
