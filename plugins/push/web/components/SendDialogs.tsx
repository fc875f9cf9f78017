/** When it is sent, and whom a test goes to. */
import { ownZone, zoneCity } from '@atrium/sdk'
import { Checkbox, Combobox, type ComboboxOption, Field, FormDialog, Input, RadioGroup, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'
import { findMembers } from './findMembers.ts'

const { routes } = contract
/** What a `datetime-local` field takes. */
const local = (date: Date): string => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
function tomorrow(): Date {
  const date = new Date()
  date.setDate(date.getDate() + 1)
  date.setHours(9, 0, 0, 0)
  return date
}

export function ScheduleDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT()
  const [value, setValue] = useState(local(tomorrow()))
  const [isLocal, setLocal] = useState(false)
  const zone = ownZone()
  const write = useWrite(routes.sendBroadcast, {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t('schedule.done'))
      onClose()
    },
  })
  const at = new Date(value)
  const errors = useFieldErrors(write.error)
  const past = !(at > new Date())
  const submit = () => write.mutateAsync({ params: { id }, body: { scheduled_at: at.toISOString(), is_local_time: isLocal, time_zone: zone } }).catch(() => {})
  return (
    <FormDialog
      title={t('schedule.title')}
      width={440}
      onClose={onClose}
      onSubmit={submit}
      error={write.error}
      action={t('schedule.action')}
      pending={write.isPending}
      disabled={past}
      className="grid gap-4"
    >
      <Field
        label={t('schedule.when')}
        help={t('schedule.zone', { zone: zoneCity(zone) })}
        error={errors.scheduled_at ?? (past ? t('schedule.past') : undefined)}
      >
        <Input type="datetime-local" value={value} min={local(new Date())} onChange={(event) => setValue(event.target.value)} />
      </Field>
      <div className="grid gap-1">
        <Checkbox label={t('schedule.local')} checked={isLocal} onChange={setLocal} />
        <p className="ps-7 text-13 text-text-2">{t('schedule.local_help')}</p>
      </div>
    </FormDialog>
  )
}

export function TestDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT()
  const [to, setTo] = useState<'me' | 'member'>('me')
  const [member, setMember] = useState<ComboboxOption | null>(null)
  const write = useWrite(routes.sendTest, {
    onSuccess: ({ devices }) => {
      toast.success(t('test.done', { count: devices }))
      onClose()
    },
  })
  const errors = useFieldErrors(write.error)
  const submit = () =>
    write.mutateAsync({ params: { id }, body: to === 'member' && member ? { community_member_id: Number(member.value) } : {} }).catch(() => {})
  return (
    <FormDialog
      title={t('test.action')}
      width={440}
      onClose={onClose}
      onSubmit={submit}
      error={write.error}
      action={t('test.send')}
      pending={write.isPending}
      disabled={to === 'member' && !member}
      className="grid gap-4"
    >
      <RadioGroup
        label={t('test.to')}
        value={to}
        onChange={setTo}
        options={[
          { value: 'me', label: t('test.me') },
          { value: 'member', label: t('test.member') },
        ]}
      />
      {to === 'member' && (
        <Field label={t('test.who')} error={errors.community_member_id}>
          <Combobox load={findMembers} value={member} onChange={setMember} label={t('test.who')} autoFocus />
        </Field>
      )}
    </FormDialog>
  )
}
