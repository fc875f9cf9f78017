/** Chooses events, by the feature that they belong to, and by search. */
import { Checkbox, Query, RadioGroup, SearchField, Skeleton, useRead, useT } from '@atrium/sdk/web'
import { useMemo, useState } from 'react'
import contract, { type KnownEvent } from '../../contract.ts'

const { routes } = contract

/** Those that a text is part of, by group. */
export function useFound(records: readonly KnownEvent[], text: string): [string, KnownEvent[]][] {
  return useMemo(() => {
    const sought = text.trim().toLowerCase()
    const found = records.filter(({ name, title, group }) => `${name} ${title} ${group}`.toLowerCase().includes(sought))
    return [...Map.groupBy(found, ({ group }) => group)]
  }, [records, text])
}

interface EventPickerProps {
  /** Null: all of them. */
  value: readonly string[] | null
  onChange: (value: string[] | null) => void
  error?: string
}
export function EventPicker({ value, onChange, error }: EventPickerProps) {
  const t = useT()
  const query = useRead(routes.events)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-13 font-medium">{t('events.title')}</legend>
      <RadioGroup
        label={t('events.title')}
        value={value === null ? 'all' : 'some'}
        onChange={(which) => onChange(which === 'all' ? null : [])}
        options={[
          { value: 'all', label: t('events.all') },
          { value: 'some', label: t('events.chosen') },
        ]}
      />
      {value !== null && (
        <Query query={query} skeleton={<Skeleton w="100%" h={280} />}>
          {({ records }) => <Choices records={records} value={value} onChange={onChange} />}
        </Query>
      )}
      {error && <p className="text-13 text-danger">{error}</p>}
    </fieldset>
  )
}
function Choices({ records, value, onChange }: { records: readonly KnownEvent[]; value: readonly string[]; onChange: (value: string[]) => void }) {
  const t = useT()
  const [text, setText] = useState('')
  const groups = useFound(records, text)
  const chosen = new Set(value)
  const put = (names: readonly string[], isOn: boolean) => onChange(isOn ? [...new Set([...value, ...names])] : value.filter((name) => !names.includes(name)))
  return (
    <div className="overflow-hidden rounded-card border">
      <div className="border-b p-2">
        <SearchField value={text} onChange={setText} placeholder={t('events.search')} />
      </div>
      <div className="max-h-72 overflow-y-auto px-3 py-2">
        {groups.length === 0 && <p className="py-6 text-center text-13 text-text-2">{t('events.none_found')}</p>}
        {groups.map(([group, events]) => {
          const names = events.map(({ name }) => name)
          const on = names.filter((name) => chosen.has(name)).length
          return (
            <div key={group} className="py-1.5">
              <Checkbox
                label={<span className="font-semibold">{group}</span>}
                checked={on === names.length}
                some={on > 0}
                onChange={(isOn) => put(names, isOn)}
              />
              <ul className="grid gap-1 ps-6 pt-1">
                {events.map(({ name, title }) => (
                  <li key={name} className="min-w-0">
                    <Checkbox
                      checked={chosen.has(name)}
                      onChange={(isOn) => put([name], isOn)}
                      label={
                        <>
                          {title} <code className="font-mono text-12 break-all text-text-3">{name}</code>
                        </>
                      }
                    />
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </div>
      <p className="border-t px-3 py-2 text-12 text-text-3" aria-live="polite">
        {t('events.some', { count: value.length })}
      </p>
    </div>
  )
}
