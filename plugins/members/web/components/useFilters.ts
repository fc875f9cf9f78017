/** What narrows the directory down, kept in the address: it can be shared, and going back finds it again. */
import { useNavigate, useSearch } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import { type FilterRule, SORTS } from '../../contract.ts'

export type Sort = (typeof SORTS)[number]
/** Typing pauses this long before the server is asked. */
const SETTLE_MS = 200

export interface Filters {
  text: string
  sort: Sort | null
  online: boolean
  isNew: boolean
  spaceId: number | null
  /** Of the panel: all of them are met. */
  rules: FilterRule[]
}

function rulesFrom(text: string | null): FilterRule[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter((rule) => typeof rule?.filter === 'string' && typeof rule.operator === 'string') : []
  } catch {
    return []
  }
}

export function useFilters() {
  const search = useSearch()
  const navigate = useNavigate()
  const filters: Filters = {
    text: search.get('q') ?? '',
    sort: SORTS.find((sort) => sort === search.get('sort')) ?? null,
    online: search.has('online'),
    isNew: search.has('new'),
    spaceId: Number(search.get('space')) || null,
    rules: rulesFrom(search.get('f')),
  }
  const set = (changes: Partial<Filters>) => {
    const { text, sort, online, isNew, spaceId, rules } = { ...filters, ...changes }
    const next = new URLSearchParams()
    if (text) next.set('q', text)
    if (sort) next.set('sort', sort)
    if (online) next.set('online', '1')
    if (isNew) next.set('new', '1')
    if (spaceId) next.set('space', String(spaceId))
    if (rules.length) next.set('f', JSON.stringify(rules))
    navigate(next.size ? `/members?${next}` : '/members', { replace: true })
  }
  const [typed, setTyped] = useState(filters.text)
  useEffect(() => {
    if (typed.trim() === filters.text) return
    const timer = setTimeout(() => set({ text: typed.trim() }), SETTLE_MS)
    return () => clearTimeout(timer)
  })
  return {
    filters,
    set,
    typed,
    setTyped,
    narrowed: filters.text !== '' || filters.online || filters.isNew || filters.spaceId !== null || filters.rules.length > 0,
    clear: () => {
      setTyped('')
      set({ text: '', online: false, isNew: false, spaceId: null, rules: [] })
    },
  }
}
