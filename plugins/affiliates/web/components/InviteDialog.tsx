/** Asks members to take part; they say yes themselves. */
import { call, Combobox, type ComboboxOption, Field, IconButton, toast, useWrite, FormDialog } from '@atrium/sdk/web'
import { useState } from 'react'
import members from '../../../members/contract.ts'
import contract from '../../contract.ts'
import { useAffiliateWords } from './words.ts'

const MOST = 20
const load = async (text: string): Promise<ComboboxOption[]> => {
  const { records } = await call(members.routes.list, { query: { search_text: text, per_page: 10 } })
  return records.map((one) => ({
    value: String(one.id),
    label: one.name,
    text: one.headline ?? undefined,
    avatar: { id: one.id, name: one.name, src: one.avatar_url },
  }))
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useAffiliateWords()
  const [chosen, setChosen] = useState<ComboboxOption[]>([])
  const invite = useWrite(contract.routes.invite, {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t('invite.sent', { count: chosen.length }))
      onClose()
    },
  })
  const add = (one: ComboboxOption | null) => {
    if (one && !chosen.some(({ value }) => value === one.value)) setChosen([...chosen, one])
  }
  return (
    <FormDialog
      title={t('invite.title')}
      onClose={onClose}
      onSubmit={() => invite.mutateAsync({ body: { existing_member_ids: chosen.map(({ value }) => Number(value)) } })}
      error={invite.error}
      action={t('invite.act', { count: chosen.length })}
      pending={invite.isPending}
      disabled={chosen.length === 0}
    >
      <Field label={t('member')} help={t('invite.help', { max: MOST })}>
        <Combobox load={load} value={null} onChange={add} placeholder={t('invite.placeholder')} autoFocus disabled={chosen.length >= MOST} />
      </Field>
      <ul className="grid gap-1">
        {chosen.map((one) => (
          <li key={one.value} className="flex items-center gap-2">
            <span className="flex-1">{one.label}</span>
            <IconButton icon="x" label={t('invite.remove', { name: one.label })} onClick={() => setChosen(chosen.filter((other) => other !== one))} />
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
