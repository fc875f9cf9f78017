/** Sections and lessons with ticks, lengths and locks: beside the player, and on the home of a course. */
import { Badge, cx, formatTime, Icon, Link, useT } from '@atrium/sdk/web'
import type { Course, OutlineLesson, Section } from '../../contract.ts'
import { clock, dripOf, lessonPath } from './words.ts'

function why(t: ReturnType<typeof useT>, lesson: OutlineLesson, section: Section): string | null {
  if (!lesson.locked) return null
  const at = lesson.dripped_at ?? section.dripped_at
  return lesson.locked === 'date' && at ? t('lock.date', { date: formatTime(at, { kind: 'date' }) }) : t(`lock.${lesson.locked}`)
}

const Tick = ({ lesson }: { lesson: OutlineLesson }) => {
  const done = lesson.progress.status === 'completed'
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-[18px] flex-none place-items-center rounded-full',
        done ? 'bg-success-solid text-white' : lesson.locked ? '' : 'border-[1.5px] border-strong',
      )}
    >
      {done ? <Icon name="check" size="sm" className="size-3" /> : lesson.locked ? <Icon name="lock" size="sm" className="size-3" /> : null}
    </span>
  )
}

interface LessonLineProps {
  slug: string
  section: Section
  lesson: OutlineLesson
  current: boolean
  /** Whoever has the course is told of nothing that it is free. */
  tellsFree: boolean
  onPick?: () => void
}
function LessonLine({ slug, section, lesson, current, tellsFree, onPick }: LessonLineProps) {
  const t = useT()
  const done = lesson.progress.status === 'completed'
  const locked = why(t, lesson, section)
  const inner = (
    <>
      <Tick lesson={lesson} />
      <span className="min-w-0 flex-1">
        {lesson.name}
        {done && <span className="sr-only"> {t('outline.done')}</span>}
        {locked && <span className="block text-12 text-text-3">{locked}</span>}
      </span>
      {lesson.is_free && tellsFree && <span className="rounded-control bg-info-soft px-1.5 text-12 text-info">{t('free')}</span>}
      {lesson.status === 'draft' && <span className="text-12 text-text-3">{t('draft')}</span>}
      {lesson.featured_media_duration ? (
        <span className="text-12 tabular-nums">{clock(lesson.featured_media_duration)}</span>
      ) : (
        <Icon name={lesson.icon} size="sm" className="text-text-3" />
      )}
    </>
  )
  const look = 'flex w-full items-center gap-2.5 py-[7px] pe-4 ps-[18px] text-start text-13 leading-[18px] max-desk:min-h-11'
  return lesson.locked ? (
    <span className={cx(look, 'text-text-3')} aria-disabled>
      {inner}
    </span>
  ) : (
    <Link
      to={lessonPath(slug, section.id, lesson.id)}
      aria-current={current ? 'page' : undefined}
      onClick={onPick}
      className={cx(look, current ? 'bg-brand-soft font-medium text-on-brand-soft' : 'text-text-2 hover:bg-hover hover:text-text')}
    >
      {inner}
    </Link>
  )
}

interface OutlineProps {
  course: Course
  currentId?: number
  /** On phones the list closes once something is chosen. */
  onPick?: () => void
}
export function Outline({ course, currentId, onPick }: OutlineProps) {
  const t = useT()
  return (
    <div>
      {course.sections.map((section) => {
        const done = section.lessons.filter(({ progress }) => progress.status === 'completed').length
        return (
          <details key={section.id} open className="group border-t border-border first:border-t-0">
            <summary className="flex cursor-pointer list-none items-center gap-2 px-4 py-3 text-13 font-semibold max-desk:min-h-11 [&::-webkit-details-marker]:hidden">
              <Icon name="chevron-down" size="sm" className="-rotate-90 text-text-3 group-open:rotate-0" />
              <span className="min-w-0 flex-1">{section.name}</span>
              {course.policies.can_edit && dripOf(t, course, section) && <Badge icon="calendar-days">{dripOf(t, course, section)}</Badge>}
              {course.enrolment ? (
                <span className="text-12 font-normal text-text-3 tabular-nums" title={t('outline.count', { done, all: section.lessons.length })}>
                  {done}/{section.lessons.length}
                </span>
              ) : (
                <span className="text-12 font-normal text-text-3 tabular-nums">{section.lessons.length}</span>
              )}
            </summary>
            <ul className="pb-1.5">
              {section.lessons.map((lesson) => (
                <li key={lesson.id}>
                  <LessonLine
                    slug={course.slug}
                    section={section}
                    lesson={lesson}
                    current={lesson.id === currentId}
                    tellsFree={course.enrolment === null}
                    onPick={onPick}
                  />
                </li>
              ))}
            </ul>
          </details>
        )
      })}
    </div>
  )
}
