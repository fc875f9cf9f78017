/** What a token may use: everything, or single plugins, each to read or to write. */
import { Field, Icon, Input, Segment, Select } from '@atrium/sdk/web'
import { useState } from 'react'
import { LEVELS, type Level } from '../../contract.ts'
import { type Access, usePlugins } from './useScopes.ts'
import { useWords } from './words.ts'

interface AccessFieldProps {
  value: Access
  onChange: (access: Access) => void
  /** Reads alone. */
  readOnly: boolean
  error?: string
}
export function AccessField({ value, onChange, readOnly, error }: AccessFieldProps) {
  const { t } = useWords()
  const plugins = usePlugins()
  const [text, setText] = useState('')
  const choices = (['read', 'write'] as const).filter((level) => !(readOnly && level === 'write'))
  const levels = LEVELS.filter((level) => !(readOnly && level === 'write'))
  const choice = 'all' in value ? value.all : 'some'
  const choose = (next: string) => onChange(next === 'some' ? { plugins: {} } : { all: next as 'read' | 'write' })
  const shown = plugins.filter(({ title }) => title.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <div className="grid gap-3">
      <Field label={t('scopes')} error={error}>
        <Select
          className="max-w-80"
          value={choice}
          onChange={(event) => choose(event.target.value)}
          options={[...choices.map((level) => ({ value: level, label: t(`scopes.all_${level}`) })), { value: 'some', label: t('scopes.some') }]}
        />
      </Field>
      {'plugins' in value && (
        <div className="overflow-hidden rounded-card border">
          <div className="border-b p-3">
            <Input type="search" aria-label={t('scopes.find')} placeholder={t('scopes.find')} value={text} onChange={(event) => setText(event.target.value)} />
          </div>
          <ul className="max-h-80 divide-y divide-border overflow-y-auto">
            {shown.map(({ id, title, icon }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
                <span className="flex min-w-0 items-center gap-2.5 text-14">
                  <Icon name={icon} className="text-text-2" />
                  {title}
                </span>
                <Segment<Level>
                  label={title}
                  value={value.plugins[id] ?? 'none'}
                  onChange={(level) => onChange({ plugins: { ...value.plugins, [id]: level } })}
                  items={levels.map((level) => ({ value: level, label: t(`level.${level}`) }))}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
