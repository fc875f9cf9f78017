/** Teams: conversations are given to them, and their members are told. */
import { AvatarStack, Checkbox, Field, FormDialog, Input, useFieldErrors, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Team } from '../../../contract.ts'
import { Listed } from './Listed.tsx'
import { useDelete } from './useDelete.ts'

const { routes } = contract

function TeamDialog({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(team?.name ?? '')
  const [ids, setIds] = useState(team?.members.map(({ id }) => id) ?? [])
  const colleagues = useRead(routes.colleagues).data?.records ?? []
  const options = { invalidates: [routes.teams], onSuccess: onClose }
  const create = useWrite(routes.createTeam, options)
  const update = useWrite(routes.updateTeam, options)
  const write = team ? update : create
  const errors = useFieldErrors(write.error)
  const body = { team: { name: name.trim(), member_ids: ids } }
  return (
    <FormDialog
      title={t(team ? 'teams.edit' : 'teams.new')}
      action={t('setup.save')}
      pending={write.isPending}
      disabled={name.trim() === ''}
      error={write.error}
      onClose={onClose}
      onSubmit={() => (team ? update.mutateAsync({ params: { id: team.id }, body }) : create.mutateAsync({ body }))}
    >
      <Field label={t('teams.name')} error={errors['team.name']}>
        <Input value={name} maxLength={60} required autoFocus placeholder={t('teams.name_example')} onChange={(event) => setName(event.target.value)} />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-13 font-medium">{t('teams.members')}</legend>
        <div className="grid max-h-72 gap-2 overflow-y-auto">
          {colleagues.map(({ id, name: label }) => (
            <Checkbox key={id} label={label} checked={ids.includes(id)} onChange={(isOn) => setIds(isOn ? [...ids, id] : ids.filter((one) => one !== id))} />
          ))}
        </div>
        <p className="text-12 text-text-3">{t('teams.members_help')}</p>
        {errors['team.member_ids'] && <p className="text-13 text-danger">{errors['team.member_ids']}</p>}
      </fieldset>
    </FormDialog>
  )
}

export function Teams() {
  const t = useT()
  const query = useRead(routes.teams)
  const [open, setOpen] = useState<Team | 'new' | null>(null)
  const remove = useDelete(routes.destroyTeam, [routes.teams, routes.rules, routes.list, routes.show])
  return (
    <>
      <Listed
        title={t('setup.teams')}
        text={t('teams.text')}
        query={query}
        empty={{ icon: 'users', title: t('teams.none'), text: t('teams.none_text') }}
        add={{ label: t('teams.new'), onSelect: () => setOpen('new') }}
        nameOf={({ name }) => name}
        render={({ name, members }) => (
          <span className="flex items-center gap-3">
            <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            <AvatarStack people={members} max={4} />
            <span className="text-13 text-text-3">{t('teams.count', { count: members.length })}</span>
          </span>
        )}
        onEdit={setOpen}
        onDelete={({ id, name }) => void remove(id, t('teams.delete', { name }), t('teams.delete_text'), name)}
      />
      {open && <TeamDialog team={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  )
}
