/** Makes an endpoint, or changes one. */
import { Field, FormDialog, Input, toast, useFieldErrors, useNavigate, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Endpoint, MAX_NAME, MAX_URL } from '../../contract.ts'
import { EventPicker } from './EventPicker.tsx'
import { endpointPath } from './place.ts'

const { routes } = contract

export function EndpointForm({ endpoint, onClose }: { endpoint: Endpoint | null; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [name, setName] = useState(endpoint?.name ?? '')
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [events, setEvents] = useState<string[] | null>(endpoint?.events ?? null)
  const create = useWrite(routes.create, { invalidates: [contract] })
  const update = useWrite(routes.update, { invalidates: [contract] })
  const { error, isPending } = endpoint ? update : create
  const errors = useFieldErrors(error)
  const body = { name: name.trim(), url: url.trim(), events }
  const save = async () => {
    const saved = await (endpoint ? update.mutateAsync({ params: { id: endpoint.id }, body }) : create.mutateAsync({ body }))
    toast.success(t(endpoint ? 'done.saved' : 'done.created'))
    if (!endpoint) navigate(endpointPath(saved.id))
    onClose()
  }
  return (
    <FormDialog
      title={t(endpoint ? 'edit.title' : 'new.title')}
      width={560}
      onClose={onClose}
      onSubmit={save}
      error={error}
      action={t(endpoint ? 'edit.save' : 'new.save')}
      pending={isPending}
      disabled={!body.name || !body.url || events?.length === 0}
    >
      <Field label={t('form.name')} error={errors.name}>
        <Input value={name} autoFocus={!endpoint} maxLength={MAX_NAME} placeholder={t('form.name_example')} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('form.url')} help={t('form.url_help')} error={errors.url}>
        <Input
          type="url"
          value={url}
          maxLength={MAX_URL}
          spellCheck={false}
          placeholder="https://example.com/hooks/atrium"
          className="font-mono"
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <EventPicker value={events} onChange={setEvents} error={errors.events} />
    </FormDialog>
  )
}
