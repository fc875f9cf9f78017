/** What those who run a room do with those who are in it. */
import { toast, useAskedWrite, useT, useWrite } from '@atrium/sdk/web'
import contract, { type LiveRoom, type Participant } from '../../../contract.ts'

const { routes } = contract
const STALE = [routes.participants, routes.bySlug]
export type NewRole = 'cohost' | 'moderator' | 'participant'

export function usePeopleActs(room: Pick<LiveRoom, 'id' | 'name'>) {
  const t = useT()
  const options = { invalidates: STALE, onError: (error: Error) => toast.error(error.message) }
  const update = useWrite(routes.updateParticipant, options)
  const role = useWrite(routes.changeRole, options)
  const remove = useWrite(routes.removeParticipant, { ...options, onSuccess: () => toast.success(t('people.person.removed')) })
  const ban = useAskedWrite(routes.removeParticipant, STALE)
  const of = ({ id }: Participant) => ({ params: { id: room.id, participantId: id } })
  return {
    lowerHand: (person: Participant) => update.mutate({ ...of(person), body: { participant: { hand_raised: false } } }),
    toggleMuted: (person: Participant) => update.mutate({ ...of(person), body: { participant: { is_muted: !person.is_muted } } }),
    setRole: (person: Participant, next: NewRole) => role.mutate({ ...of(person), body: { role: next } }),
    remove: (person: Participant) => remove.mutate(of(person)),
    ban: (person: Participant) =>
      void ban(
        { ...of(person), query: { ban: 'true' } },
        { title: t('people.ban.title', { name: person.name }), text: t('people.ban.text', { room: room.name }), action: t('people.ban') },
        t('people.person.banned', { name: person.name }),
      ),
  }
}
