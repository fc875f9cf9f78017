/** All courses that the reader may see, with their own progress, by topic and by name. */
import {
  Badge,
  Card,
  Chip,
  Cover,
  EmptyState,
  ErrorState,
  Icon,
  Link,
  LinkButton,
  LoadMore,
  PageHeader,
  Progress,
  RATIOS,
  Screen,
  SearchField,
  Skeleton,
  useReadPages,
  useRead,
  useSession,
  useSettled,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type CourseCard } from '../../contract.ts'
import { span } from '../components/words.ts'

const { routes } = contract

export default function Directory() {
  const t = useT()
  const { member, can, viewOnly } = useSession()
  const [text, setText] = useState('')
  const [topic, setTopic] = useState<number | null>(null)
  const [mine, setMine] = useState(false)
  const words = useSettled(text.trim()) || undefined
  const topics = useRead(routes.topics, { query: { per_page: 100 } })
  const query = useReadPages(
    routes.directory,
    { query: { query: words, course_topic_id: topic ?? undefined, mine: mine || undefined } },
    { keepPrevious: true },
  )
  const courses = query.data?.pages.flatMap((page) => page.records) ?? []
  const offered = (topics.data?.records ?? []).filter(({ courses_count }) => courses_count > 0)
  const isEmpty = query.data !== undefined && courses.length === 0 && !words && !topic && !mine
  const add = can('spaces.manage') && !viewOnly && (
    <LinkButton variant="primary" icon="plus" to="/spaces/new?type=course">
      {t('directory.new')}
    </LinkButton>
  )
  return (
    <Screen name="courses/Directory" title={t('nav.courses')} layout="wide">
      <PageHeader title={t('nav.courses')} text={t('directory.text')} actions={!isEmpty && add} />
      <div className="mb-5 flex flex-wrap items-center gap-2">
        {member && (
          <Chip pressed={mine} icon="graduation-cap" onClick={() => setMine(!mine)}>
            {t('directory.mine')}
          </Chip>
        )}
        {offered.map(({ id, name }) => (
          <Chip key={id} pressed={topic === id} onClick={() => setTopic(topic === id ? null : id)}>
            {name}
          </Chip>
        ))}
        <div className="ms-auto w-full sm:w-60">
          <SearchField value={text} onChange={setText} placeholder={t('directory.search')} />
        </div>
      </div>
      {query.isPending ? (
        <div className="grid gap-4 sm:grid-cols-2 wide:grid-cols-3">
          <Skeleton h={280} />
          <Skeleton h={280} />
        </div>
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : courses.length === 0 ? (
        <EmptyState
          icon="graduation-cap"
          title={t(words || topic || mine ? 'directory.none_found' : 'directory.none')}
          text={t(words || topic || mine ? 'directory.none_found_text' : 'directory.none_text')}
          action={isEmpty && add}
        />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 wide:grid-cols-3">
          {courses.map((course) => (
            <li key={course.id}>
              <One course={course} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore query={query} />
    </Screen>
  )
}

function One({ course }: { course: CourseCard }) {
  const t = useT()
  const { progress } = course
  return (
    <Card link className="relative flex h-full flex-col overflow-hidden">
      <Cover src={course.cover_url} id={course.id} mark={course.emoji} ratio={RATIOS.openGraph} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <h2 className="text-17 font-semibold">
          <Link to={`/c/${course.slug}`} className="after:absolute after:inset-0">
            {course.name}
          </Link>
        </h2>
        {course.summary && <p className="text-13 text-text-2">{course.summary}</p>}
        <p className="flex flex-wrap gap-1.5">
          {course.topics.map(({ id, name }) => (
            <Badge key={id}>{name}</Badge>
          ))}
        </p>
        <p className="mt-auto flex flex-wrap gap-x-3 text-12 text-text-3">
          <span>{t('home.lessons', { count: course.lessons_count })}</span>
          {course.duration > 0 && <span>{span(t, course.duration)}</span>}
        </p>
        {course.is_locked && (
          <p className="flex items-center gap-1.5 text-13 font-medium">
            <Icon name="lock" size="sm" />
            {course.price ?? t('directory.locked')}
          </p>
        )}
        {progress && (
          <div>
            <Progress thin value={progress.percent} label={t('home.progress', { percent: progress.percent })} />
            <p className="mt-1 text-12 text-text-2">
              {progress.finished_at ? t('directory.finished') : t('home.done', { done: progress.completed, all: course.lessons_count })}
            </p>
          </div>
        )}
      </div>
    </Card>
  )
}
