/** What can be done with a conversation: whose it is, snoozing, how urgent it is, solving, closing. */
import {
  Avatar,
  Button,
  Icon,
  IconButton,
  Menu,
  type MenuItem,
  MomentDialog,
  useMoments,
  useNarrow,
  useRead,
  useSession,
  useShortcut,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Chat, PRIORITIES } from '../../contract.ts'
import { type Change, useUpdate } from './useUpdate.ts'

const { routes } = contract

function useAssigning(chat: Chat, change: Change): MenuItem[] {
  const t = useT()
  const { member } = useSession()
  const colleagues = useRead(routes.colleagues, undefined, { staleTime: 300_000 }).data?.records ?? []
  const teams = useRead(routes.teams, undefined, { staleTime: 300_000 }).data?.records ?? []
  const own = colleagues.find(({ id }) => id === member?.id)
  const { assignee, team } = chat
  return [
    { heading: t('assign.heading') },
    ...(own ? [{ label: t('assign.me'), checked: assignee?.id === own.id, onSelect: () => change({ assignee_id: own.id }) }] : []),
    ...colleagues
      .filter(({ id }) => id !== own?.id)
      .map(({ id, name }) => ({ label: name, checked: assignee?.id === id, onSelect: () => change({ assignee_id: id }) })),
    { label: t('unassigned'), checked: assignee === null, onSelect: () => change({ assignee_id: null }) },
    ...(teams.length > 0
      ? [{ heading: t('assign.team') }, ...teams.map(({ id, name }) => ({ label: name, checked: team?.id === id, onSelect: () => change({ team_id: id }) }))]
      : []),
    ...(team ? [{ label: t('assign.no_team'), icon: 'x', onSelect: () => change({ team_id: null }) }] : []),
  ]
}

function useSnoozing(chat: Chat, change: Change, onChoose: () => void): MenuItem[] {
  const t = useT()
  const moments = useMoments()
  if (chat.status !== 'open') return []
  return [
    { heading: t('snooze.label') },
    ...moments.map(({ label, at }) => ({ label, icon: 'clock', onSelect: () => change({ snoozed_until: at.toISOString() }) })),
    { label: t('snooze.choose'), icon: 'calendar', onSelect: onChoose },
    ...(chat.snoozed_until ? [{ label: t('snooze.end'), icon: 'rotate-ccw', onSelect: () => change({ snoozed_until: null }) }] : []),
  ]
}

function useMore(chat: Chat, change: Change): MenuItem[] {
  const t = useT()
  return [
    { heading: t('priority') },
    ...PRIORITIES.map((priority) => ({
      label: t(`priority.${priority}`),
      checked: chat.priority === priority,
      onSelect: () => change({ priority: chat.priority === priority ? null : priority }),
    })),
    ...(chat.status === 'closed' ? [] : ['-' as const, { label: t('act.close'), icon: 'archive', onSelect: () => change({ status: 'closed' as const }) }]),
  ]
}

function AssignButton({ chat, items }: { chat: Chat; items: MenuItem[] }) {
  const t = useT()
  const { member } = useSession()
  const { assignee } = chat
  const name = assignee ? (assignee.id === member?.id ? t('you') : assignee.name) : (chat.team?.name ?? t('unassigned'))
  return (
    <Menu
      trigger={
        <Button aria-label={t('assign.now', { name })}>
          {assignee && <Avatar id={assignee.id} name={assignee.name} src={assignee.avatar_url} size={20} />}
          <span className="max-w-32 truncate">{name}</span>
          <Icon name="chevron-down" size="sm" />
        </Button>
      }
      items={items}
    />
  )
}

export function Acts({ chat }: { chat: Chat }) {
  const t = useT()
  const narrow = useNarrow()
  const { change, isPending } = useUpdate(chat.id)
  const [choosing, setChoosing] = useState(false)
  const assigning = useAssigning(chat, change)
  const snoozing = useSnoozing(chat, change, () => setChoosing(true))
  const more = useMore(chat, change)
  const isOpen = chat.status === 'open'
  const turn = () => {
    if (!isPending) change({ status: isOpen ? 'solved' : 'open' })
  }
  useShortcut('e', turn, t(isOpen ? 'act.solve' : 'act.reopen'))
  return (
    <div className="flex flex-none items-center gap-1">
      {!narrow && <AssignButton chat={chat} items={assigning} />}
      {!narrow && isOpen && <Menu trigger={<IconButton icon="moon" label={t('snooze.label')} pressed={chat.snoozed_until !== null} />} items={snoozing} />}
      <Menu
        trigger={<IconButton icon="ellipsis" label={t('act.more')} className="max-desk:size-11" />}
        items={narrow ? [...assigning, '-', ...snoozing, ...more] : more}
      />
      <Button variant={isOpen ? 'primary' : 'default'} icon={isOpen ? 'check' : 'rotate-ccw'} loading={isPending} onClick={turn} className="max-desk:min-h-10">
        {t(isOpen ? 'act.solve' : 'act.reopen')}
      </Button>
      {choosing && (
        <MomentDialog
          title={t('snooze.title')}
          action={t('snooze.action')}
          onClose={() => setChoosing(false)}
          onPick={(at) => {
            setChoosing(false)
            change({ snoozed_until: at.toISOString() })
          }}
        />
      )}
    </div>
  )
}
