/** Members chosen by name, for an email to them alone. */
import { call, Combobox, type ComboboxOption, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import members from '../../../members/contract.ts'
import { type Broadcast, MAX_PEOPLE } from '../../contract.ts'

async function find(text: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const query = { per_page: 20, sort: 'alphabetical' as const, ...(text ? { search_text: text } : {}) }
  const { records } = await call(members.routes.list, { query }, { signal })
  return records.map(({ community_member_id: id, name, headline, avatar_url: src }) => ({
    value: String(id),
    label: name,
    text: headline ?? undefined,
    avatar: { id, name, src },
  }))
}

export function People({ ids, known, onChange }: { ids: number[]; known: Broadcast['people']; onChange: (ids: number[]) => void }) {
  const t = useT()
  const [chosen, setChosen] = useState(() =>
    known.map(({ id, name, avatar_url: src }): ComboboxOption => ({ value: String(id), label: name, avatar: { id, name, src } })),
  )
  return (
    <Combobox
      multiple
      load={find}
      value={chosen.filter(({ value }) => ids.includes(Number(value)))}
      onChange={(next) => {
        const some = next.slice(0, MAX_PEOPLE)
        setChosen(some)
        onChange(some.map(({ value }) => Number(value)))
      }}
      label={t('audience.people')}
      placeholder={t('audience.people_search')}
    />
  )
}
