/** What is being looked for, kept in the address: it can be shared, saved, and going back finds it again. */
import { cut } from '@atrium/sdk'
import { useNavigate, useSearch, useSession, useSettled, useWrite } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract, { MAX_TEXT } from '../../contract.ts'

export type Sort = 'best' | 'newest'

export const addressOf = (text: string, sort: Sort = 'best'): string => {
  const query = new URLSearchParams({ ...(text ? { q: text } : {}), ...(sort === 'newest' ? { sort } : {}) })
  return query.size ? `/search?${query}` : '/search'
}

export function useAsked() {
  const search = useSearch()
  const navigate = useNavigate()
  const { member, viewOnly } = useSession()
  const text = cut(search.get('q') ?? '', MAX_TEXT)
  const sort: Sort = search.get('sort') === 'newest' ? 'newest' : 'best'
  const [typed, setTyped] = useState(text)
  const settled = useSettled(typed)
  const written = useWrite(contract.routes.remember, { invalidates: [contract.routes.history] })
  const go = (next: string, by: Sort = sort) => navigate(addressOf(next, by), { replace: true })
  // typing pauses, and the address follows
  useEffect(() => {
    if (settled === typed && settled.trim() !== text) go(settled.trim())
  }, [settled])
  // the address was changed by something else: going back, a saved search
  useEffect(() => setTyped((now) => (now.trim() === text ? now : text)), [text])
  return {
    text,
    sort,
    typed,
    setTyped,
    /** At once, without waiting for a pause. */
    ask(next: string) {
      setTyped(next)
      go(next.trim())
    },
    setSort: (next: Sort) => go(text, next),
    /** Somebody meant these words: they pressed Enter, or opened what was found. */
    meant() {
      if (text && member && !viewOnly) written.mutate({ body: { text } })
    },
  }
}
export type AskedState = ReturnType<typeof useAsked>
