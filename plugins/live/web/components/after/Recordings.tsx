/** What was recorded: watched, named, deleted. */
import { Badge, Card, EmptyState, Field, FormDialog, formatSpan, IconButton, Input, Link, Menu, Note, Player, Query, Skeleton, Time } from '@atrium/sdk/web'
import { useAskedWrite, useFieldErrors, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type LiveRoom, type Recording } from '../../../contract.ts'

const { routes } = contract
const ASK_MS = 10_000

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

function One({ recording, roomId }: { recording: Recording; roomId: number }) {
  const t = useT()
  const [isNaming, setNaming] = useState(false)
  const remove = useAskedWrite(routes.destroyRecording, [routes.recorders])
  const { id, name, status, started_at, duration, url, file_id, post_path, reason } = recording
  return (
    <Card as="li" className="overflow-hidden">
      {status === 'ready' && url && <Player kind="video" src={url} label={name} {...(file_id !== null && { id: file_id })} />}
      <div className="flex items-start gap-3 p-4">
        <div className="min-w-0 flex-1">
          <h3 className="text-15">{name}</h3>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-text-3">
            <Time value={started_at} kind="datetime" />
            {duration !== null && <span>{formatSpan(duration)}</span>}
            {status !== 'ready' && <Badge tone={status === 'failed' ? 'danger' : 'neutral'}>{t(`after.recording.${status}`)}</Badge>}
            {post_path && (
              <Link to={post_path} className="link">
                {t('after.recording.post')}
              </Link>
            )}
          </p>
          {status === 'failed' && (
            <Note tone="danger" className="mt-3">
              {t(reason === 'no_media' || reason === 'tools_missing' ? `after.recording.failed.${reason}` : 'after.recording.failed.other')}
            </Note>
          )}
        </div>
        {status !== 'recording' && (
          <Menu
            trigger={<IconButton icon="ellipsis" label={t('after.recording.menu', { name })} />}
            items={[
              { label: t('after.recording.rename'), icon: 'pencil', onSelect: () => setNaming(true) },
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
      {isNaming && <Rename recording={recording} roomId={roomId} onClose={() => setNaming(false)} />}
    </Card>
  )
}

function Rename({ recording, roomId, onClose }: { recording: Recording; roomId: number; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(recording.name)
  const change = useWrite(routes.updateRecorder, { invalidates: [routes.recorders], onSuccess: onClose })
  const errors = useFieldErrors(change.error)
  return (
    <FormDialog
      title={t('after.recording.rename')}
      onClose={onClose}
      onSubmit={() => change.mutateAsync({ params: { id: roomId, recording_key: recording.recording_key }, body: { recorder: { name } } })}
      error={change.error}
      action={t('settings.save')}
      pending={change.isPending}
    >
      <Field label={t('settings.name')} error={errors['recorder.name']}>
        <Input autoFocus required value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
