/** Members who are called into a room. */
import { Combobox, type ComboboxOption, Field, FormDialog, toast, useCopy, useT, useWrite, Button } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../../contract.ts'
import { useCall } from '../../room/call.ts'
import { addressOf } from '../../room/places.ts'
import { NOBODY } from '../settings/values.ts'
import { findMembers } from './findMembers.ts'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const copy = useCopy()
  const { room } = useCall()
  const [chosen, setChosen] = useState<ComboboxOption[]>([])
  const invite = useWrite(contract.routes.invite, {
    onSuccess: ({ invited_count }) => {
      toast.success(t('people.invited', { count: invited_count }))
      onClose()
    },
  })
  const send = () =>
    invite.mutateAsync({ params: { id: room.id }, body: { invited_entities_ids: { ...NOBODY, members_ids: chosen.map(({ value }) => Number(value)) } } })
  return (
    <FormDialog
      title={t('people.invite.title')}
      onClose={onClose}
      onSubmit={send}
      error={invite.error}
      action={t('people.invite')}
      pending={invite.isPending}
      disabled={chosen.length === 0}
      beside={
        <Button variant="ghost" icon="link" className="me-auto" onClick={() => void copy(addressOf(room), t('settings.link.copied'))}>
          {t('settings.copy_link')}
        </Button>
      }
    >
      <Field label={t('people.invite.members')} help={t('settings.invited.help')}>
        <Combobox
          multiple
          value={chosen}
          onChange={setChosen}
          load={findMembers}
          label={t('people.invite.members')}
          placeholder={t('settings.invited.find')}
          autoFocus
        />
      </Field>
    </FormDialog>
  )
}
