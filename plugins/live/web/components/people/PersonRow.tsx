/** Somebody in the room, and what may be done for or against them. */
import { Avatar, Badge, Icon, IconButton, Menu, useSession, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { Participant } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { ReportDialog } from './ReportDialog.tsx'
import { usePeopleActs } from './usePeopleActs.ts'

export function PersonRow({ person }: { person: Participant }) {
  const t = useT()
  const { has } = useSession()
  const { room, me, seats } = useCall()
  const acts = usePeopleActs(room)
  const [isReporting, setReporting] = useState(false)
  const { id, name, role, headline, hand_raised_at, is_muted, can_speak, community_member_id: memberId, public_uid } = person
  const isMe = id === me.id
  const seat = seats.find(({ participantId, source }) => participantId === id && source === 'camera')
  const isQuiet = is_muted || (seat?.isMuted ?? true)
  const mayAct = room.can_moderate && !isMe && role !== 'host' && (room.can_manage || role === 'participant' || (room.can_host && role === 'moderator'))
  const makes = (next: 'cohost' | 'moderator' | 'participant') =>
    room.can_host && mayAct && memberId !== null && role !== next && (next !== 'cohost' || room.can_manage) && (role !== 'cohost' || room.can_manage)
  const items = [
    mayAct && hand_raised_at !== null && { label: t('stage.lower_hand'), icon: 'hand', onSelect: () => acts.lowerHand(person) },
    mayAct &&
      room.room_type === 'conference' && {
        label: t(is_muted ? 'people.unmute' : 'people.mute'),
        icon: is_muted ? 'mic' : 'mic-off',
        onSelect: () => acts.toggleMuted(person),
      },
    makes('cohost') && { label: t('people.make.cohost'), icon: 'user-check', onSelect: () => acts.setRole(person, 'cohost') },
    makes('moderator') && { label: t('people.make.moderator'), icon: 'shield', onSelect: () => acts.setRole(person, 'moderator') },
    makes('participant') && { label: t('people.make.participant'), icon: 'user', onSelect: () => acts.setRole(person, 'participant') },
    public_uid !== '' && { label: t('people.profile'), icon: 'circle-user', onSelect: () => window.open(`/u/${public_uid}`, '_blank', 'noopener') },
    !isMe && memberId !== null && has('moderation') && { label: t('people.report'), icon: 'flag', onSelect: () => setReporting(true) },
    mayAct && ('-' as const),
    mayAct && { label: t('people.remove'), icon: 'user-minus', tone: 'danger' as const, onSelect: () => acts.remove(person) },
    mayAct && room.can_host && { label: t('people.ban'), icon: 'ban', tone: 'danger' as const, onSelect: () => acts.ban(person) },
  ]
  return (
    <li className="flex min-h-11 items-center gap-2.5 py-1.5">
      <Avatar id={memberId ?? id} name={name} src={person.avatar_url} size={32} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5">
          <span className="truncate text-13 font-medium">{isMe ? t('people.you', { name }) : name}</span>
          {role !== 'participant' && <Badge className="flex-none">{t(`people.role.${role}`)}</Badge>}
        </span>
        {headline && <span className="block truncate text-12 text-text-3">{headline}</span>}
      </span>
      {hand_raised_at !== null && (
        <span className="text-warning">
          <Icon name="hand" label={t('stage.hand_up', { name })} />
        </span>
      )}
      {(can_speak || is_muted) && (
        <span className="text-text-3">
          <Icon name={isQuiet ? 'mic-off' : 'mic'} size="sm" label={t(is_muted ? 'people.muted_by_host' : isQuiet ? 'stage.muted' : 'stage.unmuted')} />
        </span>
      )}
      {items.some(Boolean) && (
        <Menu trigger={<IconButton size="sm" icon="ellipsis" label={t('people.menu', { name })} className="max-desk:size-10!" />} items={items} />
      )}
      {isReporting && <ReportDialog person={person} onClose={() => setReporting(false)} />}
    </li>
  )
}
