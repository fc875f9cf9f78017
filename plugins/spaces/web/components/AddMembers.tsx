/** Brings people into a space or a group: members of the community at once, others by mail. */
import { Button, call, Combobox, type ComboboxOption, Dialog, Field, Form, Segment, toast, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'
import { InviteByMail } from './InviteByMail.tsx'
import type { Place } from './place.ts'

function AddMembersForm({ where, onDone }: { where: Place; onDone?: () => void }) {
  const t = useT()
  const [people, setPeople] = useState<ComboboxOption[]>([])
  const done = {
    invalidates: [contract],
    onSuccess: ({ added }: { added: number }) => {
      toast.success(t('add.done', { count: added }))
      setPeople([])
      onDone?.()
    },
  }
  const toSpace = useWrite(contract.routes.bulkAddMembers, done)
  const toGroup = useWrite(contract.routes.bulkAddGroupMembers, done)
  const write = 'space' in where ? toSpace : toGroup
  const load = async (query: string, signal: AbortSignal): Promise<ComboboxOption[]> => {
    const place = 'space' in where ? { space_id: where.space.id } : { space_group_id: where.group.id }
    const { records } = await call(contract.routes.candidates, { query: { query, ...place } }, { signal })
    return records.map((person) => ({
      value: String(person.community_member_id),
      label: person.name,
      text: person.headline ?? undefined,
      avatar: { id: person.community_member_id, name: person.name, src: person.avatar_url },
    }))
  }
  const submit = () => {
    const body = { community_member_ids: people.map(({ value }) => value) }
    return 'space' in where
      ? toSpace.mutateAsync({ params: { space_id: where.space.id }, body })
      : toGroup.mutateAsync({ params: { space_group_id: where.group.id }, body })
  }
  return (
    <Form onSubmit={submit} error={write.error}>
      <Field label={t('add.people')} help={t('add.help')}>
        <Combobox multiple load={load} value={people} onChange={setPeople} placeholder={t('add.placeholder')} label={t('add.people')} />
      </Field>
      <div>
        <Button type="submit" variant="primary" icon="user-plus" disabled={people.length === 0} loading={write.isPending}>
          {people.length ? t('add.action', { count: people.length }) : t('add.action')}
        </Button>
      </div>
    </Form>
  )
}

/** Both ways in, one at a time. */
export function BringPeople({ where, manages, onDone }: { where: Place; manages: boolean; onDone?: () => void }) {
  const t = useT()
  const [way, setWay] = useState<'members' | 'mail'>('members')
  return (
    <div className="grid gap-4">
      <div>
        <Segment
          label={t('add.way')}
          value={way}
          onChange={setWay}
          items={[
            { value: 'members', label: t('add.byName'), icon: 'users' },
            { value: 'mail', label: t('add.byMail'), icon: 'mail' },
          ]}
        />
      </div>
      {way === 'members' ? <AddMembersForm where={where} onDone={onDone} /> : <InviteByMail place={where} manages={manages} />}
    </div>
  )
}

export interface AddMembersProps {
  where: Place
  /** May this reader see and take back open invitations? */
  manages: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}
export function AddMembers({ where, manages, open, onOpenChange }: AddMembersProps) {
  const t = useT()
  const { name } = 'space' in where ? where.space : where.group
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('add.title', { name })} width={560}>
      <BringPeople where={where} manages={manages} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}
