/** Beside a conversation: who is in it, what is pinned, and what one may do with it. */
import {
  Avatar,
  call,
  IconButton,
  Icon,
  type IconRef,
  Link,
  LoadMore,
  Menu,
  Query,
  Skeleton,
  Slot,
  toast,
  useConfirm,
  useEvent,
  useNavigate,
  usePresence,
  useQueryCache,
  useRead,
  useReadPages,
  useSession,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type ChatRoom, type Participant } from '../../contract.ts'
import { AddDialog, RoomDialog } from './dialogs.tsx'

const { routes, events } = contract

function Act({ icon, label, onClick }: { icon: IconRef; label: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className="grid min-w-14 justify-items-center gap-1 rounded-control py-1 text-12 text-text-2 hover:text-text">
      <span className="grid size-9 place-items-center rounded-control bg-surface-2">
        <Icon name={icon} />
      </span>
      {label}
    </button>
  )
}

function Member({
  room,
  person,
  state,
  onChange,
}: {
  room: ChatRoom
  person: Participant
  state: 'online' | 'idle' | 'offline' | undefined
  onChange: () => void
}) {
  const t = useT()
  const { member } = useSession()
  const manages = room.current_participant.can_manage && room.chat_room_kind === 'group_chat'
  const own = person.community_member_id === member?.id
  const at = { params: { uuid: room.uuid, id: person.id } }
  const run = (work: Promise<unknown>) => work.then(onChange, (error: Error) => toast.error(error.message))
  return (
    <li className="flex items-center gap-2.5">
      <Avatar id={person.community_member_id} name={person.name} src={person.avatar_url} size={28} presence={state} />
      <span className="min-w-0 flex-1">
        <Link to={`/u/${person.user_public_uid}`} className="block truncate hover:underline">
          {person.name}
        </Link>
        {state !== 'online' && person.last_seen_text && (
          <span className="block truncate text-12 text-text-3">{t('presence.seen', { when: person.last_seen_text })}</span>
        )}
      </span>
      {person.admin && <span className="text-12 text-text-3">{t('member.admin')}</span>}
      {manages && !own && (
        <Menu
          trigger={<IconButton size="sm" icon="ellipsis" label={t('member.menu', { name: person.name })} />}
          items={[
            {
              label: t(person.admin ? 'member.demote' : 'member.promote'),
              icon: 'shield',
              onSelect: () => void run(call(routes.updateParticipant, { ...at, body: { admin: !person.admin } })),
            },
            { label: t('member.remove'), icon: 'user-minus', tone: 'danger', onSelect: () => void run(call(routes.removeParticipant, at)) },
          ]}
        />
      )}
    </li>
  )
}

export function Details({ room, onClose, onJump }: { room: ChatRoom; onClose: () => void; onJump: (id: number) => void }) {
  const t = useT()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const cache = useQueryCache()
  const [dialog, setDialog] = useState<'add' | 'room' | null>(null)
  const people = useReadPages(routes.participants, { params: { uuid: room.uuid }, query: { per_page: 50 } })
  const records = people.data?.pages.flatMap((page) => page.records) ?? []
  const pinned = useRead(routes.pinned, { params: { uuid: room.uuid } })
  const changed = () => {
    void cache.invalidate(routes.participants)
    void cache.invalidate(routes.pinned)
    void cache.invalidate(routes.show)
    void cache.invalidate(routes.list)
    void cache.invalidate(routes.pinnedRooms)
  }
  useEvent(events['room.changed'], ({ uuid }) => uuid === room.uuid && changed())
  const presence = usePresence(records.map((one) => one.community_member_id))
  const { id, muted, archived, pinned: isPinned, can_manage: manages } = room.current_participant
  const run = (work: Promise<unknown>, after?: () => void) =>
    void work.then(
      () => {
        changed()
        after?.()
      },
      (error: Error) => toast.error(error.message),
    )
  const own = { params: { uuid: room.uuid, id } }
  const isGroup = room.chat_room_kind === 'group_chat'
  const leave = async () => {
    if (await confirm({ title: t('leave.title', { name: room.chat_room_name }), text: t('leave.text'), action: t('leave.action'), tone: 'danger' }))
      run(call(routes.removeParticipant, own), () => navigate('/messages'))
  }
  const destroy = async () => {
    if (await confirm({ title: t('destroy.title', { name: room.chat_room_name }), text: t('destroy.text'), action: t('destroy.action'), tone: 'danger' }))
      run(call(routes.destroy, { params: { uuid: room.uuid } }), () => navigate('/messages'))
  }
  return (
    <aside
      className="flex h-full w-[300px] flex-none flex-col border-s bg-bg max-wide:absolute max-wide:inset-y-0 max-wide:end-0 max-wide:z-20 max-wide:shadow-float max-desk:inset-0 max-desk:w-full"
      aria-label={t('details.title')}
    >
      <header className="flex h-14 flex-none items-center justify-between border-b px-4">
        <h2 className="text-15">{t('details.title')}</h2>
        <IconButton icon="x" label={t('details.close')} onClick={onClose} />
      </header>
      <div className="grid content-start gap-6 overflow-y-auto p-4 text-13">
        <div className="grid grid-cols-4 justify-items-center gap-y-2">
          <Act
            icon={muted ? 'bell' : 'bell-off'}
            label={t(muted ? 'unmute' : 'mute')}
            onClick={() => run(call(routes.updateParticipant, { ...own, body: { muted: !muted } }))}
          />
          <Act
            icon={isPinned ? 'pin-off' : 'pin'}
            label={t(isPinned ? 'unpin' : 'pin')}
            onClick={() => run(call(isPinned ? routes.unpinRoom : routes.pinRoom, { params: { uuid: room.uuid } }))}
          />
          {isGroup && manages && <Act icon="user-plus" label={t('add.short')} onClick={() => setDialog('add')} />}
          <Act
            icon="archive"
            label={t(archived ? 'unarchive' : 'archive')}
            onClick={() => run(call(routes.updateParticipant, { ...own, body: { archived: !archived } }))}
          />
          <Act icon="download" label={t('export')} onClick={() => location.assign(`/internal_api/chat_rooms/${room.uuid}/export`)} />
          {isGroup && manages && <Act icon="pencil" label={t('edit')} onClick={() => setDialog('room')} />}
        </div>
        {pinned.data && pinned.data.records.length > 0 && (
          <section>
            <h3 className="mb-2 text-13">{t('pinned.title')}</h3>
            <ul className="grid gap-2">
              {pinned.data.records.map((one) => (
                <li key={one.id}>
                  <button type="button" onClick={() => onJump(one.id)} className="block w-full rounded-control bg-surface-2 p-3 text-start hover:bg-hover">
                    <span className="block text-12 font-semibold">{one.sender?.name}</span>
                    <span className="line-clamp-4 text-text-2">{one.body || t('last.file')}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {people.error?.status !== 403 && (
          <section>
            <h3 className="mb-2 text-13">{t('members.count', { count: room.chat_room_participants_count })}</h3>
            <Query query={people} skeleton={<Skeleton h={80} />}>
              {() => (
                <>
                  <ul className="grid gap-2.5 [--ring:var(--bg)]">
                    {records.map((person) => (
                      <Member key={person.id} room={room} person={person} state={presence.get(person.community_member_id)} onChange={changed} />
                    ))}
                  </ul>
                  <LoadMore query={people} />
                </>
              )}
            </Query>
          </section>
        )}
        <Slot of={contract.slots['chat.details']} props={{ room }} />
        {isGroup && (
          <section className="grid justify-items-start gap-1 border-t pt-4">
            <button type="button" className="flex min-h-9 items-center gap-2 text-danger hover:underline max-desk:min-h-11" onClick={() => void leave()}>
              <Icon name="log-out" size="sm" />
              {t('leave.action')}
            </button>
            {manages && (
              <button type="button" className="flex min-h-9 items-center gap-2 text-danger hover:underline max-desk:min-h-11" onClick={() => void destroy()}>
                <Icon name="trash-2" size="sm" />
                {t('destroy.action')}
              </button>
            )}
          </section>
        )}
      </div>
      {dialog === 'add' && (
        <AddDialog
          room={room}
          onClose={() => {
            setDialog(null)
            changed()
          }}
        />
      )}
      {dialog === 'room' && (
        <RoomDialog
          room={room}
          onClose={() => {
            setDialog(null)
            changed()
          }}
        />
      )}
    </aside>
  )
}
