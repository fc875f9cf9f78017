/** Whom a room is for: everyone, its space, the invited, or visitors too. */
import { Combobox, Field, RadioGroup, Select, useRead, useT } from '@atrium/sdk/web'
import spaces from '../../../../spaces/contract.ts'
import { ACCESS_TYPES } from '../../../contract.ts'
import { findMembers } from '../people/findMembers.ts'
import { useInvited } from './useInvited.ts'
import type { PartProps } from './values.ts'

export function WhoComes({ values, set, errors, type }: PartProps) {
  const t = useT()
  const { data } = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  const known = data?.records ?? []
  const { space_id, access_type, invited_entities_ids: invited } = values
  const [members, setMembers] = useInvited(invited.members_ids, (members_ids) => set({ invited_entities_ids: { ...invited, members_ids } }))
  const findSpaces = async (text: string) => {
    const typed = text.toLocaleLowerCase()
    return known.filter(({ name }) => name.toLocaleLowerCase().includes(typed)).map(({ id, name }) => ({ value: String(id), label: name }))
  }
  return (
    <>
      <Field label={t('settings.space')} help={t('settings.space.help')} error={errors['room.space_id']}>
        <Select
          value={String(space_id ?? '')}
          options={[{ value: '', label: t('settings.space.none') }, ...known.map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={(event) => set({ space_id: event.target.value === '' ? null : Number(event.target.value) })}
        />
      </Field>
      <Field label={t('settings.access')} error={errors['room.access_type']}>
        <RadioGroup
          cards
          value={access_type}
          onChange={(next) => set({ access_type: next })}
          options={ACCESS_TYPES.filter((value) => type === 'stream' || value !== 'public_stream').map((value) => ({
            value,
            label: t(`settings.access.${value}`),
            text: t(value === 'open' && space_id !== null ? 'settings.access.open.of_space' : `settings.access.${value}.help`),
          }))}
        />
      </Field>
      <Field label={t('settings.invited')} help={t('settings.invited.help')} error={errors['room.invited_entities_ids']}>
        <Combobox multiple value={members} onChange={setMembers} load={findMembers} label={t('settings.invited')} placeholder={t('settings.invited.find')} />
      </Field>
      <Field label={t('settings.invited_spaces')}>
        <Combobox
          multiple
          value={known.filter(({ id }) => invited.spaces_ids.includes(id)).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(chosen) => set({ invited_entities_ids: { ...invited, spaces_ids: chosen.map(({ value }) => Number(value)) } })}
          load={findSpaces}
          label={t('settings.invited_spaces')}
          placeholder={t('settings.invited_spaces.find')}
        />
      </Field>
    </>
  )
}
