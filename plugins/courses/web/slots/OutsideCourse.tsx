/** What a course holds, before a door that this reader may not pass: lessons by their names, the free ones playing in place, and who teaches. */
import type { SlotPropsOf } from '@atrium/sdk'
import { Avatar, Button, Card, formatTime, Icon, Link, Query, RichText, Skeleton, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type spaces from '../../../spaces/contract.ts'
import contract, { type Course, type Lesson, type OutlineLesson } from '../../contract.ts'
import { unlocksText } from '../../contract/unlocks.ts'
import { LessonMedia } from '../components/LessonMedia.tsx'
import { useWatching } from '../components/useWatching.ts'
import { clock, lessonPath, span } from '../components/words.ts'

const { routes } = contract
const nothing = () => undefined

function Playing({ lesson }: { lesson: Lesson }) {
  const watching = useWatching(lesson, false, nothing, nothing)
  return (
    <div className="px-4 pb-4">
      <LessonMedia lesson={lesson} watching={watching} onCompleted={nothing} />
      {lesson.rich_text_body && <RichText doc={lesson.rich_text_body.body} />}
    </div>
  )
}

function Line({ course, sectionId, lesson }: { course: Course; sectionId: number; lesson: OutlineLesson }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const query = useRead(routes.lesson, { params: { courseId: course.id, id: lesson.id } }, { enabled: open })
  const { locked, featured_media_duration: seconds } = lesson
  return (
    <li>
      <div className="flex min-h-11 items-center gap-2.5 px-4 py-1.5 text-13">
        <Icon name={locked ? 'lock' : lesson.icon} size="sm" className="flex-none text-text-3" />
        <span className="min-w-0 flex-1">
          {locked ? (
            lesson.name
          ) : (
            <Link to={lessonPath(course.slug, sectionId, lesson.id)} className="inline-flex min-h-6 items-center hover:underline">
              {lesson.name}
            </Link>
          )}
        </span>
        {!locked && <span className="rounded-control bg-info-soft px-1.5 text-12 text-info">{t('free')}</span>}
        {seconds ? <span className="text-12 text-text-3 tabular-nums">{clock(seconds)}</span> : null}
        {!locked && (
          <Button size="sm" data-press={`free:${lesson.id}`} aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'outside.close' : 'outside.open')}
          </Button>
        )}
      </div>
      {open && (
        <Query query={query} skeleton={<Skeleton h={260} />}>
          {(one: Lesson) => <Playing lesson={one} />}
        </Query>
      )}
    </li>
  )
}

function Lessons({ course }: { course: Course }) {
  const t = useT()
  return (
    <>
      <p className="mt-1 mb-2.5 flex flex-wrap gap-x-3 text-13 text-text-3">
        <span>{t('home.lessons', { count: course.lessons_count })}</span>
        {course.duration > 0 && <span>{span(t, course.duration)}</span>}
        {course.gives_certificate && <span>{t('home.gives_certificate')}</span>}
      </p>
      <Card className="divide-y divide-border overflow-hidden">
        {course.sections.map(({ id, name, lessons, opens_at, drip_delay }) => (
          <div key={id}>
            <h3 className="flex flex-wrap items-baseline gap-x-2 px-4 pt-3 pb-1 text-13 font-semibold">
              {name}
              <span className="text-12 font-normal text-text-3">
                {unlocksText(t, course.course_type, { opens_at, drip_delay }, (at) => formatTime(at, { kind: 'date' }))}
              </span>
            </h3>
            <ul className="pb-1.5">
              {lessons.map((lesson) => (
                <Line key={lesson.id} course={course} sectionId={id} lesson={lesson} />
              ))}
            </ul>
          </div>
        ))}
      </Card>
    </>
  )
}

function Inside({ course }: { course: Course }) {
  const t = useT()
  return (
    <>
      <section className="mb-4">
        <h2 className="text-17">{t('outside.title')}</h2>
        {course.lessons_count === 0 ? <p className="mt-1 text-text-2">{t('outside.none')}</p> : <Lessons course={course} />}
      </section>
      {course.teachers.length > 0 && (
        <section className="mb-4">
          <h2 className="mb-2.5 text-17">{t('outside.hosts')}</h2>
          <ul className="grid gap-3">
            {course.teachers.map((person) => (
              <li key={person.id} className="flex items-center gap-3">
                <Avatar id={person.id} name={person.name} src={person.avatar_url} size={40} />
                <span>
                  <span className="block font-semibold">{person.name}</span>
                  {person.headline && <span className="text-13 text-text-3">{person.headline}</span>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Nothing for a course that keeps what it holds to its members. */
export default function OutsideCourse({ spaceId }: SlotPropsOf<(typeof spaces)['slots']['space.outside.*']>) {
  const { data } = useRead(routes.show, { params: { courseId: spaceId } })
  return data ? <Inside course={data} /> : null
}
