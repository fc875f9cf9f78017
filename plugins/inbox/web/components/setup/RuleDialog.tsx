/** A rule: what it looks at, and what it does. */
import { Checkbox, Field, FormDialog, Input, Select, SettingRow, Switch, useFieldErrors, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { PRIORITIES, type Rule } from '../../../contract.ts'
import { ConditionRows } from './ConditionRows.tsx'

const { routes } = contract
type Draft = Omit<Rule, 'id'>
const NEW: Draft = { name: '', is_enabled: true, conditions: [], assignee_id: null, team_id: null, tag_ids: [], priority: null }

interface ActsProps {
  draft: Draft
  set: (next: Partial<Draft>) => void
}
function Acts({ draft, set }: ActsProps) {
  const t = useT()
  const colleagues = useRead(routes.colleagues).data?.records ?? []
  const teams = useRead(routes.teams).data?.records ?? []
  const tags = useRead(routes.tags).data?.records ?? []
  const optionsOf = (records: readonly { id: number; name: string }[]) => [
    { value: '', label: t('rules.unchanged') },
    ...records.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const toggle = (id: number, isOn: boolean) => set({ tag_ids: isOn ? [...draft.tag_ids, id] : draft.tag_ids.filter((one) => one !== id) })
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-13 font-medium">{t('rules.actions')}</legend>
      <div className="grid gap-4 desk:grid-cols-2">
        <Field label={t('rules.assignee')}>
          <Select
            value={String(draft.assignee_id ?? '')}
            options={optionsOf(colleagues)}
            onChange={(event) => set({ assignee_id: Number(event.target.value) || null })}
          />
        </Field>
        <Field label={t('rules.team')}>
          <Select value={String(draft.team_id ?? '')} options={optionsOf(teams)} onChange={(event) => set({ team_id: Number(event.target.value) || null })} />
        </Field>
      </div>
      <Field label={t('priority')}>
        <Select
          value={draft.priority ?? ''}
          options={[{ value: '', label: t('rules.unchanged') }, ...PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))]}
          onChange={(event) => set({ priority: PRIORITIES.find((one) => one === event.target.value) ?? null })}
        />
      </Field>
      {tags.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-13 font-medium">{t('tags.title')}</legend>
          <div className="grid max-h-48 gap-2 overflow-y-auto desk:grid-cols-2">
            {tags.map(({ id, name }) => (
              <Checkbox key={id} label={name} checked={draft.tag_ids.includes(id)} onChange={(isOn) => toggle(id, isOn)} />
            ))}
          </div>
        </fieldset>
      )}
    </fieldset>
  )
}

export function RuleDialog({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const t = useT()
  const [draft, setDraft] = useState<Draft>(() => {
    const { id: _, ...fields } = rule ?? { id: 0, ...NEW }
    return fields
  })
  const set = (next: Partial<Draft>) => setDraft((old) => ({ ...old, ...next }))
  const options = { invalidates: [routes.rules], onSuccess: onClose }
  const create = useWrite(routes.createRule, options)
  const update = useWrite(routes.updateRule, options)
  const write = rule ? update : create
  const errors = useFieldErrors(write.error)
  const body = { rule: { ...draft, name: draft.name.trim() } }
  return (
    <FormDialog
      title={t(rule ? 'rules.edit' : 'rules.new')}
      width={640}
      action={t('setup.save')}
      pending={write.isPending}
      disabled={draft.name.trim() === ''}
      error={write.error}
      onClose={onClose}
      onSubmit={() => (rule ? update.mutateAsync({ params: { id: rule.id }, body }) : create.mutateAsync({ body }))}
    >
      <Field label={t('rules.name')} error={errors['rule.name']}>
        <Input
          value={draft.name}
          maxLength={80}
          required
          autoFocus
          placeholder={t('rules.name_example')}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <ConditionRows value={draft.conditions} onChange={(conditions) => set({ conditions })} />
      <Acts draft={draft} set={set} />
      <SettingRow title={t('rules.on')} control={(aria) => <Switch {...aria} checked={draft.is_enabled} onChange={(is_enabled) => set({ is_enabled })} />} />
    </FormDialog>
  )
}
