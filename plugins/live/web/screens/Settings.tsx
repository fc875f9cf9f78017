/** `/settings/live_streams`: all rooms and streams, how they stand, and a new one. */
import { Badge, Button, Link, ListScreen, Tabs, Time, useAskedWrite, useCopy, useList, useSearch, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type LiveRoom, ROOM_STATUSES } from '../../contract.ts'
import { RoomForm } from '../components/settings/RoomForm.tsx'
import { People } from '../components/settings/People.tsx'
import { StatusBadge } from '../components/settings/StatusBadge.tsx'
import { deletionOf, listOf } from '../room/routesOf.ts'

const HERE = '/settings/live_streams'

export default function Settings() {
  const type = useSearch().get('kind') === 'stream' ? 'stream' : 'conference'
  return <Listed key={type} type={type} />
}

function Listed({ type }: { type: LiveRoom['room_type'] }) {
  const t = useT()
  const copy = useCopy()
  const [edited, setEdited] = useState<LiveRoom | 'new' | null>(null)
  const list = useList(listOf(type), { search: 'search_text', filters: { status: 'all' } })
  const remove = useAskedWrite(deletionOf(type), [contract])
  const add = () => setEdited('new')
  const words = (key: string) => t(`settings.${type}.${key}`)
  return (
    <ListScreen
      name="live/Settings"
      title={t('settings.title')}
      text={t('settings.text')}
      actions={[{ label: words('new'), icon: 'plus', primary: true, onSelect: add }]}
      who="live.create"
      above={
        <Tabs
          className="mb-4"
          label={t('settings.title')}
          current={type}
          items={[
            { key: 'conference', label: t('settings.rooms'), to: HERE },
            { key: 'stream', label: t('settings.streams'), to: `${HERE}?kind=stream` },
          ]}
        />
      }
      label={t(type === 'stream' ? 'settings.streams' : 'settings.rooms')}
      list={list}
      search={words('search')}
      filters={[
        {
          field: 'status',
          label: t('settings.status'),
          options: [{ value: 'all', label: t('settings.status.all') }, ...ROOM_STATUSES.map((value) => ({ value, label: t(`settings.status.${value}`) }))],
          segment: true,
        },
      ]}
      empty={{
        icon: 'radio',
        title: words('none'),
        text: words('none_text'),
        action: (
          <Button variant="primary" icon="plus" onClick={add}>
            {words('new')}
          </Button>
        ),
      }}
      found={{ title: words('none_found') }}
      columns={[
        {
          key: 'name',
          title: t('settings.name'),
          render: (room) => (
            <span className="grid">
              <Link to={`/live/${room.slug}`} className="font-medium hover:underline">
                {room.name}
              </Link>
              <span className="text-12 text-text-3">{room.space?.name ?? t(`settings.access.${room.access_type}`)}</span>
            </span>
          ),
        },
        { key: 'status', state: true, title: t('settings.status'), render: (room) => <StatusBadge room={room} /> },
        {
          key: 'when',
          title: t('settings.when'),
          className: 'whitespace-nowrap',
          render: (room) => (
            <span className="tabular-nums">
              <Time value={room.closed_at ?? room.live_at ?? room.starts_at ?? room.created_at} kind="datetime" />
            </span>
          ),
        },
        { key: 'people', title: t('settings.people'), render: (room) => <People room={room} /> },
        {
          key: 'recording',
          title: t('settings.recording'),
          render: (room) =>
            room.is_recording ? <Badge tone="danger">{t('settings.recording.running')}</Badge> : t(room.recording_enabled ? 'settings.on' : 'settings.off'),
        },
      ]}
      menu={(room) => ({
        label: t('settings.menu', { name: room.name }),
        items: [
          { label: t('settings.open'), icon: 'door-open', to: `/live/${room.slug}` },
          { label: t('settings.copy_link'), icon: 'link', onSelect: () => void copy(`${location.origin}/live/${room.slug}`, t('settings.link.copied')) },
          room.access_type === 'public_stream' && {
            label: t('settings.copy_public'),
            icon: 'globe',
            onSelect: () => void copy(`${location.origin}/live/${room.slug}/public`, t('settings.link.copied')),
          },
          room.can_moderate && {
            label: t('settings.attendance'),
            icon: 'download',
            onSelect: () => location.assign(`/internal_api/live/${room.id}/participants.csv`),
          },
          room.can_host && { label: t('settings.edit'), icon: 'pencil', onSelect: () => setEdited(room) },
          room.can_manage && '-',
          room.can_manage && {
            label: t('settings.delete'),
            icon: 'trash-2',
            tone: 'danger',
            onSelect: () =>
              void remove(
                { params: { id: room.id } },
                { title: t('settings.delete.title', { name: room.name }), text: t('settings.delete.text'), action: t('settings.delete') },
                t('settings.room.deleted', { name: room.name }),
              ),
          },
        ],
      })}
    >
      {edited && <RoomForm type={type} room={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </ListScreen>
  )
}
