/** Name, address and rules of a group. */
import { Button, Card, Field, Form, Input, SettingRow, Switch, useFieldErrors, useT } from '@atrium/sdk/web'
import { useState } from 'react'

const FLAGS = [
  'is_hidden_from_non_members',
  'hide_non_member_spaces_from_sidebar',
  'hide_members_count',
  'allow_members_to_create_spaces',
  'automatically_add_members_to_new_spaces',
  'add_members_to_space_group_on_space_join',
] as const
export type GroupValues = { name: string; slug: string } & Record<(typeof FLAGS)[number], boolean>
export const EMPTY_GROUP: GroupValues = {
  name: '',
  slug: '',
  is_hidden_from_non_members: false,
  hide_non_member_spaces_from_sidebar: false,
  hide_members_count: false,
  allow_members_to_create_spaces: false,
  automatically_add_members_to_new_spaces: false,
  add_members_to_space_group_on_space_join: false,
}

/** The form's values of a group, without what else a reply carries. */
export const valuesOf = (group: GroupValues): GroupValues =>
  Object.fromEntries(Object.keys(EMPTY_GROUP).map((key) => [key, group[key as keyof GroupValues]])) as GroupValues

export interface GroupFormProps {
  initial: GroupValues
  action: string
  error: unknown
  saving: boolean
  onSave: (values: GroupValues) => unknown
}
export function GroupForm({ initial, action, error, saving, onSave }: GroupFormProps) {
  const t = useT()
  const [values, setValues] = useState(initial)
  const errors = useFieldErrors(error)
  const set = (change: Partial<GroupValues>) => setValues({ ...values, ...change })
  return (
    <Form onSubmit={() => onSave(values)} error={error}>
      <Card pad className="grid gap-4">
        <Field label={t('form.name')} error={errors.name}>
          <Input value={values.name} onChange={(event) => set({ name: event.target.value })} maxLength={120} required />
        </Field>
        <Field label={t('form.slug')} help={t('form.slugHelp', { path: `/s/${values.slug || '…'}` })} error={errors.slug}>
          <Input value={values.slug} onChange={(event) => set({ slug: event.target.value.toLowerCase() })} maxLength={100} />
        </Field>
      </Card>
      <Card>
        {FLAGS.map((flag) => (
          <SettingRow
            key={flag}
            title={t(`group.flag.${flag}`)}
            text={t(`group.flag.${flag}.help`)}
            control={(aria) => <Switch {...aria} checked={values[flag]} onChange={(on) => set({ [flag]: on })} />}
          />
        ))}
      </Card>
      <div>
        <Button type="submit" variant="primary" loading={saving} disabled={!values.name.trim()}>
          {action}
        </Button>
      </div>
    </Form>
  )
}
