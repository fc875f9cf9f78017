/** Members who are invited, by name: a room knows their ids. */
import { call, type ComboboxOption } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import members from '../../../../members/contract.ts'

/** Names that are asked for; whoever comes after them stays invited all the same. */
const NAMED = 40

async function nameOf(id: number): Promise<ComboboxOption> {
  try {
    const person = await call(members.routes.profile, { params: { id: String(id) } })
    return { value: String(id), label: person.name, avatar: { id, name: person.name, src: person.avatar_url } }
  } catch {
    // who is gone, or is not shown to this reader, is still invited
    return { value: String(id), label: `#${id}` }
  }
}

export function useInvited(ids: readonly number[], onChange: (ids: number[]) => void): [shown: ComboboxOption[], set: (next: ComboboxOption[]) => void] {
  const [asked] = useState(() => ids.slice(0, NAMED))
  const [shown, setShown] = useState<ComboboxOption[]>(() => asked.map((id) => ({ value: String(id), label: '…' })))
  useEffect(() => {
    let isGone = false
    void Promise.all(asked.map(nameOf)).then((named) => {
      if (!isGone) setShown((now) => now.map((one) => named.find(({ value }) => value === one.value) ?? one))
    })
    return () => {
      isGone = true
    }
  }, [asked])
  const set = (next: ComboboxOption[]) => {
    const hidden = ids.filter((id) => !shown.some(({ value }) => value === String(id)))
    setShown(next)
    onChange([...next.map(({ value }) => Number(value)), ...hidden])
  }
  return [shown, set]
}
