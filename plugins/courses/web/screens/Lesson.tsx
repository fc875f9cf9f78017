/** The player: the outline with what is done, a lesson with its media, words, notes, files and talk, and the way to the next one. */
import {
  Badge,
  Button,
  cx,
  Drawer,
  ErrorState,
  Icon,
  LinkButton,
  Note,
  Progress,
  Query,
  RichText,
  Screen,
  Skeleton,
  Slot,
  Tabs,
  toast,
  useEvent,
  useNavigate,
  useParams,
  useQueryCache,
  useRead,
  useRoom,
  useSearch,
  useSession,
  useShortcut,
  useT,
  WaysIn,
} from '@atrium/sdk/web'
import { type ReactNode, useEffect, useState } from 'react'
import content from '../../../content/contract.ts'
import media from '../../../media/contract.ts'
import spaces from '../../../spaces/contract.ts'
import contract, { type Course, type Lesson as LessonRecord, OWN_KINDS } from '../../contract.ts'
import { Cues, LessonMedia } from '../components/LessonMedia.tsx'
import { Notes } from '../components/Notes.tsx'
import { Outline } from '../components/Outline.tsx'
import { flush, type Sent, save, useOutbox } from '../components/outbox.ts'
import { useWatching } from '../components/useWatching.ts'
import { clock, editPath, lessonPath, lessonsIn } from '../components/words.ts'

const { routes, events } = contract

export default function Lesson() {
  const t = useT()
  const { space, lesson } = useParams<{ space: string; lesson: string }>()
  const found = useRead(spaces.routes.bySlug, { params: { slug: space } })
  const courseId = found.data?.id
  const course = useRead(routes.show, { params: { courseId: courseId ?? 0 } }, { enabled: courseId !== undefined })
  const { member } = useSession()
  const id = Number(lesson)
  const lock = course.data && lessonsIn(course.data).find((one) => one.id === id)?.locked
  // most lessons are closed to visitors, which the outline says: nothing is asked for that would be refused
  const asks = courseId !== undefined && (member !== null || (course.data !== undefined && !lock))
  const query = useRead(routes.lesson, { params: { courseId: courseId ?? 0, id } }, { enabled: asks })
  const [alone, setAlone] = useState(false)
  const title = query.data?.name ?? course.data?.name ?? t('player.loading')
  const failed = found.error ?? course.error
  return (
    <Screen name="courses/Lesson" title={title} layout="focus">
      {failed ? (
        <ErrorState error={failed} onRetry={() => void (found.error ? found : course).refetch()} />
      ) : course.data ? (
        <Frame course={course.data} lessonId={id} alone={alone}>
          {!asks && lock ? (
            <Closed course={course.data} lessonId={id} text={t(lock === 'enrolment' ? 'lock.join' : `lock.${lock}`)} />
          ) : query.error ? (
            <Locked course={course.data} error={query.error} lessonId={id} onRetry={() => void query.refetch()} />
          ) : (
            <Query query={query} skeleton={<Skeleton h={420} />}>
              {(record: LessonRecord) => <Reading key={record.id} course={course.data} lesson={record} alone={alone} onAlone={setAlone} />}
            </Query>
          )}
        </Frame>
      ) : (
        <div className="grid desk:grid-cols-[320px_minmax(0,1fr)]">
          <Skeleton h={480} className="m-4 max-desk:hidden" />
          <Skeleton h={480} className="m-4" />
        </div>
      )}
    </Screen>
  )
}

function Head({ course }: { course: Course }) {
  const t = useT()
  const waiting = useOutbox()
  const { enrolment } = course
  return (
    <div className="px-4 pt-[18px] pb-4">
      <LinkButton variant="ghost" size="sm" icon="arrow-left" to={`/c/${course.slug}`} className="-ms-2">
        {t('player.back')}
      </LinkButton>
      <p className="mt-1 text-17 font-semibold">{course.name}</p>
      {course.teachers.length > 0 && <p className="text-12 text-text-3">{t('home.by', { names: course.teachers.map(({ name }) => name).join(', ') })}</p>}
      {enrolment ? (
        <>
          <p className="mt-2.5 mb-1.5 flex justify-between text-12 text-text-2">
            <span>{t('home.done', { done: enrolment.completed, all: course.lessons_count })}</span>
            <span className="tabular-nums">{t('percent', { percent: enrolment.percent })}</span>
          </p>
          <Progress thin value={enrolment.percent} label={t('home.progress', { percent: enrolment.percent })} />
        </>
      ) : (
        <p className="mt-2.5 text-12 text-text-2">{t('home.lessons', { count: course.lessons_count })}</p>
      )}
      <p role="status" className="text-12 text-text-3">
        {waiting > 0 && (
          <button type="button" className="mt-2 flex items-center gap-1.5 underline" onClick={() => void flush()}>
            <Icon name="wifi-off" size="sm" />
            {t('player.waiting')}
          </button>
        )}
      </p>
    </div>
  )
}

interface FrameProps {
  course: Course
  lessonId: number
  /** A quiz is taken: no outline beside it. */
  alone: boolean
  children: ReactNode
}
function Frame({ course, lessonId, alone, children }: FrameProps) {
  const t = useT()
  const cache = useQueryCache()
  const [open, setOpen] = useState(false)
  useRoom('space', course.id)
  useEvent(events['course.changed'], ({ courseId }) => courseId === course.id && void cache.invalidate(contract))
  return (
    <div className={cx('grid', !alone && 'desk:grid-cols-[320px_minmax(0,1fr)]')}>
      <aside
        aria-label={t('outline.label')}
        hidden={alone}
        className="sticky top-(--header-h) h-[calc(100dvh-var(--header-h)-var(--banners-h,0px))] overflow-auto border-e border-border bg-surface max-desk:hidden"
      >
        <Head course={course} />
        <Outline course={course} currentId={lessonId} />
      </aside>
      <div className="min-w-0">
        <div hidden={alone} className="flex items-center gap-2 border-b border-border px-3 py-2 desk:hidden">
          <LinkButton variant="ghost" size="sm" icon="arrow-left" to={`/c/${course.slug}`} aria-label={t('player.back')} />
          <span className="min-w-0 flex-1 truncate text-15 font-medium">{course.name}</span>
          <Button size="sm" icon="list" onClick={() => setOpen(true)}>
            {course.enrolment ? t('outline.open', { done: course.enrolment.completed, all: course.lessons_count }) : t('outline.label')}
          </Button>
        </div>
        <div className="mx-auto w-full max-w-[920px] px-4 pt-6 pb-12 desk:px-8">{children}</div>
      </div>
      <Drawer open={open} onOpenChange={setOpen} title={t('outline.label')} flush>
        <Head course={course} />
        <Outline course={course} currentId={lessonId} onPick={() => setOpen(false)} />
      </Drawer>
    </div>
  )
}

function Locked({ course, error, lessonId, onRetry }: { course: Course; error: Error & { code?: string }; lessonId: number; onRetry: () => void }) {
  if (error.code !== 'lesson_locked') return <ErrorState error={error} onRetry={onRetry} />
  return <Closed course={course} lessonId={lessonId} text={error.message} />
}

/** The way into the course for who is outside: to its checkout, or of what costs nothing to the sign-up. */
function WayIn({ course }: { course: Course }) {
  const t = useT()
  const { account } = useSession()
  if (course.enrolment !== null || course.policies.can_edit) return null
  if (course.price !== null) return <Slot of={contract.slots['course.locked']} props={{ courseId: course.id, spaceId: course.id, line: true }} />
  return account ? (
    <LinkButton variant="primary" to={`/c/${course.slug}`}>
      {t('home.begin')}
    </LinkButton>
  ) : (
    <WaysIn />
  )
}

function Closed({ course, lessonId, text }: { course: Course; lessonId: number; text: string }) {
  const t = useT()
  const lesson = lessonsIn(course).find(({ id }) => id === lessonId)
  const next = lessonsIn(course).find(({ id }) => id === course.next_lesson_id)
  return (
    <Note tone="info" icon="lock" title={lesson?.name ?? t('lock.title')}>
      <p className="mb-3">{text}</p>
      <div className="flex flex-wrap items-center gap-2">
        {lesson?.locked === 'enrolment' && <WayIn course={course} />}
        {next && (
          <LinkButton
            variant={lesson?.locked === 'enrolment' ? 'default' : 'primary'}
            size={lesson?.locked === 'enrolment' ? 'md' : 'sm'}
            to={lessonPath(course.slug, next.section_id, next.id)}
          >
            {t(lesson?.locked === 'enrolment' ? 'lock.free' : 'lock.next', { name: next.name })}
          </LinkButton>
        )}
        <LinkButton size={lesson?.locked === 'enrolment' ? 'md' : 'sm'} to={`/c/${course.slug}`}>
          {t('player.back')}
        </LinkButton>
      </div>
    </Note>
  )
}

interface ReadingProps {
  course: Course
  lesson: LessonRecord
  /** What the lesson brings has the page to itself. */
  alone: boolean
  onAlone: (alone: boolean) => void
}
function Reading({ course, lesson, alone, onAlone }: ReadingProps) {
  const t = useT()
  const cache = useQueryCache()
  const navigate = useNavigate()
  const { viewOnly, member } = useSession()
  const [busy, setBusy] = useState(false)
  const lessons = lessonsIn(course)
  const [before, after] = [lesson.previous_lesson_id, lesson.next_lesson_id].map((id) => lessons.find((one) => one.id === id))
  const done = lesson.progress.status === 'completed'
  const learns = member !== null && !viewOnly && course.enrolment !== null
  const refresh = () => Promise.all([cache.invalidate(routes.show), cache.invalidate(routes.lesson)])
  const go = (one: (typeof lessons)[number] | undefined) => one && navigate(lessonPath(course.slug, one.section_id, one.id))

  const hear = (sent: Sent) => {
    if (sent.state === 'refused' && sent.code !== 'lesson_locked') toast.error(sent.message)
  }
  const mark = async (status: 'completed' | 'incomplete', goOn: boolean) => {
    setBusy(true)
    const sent = await save({ courseId: course.id, lessonId: lesson.id, status, watchedTo: lesson.progress.watched_to })
    setBusy(false)
    if (sent.state === 'refused') return toast.error(sent.message)
    if (sent.state === 'kept') toast.success(t('player.kept'))
    else {
      await refresh()
      if (status === 'completed' && sent.finished && !course.enrolment?.finished_at) {
        toast.success(t('player.finished'))
        if (goOn && !after) return navigate(`/c/${course.slug}`)
      }
    }
    if (goOn) go(after)
  }
  const watching = useWatching(lesson, learns, hear, () => {
    if (lesson.autocomplete_on_featured_media_completion && learns && !done) void mark('completed', false)
  })
  useShortcut(alone ? '' : 'n', () => go(after), t('player.next'))
  useShortcut(alone ? '' : 'p', () => go(before), t('player.previous'))
  // what has no medium was visited when it was opened
  const silent = !lesson.featured_media
  useEffect(() => {
    if (learns && silent && course.enrolment?.last_lesson_id !== lesson.id) void save({ courseId: course.id, lessonId: lesson.id, position: 0 })
  }, [learns, silent, course.id, course.enrolment?.last_lesson_id, lesson.id])

  // what a kind brings is the lesson itself, and stands below its name; a video stands above it
  const asks = !(OWN_KINDS as readonly string[]).includes(lesson.kind)
  const shown = <LessonMedia lesson={lesson} watching={watching} onCompleted={() => void refresh()} onAlone={onAlone} />
  return (
    <article>
      {!asks && shown}
      <div className={cx('mb-1.5 flex flex-wrap items-center justify-between gap-3', !asks && 'mt-5')}>
        <h1 className="text-24 leading-[1.875rem] font-semibold tracking-[-0.021em] text-balance">{lesson.name}</h1>
        <div className="flex items-center gap-1.5">
          {lesson.status === 'draft' && <Badge tone="warning">{t('draft')}</Badge>}
          {done && (
            <Badge tone="success" icon="check">
              {t('outline.done')}
            </Badge>
          )}
          {lesson.featured_media_duration !== null && <Badge>{clock(lesson.featured_media_duration)}</Badge>}
          {lesson.policies.can_edit && !alone && (
            <LinkButton size="sm" icon="pencil" to={editPath(course.slug, lesson.section_id, lesson.id)}>
              {t('home.edit')}
            </LinkButton>
          )}
        </div>
      </div>
      {asks && <div className="mt-4 mb-6">{shown}</div>}
      {!alone && <Parts course={course} lesson={lesson} watching={watching} />}
      <div hidden={alone} className="mt-8 flex flex-wrap items-center justify-between gap-2 border-t border-border pt-5">
        <LinkButton icon="arrow-left" to={before ? lessonPath(course.slug, before.section_id, before.id) : `/c/${course.slug}`}>
          {t(before ? 'player.previous' : 'player.back')}
        </LinkButton>
        <div className="flex flex-wrap gap-2">
          {done && learns && lesson.completes === 'learner' && (
            <Button variant="ghost" loading={busy} onClick={() => void mark('incomplete', false)}>
              {t('player.undo')}
            </Button>
          )}
          {!done && learns && lesson.completes === 'learner' ? (
            <Button variant="primary" icon="check" loading={busy} disabled={!watching.watched} onClick={() => void mark('completed', true)}>
              {t(after ? 'player.done_next' : 'player.done')}
            </Button>
          ) : (
            after &&
            (after.locked === null || course.enrolment !== null) && (
              // a quiz has its own way on until it is passed
              <Button variant={done || lesson.completes === 'learner' ? 'primary' : 'default'} disabled={after.locked !== null} onClick={() => go(after)}>
                {t('player.next')}
              </Button>
            )
          )}
          {course.locked === 'enrolment' && <WayIn course={course} />}
        </div>
      </div>
      {!done && learns && !watching.watched && <p className="mt-2 text-end text-12 text-text-3">{t('player.watch')}</p>}
    </article>
  )
}

function Parts({ course, lesson, watching }: { course: Course; lesson: LessonRecord; watching: ReturnType<typeof useWatching> }) {
  const t = useT()
  const { member } = useSession()
  const aimed = useSearch().has('message_id') || /^#message_/.test(location.hash)
  const [part, setPart] = useState(aimed ? 'talk' : 'lesson')
  const plays = lesson.featured_media && /^(video|audio)\//.test(lesson.featured_media.content_type)
  const src = lesson.featured_media?.url
  const playback = useRead(media.routes.transcoding, { params: { id: lesson.featured_media?.id ?? 0 }, query: { src } }, { enabled: Boolean(plays) })
  const caption = playback.data?.captions[0]
  const transcript = useRead(
    media.routes.transcript,
    { params: { id: caption?.id ?? 0 }, query: { src } },
    { enabled: part === 'words' && caption !== undefined },
  )
  const { files } = lesson
  const items = [
    { key: 'lesson', label: t('tab.lesson') },
    caption && { key: 'words', label: t('tab.words') },
    files.length > 0 && { key: 'files', label: t('tab.files'), count: files.length },
    member && { key: 'notes', label: t('tab.notes') },
    member && (lesson.is_comments_enabled || lesson.comments_count > 0) && { key: 'talk', label: t('tab.talk'), count: lesson.comments_count },
  ].flatMap((item) => (item ? [{ ...item, onSelect: () => setPart(item.key) }] : []))
  const current = items.some(({ key }) => key === part) ? part : 'lesson'
  return (
    <>
      {items.length > 1 && <Tabs items={items} current={current} label={t('tab.label')} className="mb-5" />}
      {current === 'lesson' && (
        <>
          {lesson.rich_text_body && <RichText doc={lesson.rich_text_body.body} downloads />}
          {files.length > 0 && <Files lesson={lesson} />}
        </>
      )}
      {current === 'words' && (
        <Query query={transcript} skeleton={<Skeleton h={200} />}>
          {({ cues }) => <Cues cues={cues} watching={watching} />}
        </Query>
      )}
      {current === 'files' && <Files lesson={lesson} />}
      {current === 'notes' && <Notes lesson={lesson} watching={watching} />}
      {current === 'talk' && (
        <Slot
          of={content.slots['record.comments']}
          props={{
            kind: 'lesson',
            id: lesson.id,
            count: lesson.comments_count,
            enabled: lesson.policies.can_comment && lesson.is_comments_enabled,
            keys: false,
          }}
        />
      )}
      {current === 'lesson' && !lesson.rich_text_body && files.length === 0 && course.summary && !lesson.featured_media && lesson.kind === 'text' && (
        <p className="text-text-3">{t('player.nothing')}</p>
      )}
    </>
  )
}

const MEGA = 1_000_000
function Files({ lesson }: { lesson: LessonRecord }) {
  const t = useT()
  return (
    <ul className="mt-6 grid gap-2">
      {lesson.files.map((file) => (
        <li key={file.id} className="flex flex-wrap items-center gap-3 rounded-card border border-border bg-surface-2 p-3">
          <Icon name="file-text" size="lg" className="text-text-3" />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-13 font-medium">{file.filename}</span>
            <span className="text-12 text-text-3">
              {file.byte_size > MEGA
                ? t('files.mega', { size: Math.round(file.byte_size / 100_000) / 10 })
                : t('files.kilo', { size: Math.max(1, Math.round(file.byte_size / 1000)) })}
            </span>
          </span>
          <a
            href={file.url}
            download={file.filename}
            className="inline-flex h-8 items-center gap-2 rounded-control border border-border bg-surface px-3 text-13 font-medium hover:bg-hover max-desk:h-11"
          >
            <Icon name="download" size="sm" />
            {t('download')}
          </a>
        </li>
      ))}
    </ul>
  )
}
