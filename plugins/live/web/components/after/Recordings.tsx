/** What was recorded: watched, by chapters too, with captions, named, deleted. */
import { Badge, Card, EmptyState, formatSpan, IconButton, Link, Menu, Note, Player, Query, Skeleton, Slot, Time } from '@atrium/sdk/web'
import { useAskedWrite, useLocale, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import media from '../../../../media/contract.ts'
import contract, { type LiveRoom, type Recording } from '../../../contract.ts'
import { clockOf } from '../../room/clock.ts'
import { EditRecording } from './EditRecording.tsx'

const { routes } = contract
const ASK_MS = 10_000
const MEGABYTE = 1_000_000
/** What went wrong of which one knows what to do. */
const KNOWN = ['no_media', 'tools_missing', 'storage_full', 'unreadable']

export function Recordings({ room }: { room: Pick<LiveRoom, 'id'> }) {
  const t = useT()
  const query = useRead(
    routes.recorders,
    { params: { id: room.id } },
    { refetchInterval: (read) => (read?.records.some(({ status }) => status === 'processing') ? ASK_MS : false) },
  )
  return (
    <section aria-label={t('after.recordings')}>
      <h2 className="mb-2.5 text-17">{t('after.recordings')}</h2>
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={240} />}
        isEmpty={({ records }) => records.length === 0}
        empty={
          <Card>
            <EmptyState icon="video" title={t('after.recordings.none')} text={t('after.recordings.none_text')} />
          </Card>
        }
      >
        {({ records }) => (
          <ul className="grid gap-3">
            {records.map((recording) => (
              <One key={recording.id} recording={recording} roomId={room.id} />
            ))}
          </ul>
        )}
      </Query>
    </section>
  )
}

const sizeOf = (bytes: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: bytes < 10 * MEGABYTE ? 1 : 0 }).format(bytes / MEGABYTE)
function seek(element: HTMLMediaElement | null, seconds: number): void {
  if (!element) return
  element.currentTime = seconds
  void element.play().catch(() => {})
}

function One({ recording, roomId }: { recording: Recording; roomId: number }) {
  const t = useT()
  const locale = useLocale()
  const [isEditing, setEditing] = useState(false)
  const [element, setElement] = useState<HTMLMediaElement | null>(null)
  const remove = useAskedWrite(routes.destroyRecording, [routes.recorders])
  const { id, name, status, started_at, duration, url, file_id, post_path, reason, progress, byte_size, chapters } = recording
  const badge = status === 'processing' && progress > 0 ? t('after.recording.progress', { percent: progress }) : t(`after.recording.${status}`)
  return (
    <Card as="li" className="overflow-hidden">
      {status === 'ready' && url && <Player kind="video" src={url} label={name} onMedia={setElement} {...(file_id !== null && { id: file_id })} />}
      <div className="flex items-start gap-3 p-4">
        <div className="min-w-0 flex-1">
          <h3 className="text-15">{name}</h3>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-text-3">
            <Time value={started_at} kind="datetime" />
            {duration !== null && <span>{formatSpan(duration)}</span>}
            {byte_size > 0 && <span>{sizeOf(byte_size, locale)}</span>}
            {status !== 'ready' && <Badge tone={status === 'failed' ? 'danger' : 'neutral'}>{badge}</Badge>}
            {post_path && (
              <Link to={post_path} className="link">
                {t('after.recording.post')}
              </Link>
            )}
          </p>
          {status === 'failed' && (
            <Note tone="danger" className="mt-3">
              {t(`after.recording.failed.${KNOWN.includes(reason ?? '') ? reason : 'other'}`)}
            </Note>
          )}
          {status === 'ready' && chapters.length > 0 && (
            <ol className="mt-3 grid" aria-label={t('after.recording.chapters')}>
              {chapters.map(({ at, title }) => (
                <li key={`${at} ${title}`}>
                  <button
                    type="button"
                    className="flex min-h-9 w-full items-center gap-2.5 rounded-control px-2 text-start text-13 hover:bg-hover max-desk:min-h-11"
                    onClick={() => seek(element, at)}
                  >
                    <span className="tabular-nums text-text-3">{clockOf(at)}</span>
                    {title}
                  </button>
                </li>
              ))}
            </ol>
          )}
          {status === 'ready' && url && file_id !== null && (
            <div className="mt-3">
              <Slot of={media.slots['media.captions']} props={{ fileId: file_id, src: url }} />
            </div>
          )}
        </div>
        {status !== 'recording' && (
          <Menu
            trigger={<IconButton icon="ellipsis" label={t('after.recording.menu', { name })} />}
            items={[
              { label: t('after.recording.edit'), icon: 'pencil', onSelect: () => setEditing(true) },
              {
                label: t('settings.delete'),
                icon: 'trash-2',
                tone: 'danger',
                onSelect: () =>
                  void remove(
                    { params: { id: roomId, itemId: id } },
                    { title: t('settings.delete.title', { name }), text: t('after.recording.delete.text'), action: t('after.recording.delete') },
                    t('after.recording.deleted'),
                  ),
              },
            ]}
          />
        )}
      </div>
      {isEditing && <EditRecording recording={recording} roomId={roomId} onClose={() => setEditing(false)} />}
    </Card>
  )
}
