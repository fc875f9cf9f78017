/** A new conversation: a message, a live chat, or a ticket. What was written stays on the device until the server has it. */
import {
  Button,
  Field,
  Form,
  Input,
  newUuid,
  Note,
  Select,
  Textarea,
  useDraft,
  useFieldErrors,
  useQueryCache,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { AREAS, type OwnChat, PRIORITIES, TICKET_TYPES } from '../../contract.ts'
import { FileChips, FilesButton } from './Files.tsx'
import { useHelp, type Way } from './places.ts'
import { useAttached } from './useAttached.ts'
import { useHome } from './useHome.ts'

const { routes } = contract
interface Draft {
  text: string
  subject: string
  type: (typeof TICKET_TYPES)[number]
  area: (typeof AREAS)[number]
  priority: (typeof PRIORITIES)[number]
  name: string
  email: string
  uuid: string
}

export function Write({ way, text }: { way: Way; text: string }) {
  const t = useT()
  const { go } = useHelp()
  const { data: home } = useHome()
  const { member } = useSession()
  const cache = useQueryCache()
  const [first] = useState<Draft>(() => ({
    ...{ text, subject: '', type: 'question', area: 'other', priority: PRIORITIES[0], name: '', email: '', uuid: newUuid() },
  }))
  const draft = useDraft<Draft>(`help:${way}`, first)
  const attached = useAttached()
  const { value } = draft
  const set = (changes: Partial<Draft>) => draft.set({ ...value, ...changes })
  const opened = {
    onSuccess: (chat: OwnChat) => {
      // at once: a site whose visitor leaves now still learns that they wait for an answer
      cache.update(routes.home, undefined, (read) => ({ ...read, latest: chat }))
      draft.clear()
      attached.clear()
      go({ at: 'messages' })
      go({ at: 'talk', id: chat.id })
    },
    invalidates: [routes.conversations, routes.home],
  }
  const writes = {
    message: useWrite(routes.createConversation, opened),
    live: useWrite(routes.createLiveChat, opened),
    ticket: useWrite(routes.ticket, opened),
  }
  const { error, isPending } = writes[way]
  const errors = useFieldErrors(error)
  const areas = home?.ticket_areas ?? AREAS
  const asksWho = home?.asks_email ?? false
  const send = () => {
    const said = {
      ...{ text: value.text, attachment_ids: attached.ids, creation_uuid: value.uuid },
      ...(asksWho && { email: value.email.trim() || undefined, name: value.name.trim() || undefined }),
    }
    const { subject, type, priority } = value
    const area = areas.includes(value.area) ? value.area : (areas[0] ?? 'other')
    if (way === 'ticket') writes.ticket.mutate({ body: { ticket: { ...said, subject, type, area, priority } } })
    else writes[way].mutate({ body: { conversation: said } })
  }
  const errorOf = (field: string) => errors[`conversation.${field}`] ?? errors[`ticket.${field}`]
  const chosen = <const T extends readonly string[]>(field: 'type' | 'area' | 'priority', all: T) => (
    <Field label={t(`ticket.${field}`)} error={errorOf(field)}>
      <Select
        value={value[field]}
        options={all.map((one) => ({ value: one, label: t(`ticket.${field}.${one}`) }))}
        onChange={(event) => set({ [field]: event.target.value })}
      />
    </Field>
  )
  return (
    <Form onSubmit={send} error={Object.keys(errors).length > 0 ? undefined : error} className="grid gap-4 p-4">
      {writes[way].isPaused && <Note icon="wifi-off">{t('talk.offline')}</Note>}
      {way !== 'live' && home?.live.flow === 'email' && <Note icon="clock">{t('write.later')}</Note>}
      {asksWho && (
        <div className="grid gap-4">
          <Field label={t('write.name')} error={errorOf('name')}>
            <Input value={value.name} maxLength={120} autoComplete="name" onChange={(event) => set({ name: event.target.value })} />
          </Field>
          <Field label={t('write.email')} help={t('write.email_help')} error={errorOf('email')}>
            <Input type="email" value={value.email} maxLength={320} autoComplete="email" required onChange={(event) => set({ email: event.target.value })} />
          </Field>
        </div>
      )}
      {way === 'ticket' && (
        <>
          <Field label={t('ticket.subject')} error={errorOf('subject')}>
            <Input value={value.subject} maxLength={200} onChange={(event) => set({ subject: event.target.value })} />
          </Field>
          {chosen('type', TICKET_TYPES)}
          {areas.length > 1 && chosen('area', areas)}
          {/* how much of a community is hit is nothing that a visitor of a shop could say */}
          {member && chosen('priority', PRIORITIES)}
        </>
      )}
      <Field label={t(way === 'ticket' ? 'ticket.text' : 'write.text')} error={errorOf('text')}>
        <Textarea rows={5} maxLength={10_000} dir="auto" value={value.text} onChange={(event) => set({ text: event.target.value })} />
      </Field>
      <FileChips files={attached.files} onRemove={attached.remove} />
      <div className="flex items-center gap-2">
        <FilesButton onAdd={attached.add} />
        <Button type="submit" variant="primary" className="min-w-0 flex-1" loading={isPending} disabled={attached.isBusy}>
          {t('write.send')}
        </Button>
      </div>
    </Form>
  )
}
