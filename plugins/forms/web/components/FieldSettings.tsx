/** What is set of one element. */
import { cut } from '@atrium/sdk'
import { Checkbox, Field, Input, Select, Switch, Textarea, useRead, useSession, useT } from '@atrium/sdk/web'
import members from '../../../members/contract.ts'
import { FIELD_KINDS, type FieldAttributes, type FieldKind, MAX_OPTIONS, TEXT_SIZES } from '../../contract.ts'
import type { DraftLeaf } from './draft.ts'

interface SettingsProps {
  leaf: DraftLeaf
  at: (field: string) => string | undefined
  onChange: (leaf: DraftLeaf) => void
}
const WITH_PLACEHOLDER: readonly FieldKind[] = ['short_text', 'long_text', 'email', 'number', 'choice']
const FILLS_NAME: readonly FieldKind[] = ['short_text']
/** Contacts and members carry these already, or they are kept with the submission alone. */
const FILLS_NOTHING: readonly FieldKind[] = ['email', 'consent']

export function LeafSettings({ leaf, at, onChange }: SettingsProps) {
  const t = useT()
  if (leaf.type === 'button')
    return (
      <Field label={t('element.button_label')} error={at('label')}>
        <Input value={leaf.attributes.label} maxLength={80} onChange={(event) => onChange({ ...leaf, attributes: { label: event.target.value } })} />
      </Field>
    )
  if (leaf.type === 'text') {
    const { text, size } = leaf.attributes
    return (
      <>
        <Field label={t('element.size')}>
          <Select
            value={size}
            onChange={(event) => onChange({ ...leaf, attributes: { text, size: event.target.value as typeof size } })}
            options={TEXT_SIZES.map((value) => ({ value, label: t(`size.${value}`) }))}
          />
        </Field>
        <Field label={t('element.text')} error={at('text')}>
          <Textarea value={text} rows={3} maxLength={5000} onChange={(event) => onChange({ ...leaf, attributes: { size, text: event.target.value } })} />
        </Field>
      </>
    )
  }
  return <FieldFields attributes={leaf.attributes} at={at} onChange={(change) => onChange({ ...leaf, attributes: { ...leaf.attributes, ...change } })} />
}

interface FieldFieldsProps {
  attributes: FieldAttributes
  at: (field: string) => string | undefined
  onChange: (change: Partial<FieldAttributes>) => void
}
function FieldFields({ attributes, at, onChange }: FieldFieldsProps) {
  const t = useT()
  const { kind, label, help, placeholder, required, options, value, parameter } = attributes
  const hasOptions = kind === 'choice' || kind === 'choices'
  return (
    <>
      <div className="grid gap-4 desk:grid-cols-2">
        <Field label={t('element.kind')}>
          <Select
            value={kind}
            onChange={(event) => onChange({ kind: event.target.value as FieldKind })}
            options={FIELD_KINDS.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
          />
        </Field>
        <Field label={t(kind === 'consent' ? 'element.consent_label' : 'element.label')} error={at('label')}>
          <Input value={label} maxLength={300} onChange={(event) => onChange({ label: event.target.value })} />
        </Field>
      </div>
      {hasOptions && (
        <Field label={t('element.options')} help={t('element.options_help', { max: MAX_OPTIONS })} error={at('options')}>
          <Textarea
            rows={4}
            value={options.join('\n')}
            onChange={(event) => onChange({ options: event.target.value.split('\n') })}
            onBlur={() => onChange({ options: options.map((one) => one.trim()).filter(Boolean) })}
          />
        </Field>
      )}
      {kind === 'hidden' ? (
        <div className="grid gap-4 desk:grid-cols-2">
          <Field label={t('element.parameter')} help={t('element.parameter_help')} error={at('parameter')}>
            <Input value={parameter} maxLength={60} placeholder="utm_source" onChange={(event) => onChange({ parameter: event.target.value })} />
          </Field>
          <Field label={t('element.value')} error={at('value')}>
            <Input value={value} maxLength={1000} onChange={(event) => onChange({ value: event.target.value })} />
          </Field>
        </div>
      ) : (
        <>
          {WITH_PLACEHOLDER.includes(kind) && (
            <Field label={t('element.placeholder')} error={at('placeholder')}>
              <Input value={placeholder} maxLength={200} onChange={(event) => onChange({ placeholder: event.target.value })} />
            </Field>
          )}
          <Field label={t('element.help')} error={at('help')}>
            <Input value={help} maxLength={500} onChange={(event) => onChange({ help: event.target.value })} />
          </Field>
          <Switch label={t('element.required')} checked={required} onChange={(on) => onChange({ required: on })} />
        </>
      )}
      {kind === 'email' && <p className="text-13 text-text-2">{t('element.email_text')}</p>}
      {kind === 'consent' && <p className="text-13 text-text-2">{t('element.consent_text')}</p>}
      {!FILLS_NOTHING.includes(kind) && <Fills attributes={attributes} error={at('fills')} onChange={(fills) => onChange({ fills })} />}
    </>
  )
}

const CONTACT = 'contact:'
/** A name for it after the label of the field. */
const contactField = (label: string) =>
  `${CONTACT}${
    cut(
      label
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .trim(),
      60,
    ) || 'field'
  }`
function Fills({
  attributes: { kind, label, fills },
  error,
  onChange,
}: {
  attributes: FieldAttributes
  error: string | undefined
  onChange: (fills: string | null) => void
}) {
  const t = useT()
  const { can } = useSession()
  const profile = useRead(members.routes.fields, { query: { archived: false } }, { enabled: can('members.manage') })
  const isContact = fills?.startsWith(CONTACT) ?? false
  return (
    <div className="grid gap-4 desk:grid-cols-2">
      <Field label={t('element.fills')} help={t('element.fills_help')} {...(!isContact && error && { error })}>
        <Select
          value={isContact ? CONTACT : (fills ?? '')}
          onChange={(event) => onChange(event.target.value === CONTACT ? contactField(label) : event.target.value || null)}
          options={[
            { value: '', label: t('fills.nothing') },
            ...(FILLS_NAME.includes(kind) ? [{ value: 'name', label: t('fills.name') }] : []),
            { value: CONTACT, label: t('fills.contact') },
            ...(profile.data?.records ?? []).map(({ key, label }) => ({ value: `profile:${key}`, label: t('fills.profile', { label }) })),
          ]}
        />
      </Field>
      {isContact && (
        <Field label={t('element.contact_field')} error={error}>
          <Input value={fills!.slice(CONTACT.length)} maxLength={60} onChange={(event) => onChange(`${CONTACT}${event.target.value}`)} />
        </Field>
      )}
    </div>
  )
}

export function TagChoice({
  tags,
  value,
  onChange,
}: {
  tags: readonly { id: number; name: string }[]
  value: readonly number[]
  onChange: (ids: number[]) => void
}) {
  return (
    <div className="grid gap-2 desk:grid-cols-2">
      {tags.map(({ id, name }) => (
        <Checkbox key={id} label={name} checked={value.includes(id)} onChange={(on) => onChange(on ? [...value, id] : value.filter((one) => one !== id))} />
      ))}
    </div>
  )
}
