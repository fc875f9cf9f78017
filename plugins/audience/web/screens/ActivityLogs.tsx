/** Who did what to whom, from which address; filtered, exported, and for how long it is kept. */
import { AdminPage, Combobox, type ComboboxOption, call, Field, Input, Select, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'
import { type LogQuery, Logs } from '../components/Logs.tsx'

const { routes } = contract
/** Beginnings of what is written down; each stands for a family of acts. */
const FAMILIES = [
  'member',
  'role',
  'audience',
  'contact',
  'member_tag',
  'segment',
  'invitation',
  'import',
  'access',
  'ban',
  'community',
  'space',
  'post',
  'masquerade',
  'plugin',
] as const

const people = async (text: string): Promise<ComboboxOption[]> => {
  const { records } = await call(routes.list, { query: { search_text: text || undefined, kind: 'members', per_page: 8, sort: 'alphabetical' } })
  return records.map((one) => ({ value: String(one.member_id), label: one.name, avatar: { id: one.member_id!, name: one.name, src: one.avatar_url } }))
}

export default function ActivityLogs() {
  const t = useT()
  const [actor, setActor] = useState<ComboboxOption | null>(null)
  const [subject, setSubject] = useState<ComboboxOption | null>(null)
  const [action, setAction] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const query: LogQuery = {
    ...(actor ? { actor_id: Number(actor.value) } : {}),
    ...(subject ? { subject_id: Number(subject.value) } : {}),
    ...(action ? { action } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
  const csv = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return (
    <AdminPage
      name="audience/ActivityLogs"
      title={t('admin.logs')}
      text={t('logs.text')}
      actions={[
        { label: t('logs.keep'), icon: 'settings', to: '/settings/plugins/audience' },
        { label: t('export'), icon: 'download', onSelect: () => window.location.assign(`/settings/members/activity_logs.csv?${csv}`) },
      ]}
      who="members.manage"
      wide
    >
      <div className="mb-4 grid gap-3 desk:grid-cols-5">
        <Field label={t('logs.actor')}>
          <Combobox load={people} value={actor} onChange={setActor} placeholder={t('logs.anybody')} />
        </Field>
        <Field label={t('logs.subject')}>
          <Combobox load={people} value={subject} onChange={setSubject} placeholder={t('logs.anybody')} />
        </Field>
        <Field label={t('logs.action')}>
          <Select
            value={action}
            onChange={(event) => setAction(event.target.value)}
            options={[{ value: '', label: t('logs.everything') }, ...FAMILIES.map((one) => ({ value: one, label: t(`logs.family_${one}`) }))]}
          />
        </Field>
        <Field label={t('logs.from')}>
          <Input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field label={t('logs.to')}>
          <Input type="date" value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
      </div>
      <Logs query={query} />
    </AdminPage>
  )
}
