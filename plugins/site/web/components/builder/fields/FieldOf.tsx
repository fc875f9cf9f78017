/** One field of a block, by its kind. */
import { Field, Input, Select, Switch, Textarea, useFieldGroup } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import { AlignChoice, isAlign } from './AlignChoice.tsx'
import { isLayout, LayoutChoice } from './LayoutChoice.tsx'
import { LinkInput } from './LinkInput.tsx'
import { ListInput } from './ListInput.tsx'
import { MomentInput } from './MomentInput.tsx'
import { type FieldInput, numberOf, optionsOf } from './options.ts'
import { PictureInput } from './PictureInput.tsx'
import { RecordInput } from './RecordInput.tsx'
import { RichInput } from './RichInput.tsx'

export function FieldOf(props: FieldInput) {
  const { field, value, onChange } = props
  const text = typeof value === 'string' ? value : ''
  const { label } = field
  switch (field.kind) {
    case 'text':
      return (
        <Field label={label}>
          <Input dir="auto" value={text} maxLength={numberOf(field, 'max')} onChange={(event) => onChange(event.target.value)} />
        </Field>
      )
    case 'textarea':
      return (
        <Field label={label}>
          <Textarea dir="auto" value={text} rows={2} maxLength={numberOf(field, 'max')} onChange={(event) => onChange(event.target.value)} />
        </Field>
      )
    case 'code':
      return (
        <Field label={label}>
          <Textarea
            value={text}
            rows={8}
            maxLength={numberOf(field, 'max')}
            spellCheck={false}
            dir="ltr"
            className="font-mono text-12"
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      )
    case 'number':
      return (
        <Field label={label}>
          <Input
            type="number"
            value={typeof value === 'number' ? String(value) : ''}
            min={numberOf(field, 'min')}
            max={numberOf(field, 'max')}
            onChange={(event) => {
              const number = event.target.valueAsNumber
              if (!Number.isNaN(number)) onChange(Math.min(numberOf(field, 'max') ?? number, Math.max(numberOf(field, 'min') ?? number, number)))
            }}
          />
        </Field>
      )
    case 'switch':
      return <Switch checked={value === true} onChange={onChange} label={label} />
    case 'select':
      return (
        <Field label={label}>
          {isAlign(field) ? (
            <AlignChoice field={field} value={text} onChange={onChange} />
          ) : isLayout(field) ? (
            <LayoutChoice field={field} value={text} onChange={onChange} />
          ) : (
            <Select value={text} options={optionsOf(field)} onChange={(event) => onChange(event.target.value)} />
          )}
        </Field>
      )
    case 'richtext':
      return (
        <Labelled label={label}>
          <RichInput {...props} />
        </Labelled>
      )
    case 'picture':
      return (
        <Labelled label={label}>
          <PictureInput {...props} />
        </Labelled>
      )
    case 'link':
      return (
        <Field label={label}>
          <LinkInput value={text} onChange={onChange} />
        </Field>
      )
    case 'record':
      return (
        <Field label={label}>
          <RecordInput {...props} />
        </Field>
      )
    case 'moment':
      return (
        <Field label={label}>
          <MomentInput value={text || null} onChange={onChange} />
        </Field>
      )
    case 'list':
      return <ListInput {...props} drawn={(inner) => <FieldOf {...inner} />} />
    default:
      return null
  }
}

/** For what brings several controls: they are named as a group. */
function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Field label={label}>
      <Group>{children}</Group>
    </Field>
  )
}
function Group({ children }: { children: ReactNode }) {
  const named = useFieldGroup()
  return (
    <div role="group" {...named}>
      {children}
    </div>
  )
}
