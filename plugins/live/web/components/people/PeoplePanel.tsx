/** Who is at the door, who has a hand up, who is in the room. */
import {
  Button,
  EmptyState,
  IconButton,
  LoadMore,
  Note,
  Query,
  SearchField,
  SkeletonText,
  toast,
  useRead,
  useReadPages,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Participant } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { AtDoor } from './AtDoor.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { PersonRow } from './PersonRow.tsx'
import { Section } from './Section.tsx'

const { routes } = contract
/** A search is worth its place from so many on. */
const MANY = 8

export function PeoplePanel() {
  const t = useT()
  const { room, people } = useCall()
  const [text, setText] = useState('')
  const search = useSettled(text.trim())
  const params = { id: room.id }
  const query = useReadPages(routes.participants, { params, query: { per_page: 50, ...(search && { search_text: search }) } }, { keepPrevious: true })
  const door = useRead(routes.participants, { params, query: { status: 'waiting' } }, { enabled: room.can_moderate })
  const hands = people.filter(({ hand_raised_at }) => hand_raised_at !== null)
  const byTime = hands.toSorted((one, other) => Date.parse(one.hand_raised_at!) - Date.parse(other.hand_raised_at!))
  const isHidden = room.hide_participants_list && !room.can_moderate
  return (
    <>
      {room.participants_preview.count >= MANY && !isHidden && (
        <div className="flex-none border-b p-2.5">
          <SearchField value={text} onChange={setText} placeholder={t('people.search')} />
        </div>
      )}
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
        role="region"
        aria-label={t('stage.tab.people')}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3.5 py-3 outline-offset-[-2px] [scrollbar-width:thin]"
      >
        {door.data && door.data.records.length > 0 && <AtDoor people={door.data.records} />}
        {hands.length > 0 && !search && (
          <Section title={t('people.hands')} count={hands.length}>
            {byTime.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </Section>
        )}
        {isHidden && (
          <Note className="mb-3" icon="eye-off">
            {t('people.hidden')}
          </Note>
        )}
        <Query
          query={query}
          skeleton={<SkeletonText lines={5} />}
          isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
          empty={<EmptyState icon="users" title={t('people.none')} className="px-2! py-8!" />}
        >
          {({ pages }) => (
            <Section title={hands.length > 0 || door.data?.records.length ? t('people.in') : null} count={room.participants_preview.count}>
              {ordered(pages.flatMap(({ records }) => records)).map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
              <LoadMore query={query} />
            </Section>
          )}
        </Query>
      </div>
      {room.can_host && <Foot />}
    </>
  )
}
const RANKS = { host: 0, cohost: 1, moderator: 2, participant: 3 } as const
const ordered = (people: readonly Participant[]) => people.toSorted((one, other) => RANKS[one.role] - RANKS[other.role])

function Foot() {
  const t = useT()
  const { room } = useCall()
  const [isInviting, setInviting] = useState(false)
  const mute = useWrite(routes.muteAll, {
    invalidates: [routes.participants],
    onSuccess: () => toast.success(t('people.all.muted')),
    onError: (error) => toast.error(error.message),
  })
  return (
    <div className="flex flex-none items-center gap-2 border-t px-3.5 py-2.5">
      <Button size="sm" icon="user-plus" onClick={() => setInviting(true)}>
        {t('people.invite')}
      </Button>
      {room.room_type === 'conference' && (
        <Button size="sm" icon="mic-off" loading={mute.isPending} onClick={() => mute.mutate({ params: { id: room.id } })}>
          {t('people.mute_all')}
        </Button>
      )}
      <span className="flex-1" />
      {room.is_locked && <IconButton size="sm" icon="lock" label={t('people.is_locked')} disabled />}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  )
}
