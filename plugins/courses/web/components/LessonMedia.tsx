/** What a lesson shows above its words: a video or sound with chapters, a player of another site, a session to come, or what its kind brings. */
import { Button, Card, cx, Icon, LinkButton, Note, Player, Slot, Time, useT } from '@atrium/sdk/web'
import contract, { type Lesson, OWN_KINDS } from '../../contract.ts'
import type { Watching } from './useWatching.ts'
import { clock } from './words.ts'

function Chapters({ lesson, watching }: { lesson: Lesson; watching: Watching }) {
  const t = useT()
  const current = lesson.chapters.findLastIndex(({ at }) => at <= watching.at)
  return (
    <ol className="mt-3 flex gap-1.5 overflow-x-auto pb-1" aria-label={t('chapters')}>
      {lesson.chapters.map((chapter, i) => (
        <li key={`${chapter.at} ${chapter.title}`} className="flex-none">
          <button
            type="button"
            aria-current={i === current ? 'step' : undefined}
            onClick={() => watching.seek(chapter.at)}
            className={cx(
              'flex min-h-9 items-center gap-2 rounded-control border px-2.5 text-13 max-desk:min-h-11',
              i === current ? 'border-brand bg-brand-soft text-on-brand-soft' : 'border-border text-text-2 hover:bg-hover',
            )}
          >
            <span className="tabular-nums text-text-3">{clock(chapter.at)}</span>
            {chapter.title}
          </button>
        </li>
      ))}
    </ol>
  )
}

function Live({ lesson }: { lesson: Lesson }) {
  const t = useT()
  const over = lesson.live_ends_at !== null && new Date(lesson.live_ends_at) < new Date()
  return (
    <Card pad>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-3">
          <Icon name="radio" size="lg" className="text-text-3" />
          <span>
            <span className="block font-semibold">{t(over ? 'live.over' : 'live.title')}</span>
            {lesson.live_starts_at && <Time value={lesson.live_starts_at} kind="datetime" className="text-13 text-text-2" />}
          </span>
        </p>
        {lesson.live_url && !over && (
          <a
            href={lesson.live_url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex h-9 items-center gap-2 rounded-control bg-brand px-3.5 font-medium text-on-brand max-desk:h-11"
          >
            {t('live.join')}
            <Icon name="external-link" size="sm" />
          </a>
        )}
      </div>
    </Card>
  )
}

interface LessonMediaProps {
  lesson: Lesson
  watching: Watching
  onCompleted: () => void
  onAlone?: (alone: boolean) => void
}
export function LessonMedia({ lesson, watching, onCompleted, onAlone }: LessonMediaProps) {
  const t = useT()
  const { featured_media: media, embed: frame } = lesson
  const isOwn = (OWN_KINDS as readonly string[]).includes(lesson.kind)
  const plays = media && lesson.is_featured_media_enabled && /^(video|audio)\//.test(media.content_type)
  return (
    <>
      {plays && (
        <div>
          <Player
            key={media.id}
            id={media.id}
            src={media.url}
            kind={media.content_type.startsWith('audio/') ? 'audio' : 'video'}
            poster={lesson.thumbnail?.url}
            label={lesson.name}
            onMedia={watching.onMedia}
          />
          {lesson.chapters.length > 0 && <Chapters lesson={lesson} watching={watching} />}
          {lesson.is_featured_media_download_enabled && (
            <LinkButton className="mt-2" size="sm" icon="download" to={media.url} download={media.filename} target="_blank">
              {t('download')}
            </LinkButton>
          )}
        </div>
      )}
      {media && lesson.is_featured_media_enabled && media.content_type.startsWith('image/') && <img src={media.url} alt="" className="w-full rounded-card" />}
      {frame && (
        <iframe
          src={frame.src}
          title={lesson.name}
          allowFullScreen
          loading="lazy"
          className="w-full rounded-card border-0 bg-black"
          style={frame.ratio ? { aspectRatio: frame.ratio } : { height: frame.height ?? 400 }}
        />
      )}
      {lesson.kind === 'live' && <Live lesson={lesson} />}
      {!isOwn && (
        <Slot
          of={contract.slots['course.lesson.player.*']}
          part={lesson.kind}
          props={{ lesson, courseId: lesson.space_id, extra: lesson.extra, onCompleted, onAlone }}
          fallback={<Note tone="warning" title={t('kind_off')} />}
        />
      )}
    </>
  )
}

/** What is said, as far as there are captions: each line leads to its second. */
export function Cues({ cues, watching }: { cues: readonly { start: number; end: number; text: string }[]; watching: Watching }) {
  const current = cues.findIndex(({ start, end }) => watching.at >= start && watching.at < end)
  return (
    <ol className="grid">
      {cues.map(({ start, text }, i) => (
        <li key={`${start} ${text}`}>
          <Button
            variant="ghost"
            block
            onClick={() => watching.seek(start)}
            className={cx(
              '!h-auto justify-start gap-3 !px-2 !py-1.5 text-start font-normal whitespace-normal',
              i === current && 'bg-brand-soft text-on-brand-soft',
            )}
          >
            <span className="w-12 flex-none text-12 text-text-3 tabular-nums">{clock(start)}</span>
            <span>{text}</span>
          </Button>
        </li>
      ))}
    </ol>
  )
}
