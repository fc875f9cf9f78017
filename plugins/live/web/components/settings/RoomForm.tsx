/** A room or stream in a dialog: a new one, or one to be changed. */
import { Field, FormDialog, Input, RadioGroup, Textarea, toast, useFieldErrors, useNavigate, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type LiveRoom, MAX_NAME, VIEW_TYPES } from '../../../contract.ts'
import { changeOf, creationOf } from '../../room/routesOf.ts'
import { Options } from './Options.tsx'
import { type Values, valuesOf } from './values.ts'
import { WhoComes } from './WhoComes.tsx'

interface RoomFormProps {
  type: LiveRoom['room_type']
  /** Null: a new one. */
  room: LiveRoom | null
  onClose: () => void
}
export function RoomForm({ type, room, onClose }: RoomFormProps) {
  const t = useT()
  const navigate = useNavigate()
  const [values, setValues] = useState(() => valuesOf(room))
  const create = useWrite(creationOf(type), { invalidates: [contract], onSuccess: (made) => navigate(`/live/${made.slug}`) })
  const change = useWrite(changeOf(type), {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t('settings.saved'))
      onClose()
    },
  })
  const { error, isPending } = room ? change : create
  const errors = useFieldErrors(error)
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const send = () => {
    const { slug, ...rest } = values
    const body = { room: { ...rest, ...(slug && { slug }) } }
    return room ? change.mutateAsync({ params: { id: room.id }, body }) : create.mutateAsync({ body })
  }
  const part = { values, set, errors, type }
  return (
    <FormDialog
      title={t(`settings.${type}.${room ? 'edit' : 'new'}`)}
      width={560}
      onClose={onClose}
      onSubmit={send}
      error={error}
      action={t(room ? 'settings.save' : `settings.${type}.create`)}
      pending={isPending}
    >
      <Field label={t('settings.name')} error={errors['room.name']}>
        <Input
          value={values.name}
          maxLength={MAX_NAME}
          required
          autoFocus
          placeholder={t(`settings.${type}.example`)}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label={t('settings.description')} error={errors['room.description']}>
        <Textarea rows={2} maxLength={2_000} value={values.description} onChange={(event) => set({ description: event.target.value })} />
      </Field>
      {room && (
        <Field label={t('settings.slug')} error={errors['room.slug']} help={`${location.host}/live/${values.slug}`}>
          <Input dir="ltr" value={values.slug} maxLength={80} required onChange={(event) => set({ slug: event.target.value })} />
        </Field>
      )}
      <WhoComes {...part} />
      <Field label={t('settings.view_type')}>
        <RadioGroup
          value={values.view_type}
          onChange={(view_type) => set({ view_type })}
          options={VIEW_TYPES.map((value) => ({ value, label: t(`settings.view_type.${value}`) }))}
        />
      </Field>
      <Options {...part} />
    </FormDialog>
  )
}
