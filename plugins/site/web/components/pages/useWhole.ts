/** A page as one document, as the server would send it. */
import { call } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract, { type PageData } from '../../../contract.ts'

const { routes } = contract
interface WholeOptions {
  themeId?: number | null
  language?: string | null
  viewer?: 'visitor' | 'member'
}
/** @param of blocks as they stand here, or the id of a page as it was saved last */
export function useWhole(of: PageData | number, { themeId = null, language = null, viewer = 'visitor' }: WholeOptions = {}) {
  const [html, setHtml] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  const text = JSON.stringify(of)
  useEffect(() => {
    const leaving = new AbortController()
    setError(null)
    const shown: PageData | number = JSON.parse(text)
    const drawn = typeof shown === 'number' ? { page_id: shown } : { data: shown, theme_id: themeId, ...(language ? { language } : {}) }
    call(routes.preview, { body: { ...drawn, as: viewer, whole: true } }, { signal: leaving.signal }).then(
      (reply) => !leaving.signal.aborted && setHtml(reply.html ?? ''),
      (reason) => !leaving.signal.aborted && setError(reason),
    )
    return () => leaving.abort()
  }, [text, themeId, language, viewer, tries])
  return { html, error, retry: () => setTries((count) => count + 1) }
}
