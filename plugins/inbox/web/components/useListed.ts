/** The conversations of a view, or those in which words were found; and the way from one to the next by keys. */
import { useNavigate, useReadPages, useSettled, useShortcut, useT } from '@atrium/sdk/web'
import contract, { type Chat, type VIEWS } from '../../contract.ts'
import type { Narrowed } from './ListFilter.tsx'
import { chatPath } from './places.ts'

const { routes } = contract
export type View = (typeof VIEWS)[number]

export interface Listed extends Chat {
  excerpt?: string
}

export function useListed(view: View, narrowed: Narrowed, typed: string) {
  const text = useSettled(typed.trim()).slice(0, 200)
  const { type, team_id, tag_id } = narrowed
  const query = { view, type, ...(team_id ? { team_id } : {}), ...(tag_id ? { tag_id } : {}) }
  const listed = useReadPages(routes.list, { query }, { enabled: text === '', keepPrevious: true })
  const found = useReadPages(routes.search, { query: { text } }, { enabled: text !== '', keepPrevious: true })
  const records: Listed[] = text === '' ? (listed.data?.pages.flatMap((page) => page.records) ?? []) : (found.data?.pages.flatMap((page) => page.records) ?? [])
  return { records, query: text === '' ? listed : found, isSearch: text !== '' }
}

/** `j` and `k` lead to the next and the previous one. */
export function useSteps(records: readonly Listed[], current: number | null): void {
  const t = useT()
  const navigate = useNavigate()
  const at = records.findIndex(({ id }) => id === current)
  const step = (to: number) => {
    const next = records[to]
    if (!next) return
    navigate(chatPath(next.id))
    document.querySelector(`[data-chat="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useShortcut('j', () => step(at + 1), t('keys.next'))
  useShortcut('k', () => step(Math.max(at - 1, 0)), t('keys.previous'))
}
