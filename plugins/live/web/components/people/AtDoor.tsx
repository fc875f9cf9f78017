/** Those in the waiting room, and the way in for them. */
import { Avatar, Button, IconButton, toast, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Participant } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { Section } from './Section.tsx'

const { routes } = contract

export function AtDoor({ people }: { people: readonly Participant[] }) {
  const t = useT()
  const { room } = useCall()
  const options = { invalidates: [routes.participants, routes.bySlug], onError: (error: Error) => toast.error(error.message) }
  const admit = useWrite(routes.updateParticipant, options)
  const refuse = useWrite(routes.removeParticipant, options)
  const of = ({ id }: Participant) => ({ params: { id: room.id, participantId: id } })
  return (
    <Section title={t('people.door')} count={people.length}>
      {people.map((person) => (
        <li key={person.id} className="-mx-1 mb-1.5 flex items-center gap-2.5 rounded-card bg-warning-soft px-2.5 py-2">
          <Avatar id={person.community_member_id ?? person.id} name={person.name} src={person.avatar_url} size={28} />
          <span className="min-w-0 flex-1 truncate text-13 font-medium">{person.name}</span>
          <Button size="sm" variant="primary" onClick={() => admit.mutate({ ...of(person), body: { participant: { is_admitted: true } } })}>
            {t('people.admit')}
          </Button>
          <IconButton size="sm" icon="x" label={t('people.refuse', { name: person.name })} onClick={() => refuse.mutate(of(person))} />
        </li>
      ))}
    </Section>
  )
}
