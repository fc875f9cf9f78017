/** One profile field, new or changed: its kind, its words, its choices, where it is asked and shown. */
import {
  Button,
  Checkbox,
  Field,
  IconButton,
  Input,
  Segment,
  Select,
  Sortable,
  Textarea,
  toast,
  useFieldErrors,
  useFieldGroup,
  useT,
  useWrite,
  FormDialog,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { CHOICE_TYPES, FIELD_PAGES, FIELD_TYPES, type FieldPage, type FieldType, MAX_CHOICES, type ProfileField } from '../../contract.ts'

const { routes } = contract
export const FIELD_ICONS: Record<FieldType, string> = {
  text: 'text',
  textarea: 'align-left',
  number: 'hash',
  date: 'calendar',
  select: 'list-todo',
  checkbox: 'list-checks',
  link: 'link',
  place: 'map-pin',
  social: 'at-sign',
}
const FORMATS = ['number', 'percentage', 'custom', 'unformatted'] as const

interface Choice {
  /** Of the row on screen; of a saved one its id. */
  key: string
  id?: number
  value: string
}
const choicesFrom = (field: ProfileField | null): Choice[] => field?.choices.map(({ id, value }) => ({ key: String(id), id, value })) ?? []

export function FieldForm({ field, onClose }: { field: ProfileField | null; onClose: () => void }) {
  const t = useT()
  const [type, setType] = useState<FieldType>(field?.field_type ?? 'text')
  const [label, setLabel] = useState(field?.label ?? '')
  const [placeholder, setPlaceholder] = useState(field?.placeholder ?? '')
  const [description, setDescription] = useState(field?.description ?? '')
  const [required, setRequired] = useState(field?.required ?? false)
  const [adminOnly, setAdminOnly] = useState(field?.admin_only ?? false)
  const [choices, setChoices] = useState(choicesFrom(field))
  const [pages, setPages] = useState<ReadonlySet<FieldPage>>(
    new Set(field ? field.pages.flatMap(({ name, visible }) => (visible ? name : [])) : (['edit_profile', 'profile_view'] as const)),
  )
  const [number, setNumber] = useState(field?.number_options ?? { format: 'number' as const, decimal: 0, text: null, position: null })
  const options = {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t('fields.saved'))
      onClose()
    },
  }
  const create = useWrite(routes.createField, options)
  const update = useWrite(routes.updateField, options)
  const error = create.error ?? update.error
  const errors = useFieldErrors(error)
  const said = (name: string) => errors[name] ?? errors[`profile_field.${name}`]
  const hasChoices = CHOICE_TYPES.includes(type)

  const save = () => {
    const kept = choices.filter(({ value }) => value.trim() !== '')
    const gone = (field?.choices ?? []).filter(({ id }) => !kept.some((choice) => choice.id === id))
    const fields = {
      label,
      placeholder: placeholder || null,
      description: description || null,
      required,
      admin_only: adminOnly,
      pages_attributes: FIELD_PAGES.map((name) => ({ name, visible: pages.has(name) })),
      ...(hasChoices
        ? { choices_attributes: [...kept.map(({ id, value }) => ({ id, value })), ...gone.map(({ id, value }) => ({ id, value, _destroy: true }))] }
        : {}),
      ...(type === 'number' ? { number_options_attributes: number } : {}),
    }
    if (field) update.mutate({ params: { id: field.id }, body: { profile_field: fields } })
    else create.mutate({ body: { profile_field: { ...fields, field_type: type } } })
  }
  return (
    <FormDialog
      title={t(field ? 'fields.edit' : 'fields.new')}
      width={560}
      onClose={onClose}
      onSubmit={save}
      error={error}
      action={t('account.save')}
      pending={create.isPending || update.isPending}
    >
      <div className="grid gap-4">
        <Field label={t('fields.kind')} help={field ? t('fields.kind_stays') : t(`type.${type}.help`)}>
          <Select
            value={type}
            disabled={field !== null}
            onChange={({ target }) => setType(target.value as FieldType)}
            options={FIELD_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          />
        </Field>
        <Field label={t('fields.label')} error={said('label')}>
          <Input required maxLength={255} value={label} onChange={({ target }) => setLabel(target.value)} placeholder={t('fields.label_placeholder')} />
        </Field>
        {hasChoices && (
          <Field label={t('fields.choices')} error={said('choices_attributes')}>
            <Choices choices={choices} onChange={setChoices} />
          </Field>
        )}
        {type === 'number' && <NumberFormat value={number} onChange={setNumber} />}
        <Field label={t('fields.description')} help={t('fields.description_help')} error={said('description')}>
          <Textarea rows={2} maxLength={500} value={description} onChange={({ target }) => setDescription(target.value.replace(/\n/g, ' '))} />
        </Field>
        {type !== 'checkbox' && type !== 'date' && (
          <Field label={t('fields.placeholder')} error={said('placeholder')}>
            <Input maxLength={200} value={placeholder} onChange={({ target }) => setPlaceholder(target.value)} />
          </Field>
        )}
        <Field label={t('fields.places')}>
          <Places pages={pages} onChange={setPages} adminOnly={adminOnly} />
        </Field>
        <Checkbox label={t('fields.required_label')} checked={required} onChange={setRequired} />
        <Checkbox label={t('fields.admin_only_label')} checked={adminOnly} onChange={setAdminOnly} />
      </div>
    </FormDialog>
  )
}

function Places({ pages, onChange, adminOnly }: { pages: ReadonlySet<FieldPage>; onChange: (pages: ReadonlySet<FieldPage>) => void; adminOnly: boolean }) {
  const t = useT()
  return (
    <div role="group" {...useFieldGroup()} className="grid gap-2 sm:grid-cols-2">
      {FIELD_PAGES.map((name) => (
        <Checkbox
          key={name}
          label={t(`page.${name}`)}
          disabled={adminOnly && name !== 'profile_view'}
          checked={pages.has(name)}
          onChange={(on) => {
            const next = new Set(pages)
            if (on) next.add(name)
            else next.delete(name)
            onChange(next)
          }}
        />
      ))}
    </div>
  )
}

function Choices({ choices, onChange }: { choices: Choice[]; onChange: (choices: Choice[]) => void }) {
  const t = useT()
  const group = useFieldGroup()
  const [made, setMade] = useState(0)
  const add = () => {
    onChange([...choices, { key: `new-${made}`, value: '' }])
    setMade(made + 1)
  }
  return (
    <div role="group" {...group} className="grid gap-2">
      <Sortable
        items={choices}
        itemKey={({ key }) => key}
        label={t('fields.choices')}
        nameOf={({ value }) => value}
        onMove={onChange}
        className="grid gap-1.5"
        itemClassName="bg-surface"
      >
        {(choice, { grip }) => (
          <div className="flex items-center gap-1.5">
            {grip}
            <Input
              aria-label={t('fields.choice')}
              maxLength={300}
              value={choice.value}
              onChange={({ target }) => onChange(choices.map((one) => (one.key === choice.key ? { ...one, value: target.value } : one)))}
            />
            <IconButton
              icon="x"
              label={t('fields.remove_choice', { name: choice.value })}
              onClick={() => onChange(choices.filter((one) => one.key !== choice.key))}
            />
          </div>
        )}
      </Sortable>
      <div>
        <Button size="sm" icon="plus" onClick={add} disabled={choices.length >= MAX_CHOICES}>
          {t('fields.add_choice')}
        </Button>
      </div>
    </div>
  )
}

type Format = NonNullable<ProfileField['number_options']>
function NumberFormat({ value, onChange }: { value: Format; onChange: (value: Format) => void }) {
  const t = useT()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('fields.format')}>
        <Select
          value={value.format}
          onChange={({ target }) => onChange({ ...value, format: target.value as Format['format'] })}
          options={FORMATS.map((format) => ({ value: format, label: t(`format.${format}`) }))}
        />
      </Field>
      <Field label={t('fields.decimals')}>
        <Input type="number" min={0} max={6} value={value.decimal} onChange={({ target }) => onChange({ ...value, decimal: Number(target.value) })} />
      </Field>
      {value.format === 'custom' && (
        <>
          <Field label={t('fields.unit')}>
            <Input maxLength={20} value={value.text ?? ''} onChange={({ target }) => onChange({ ...value, text: target.value || null })} />
          </Field>
          <Field label={t('fields.unit_place')}>
            <Segment
              label={t('fields.unit_place')}
              value={value.position ?? 'right'}
              onChange={(position) => onChange({ ...value, position })}
              items={(['left', 'right'] as const).map((side) => ({ value: side, label: t(`fields.unit_${side}`) }))}
            />
          </Field>
        </>
      )}
    </div>
  )
}
