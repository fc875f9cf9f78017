/** Reads all that the editor needs before it opens: the kinds of blocks, and the page or the saved block as it is now. */
import { call, useRead } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract, { type BlockKind, type ReusableBlock, type SitePage } from '../../../contract.ts'
import type { Field } from './data.ts'

const { routes } = contract
export interface Build {
  records: readonly BlockKind[]
  common: readonly Field[]
  page: SitePage | null
  saved: ReusableBlock | null
}
type Edited = Pick<Build, 'page' | 'saved'>
/** @returns null while it is on its way */
export function useBuild(pageId: number, blockId: number): { build: Build | null; error: unknown; retry: () => void } {
  const kinds = useRead(routes.blocks, undefined, { staleTime: 300_000 })
  const [edited, setEdited] = useState<Edited | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  // Not through the cache of replies: an editor that began with an old one would meet its own last save.
  useEffect(() => {
    const leaving = new AbortController()
    setEdited(null)
    setError(null)
    const read = async (): Promise<Edited> =>
      pageId > 0
        ? { page: await call(routes.page, { params: { id: pageId } }, { signal: leaving.signal }), saved: null }
        : { page: null, saved: await call(routes.reusableBlock, { params: { id: blockId } }, { signal: leaving.signal }) }
    read().then(
      (found) => !leaving.signal.aborted && setEdited(found),
      (reason) => !leaving.signal.aborted && setError(reason),
    )
    return () => leaving.abort()
  }, [pageId, blockId, tries])
  const retry = () => {
    if (kinds.error) void kinds.refetch()
    setTries((count) => count + 1)
  }
  if (!kinds.data || !edited) return { build: null, error: kinds.error ?? error, retry }
  return { build: { ...kinds.data, ...edited }, error: null, retry }
}
