/** What differs from what visitors see, and how it gets there. */
import { useMemo } from 'react'
import type { PageData, SitePage } from '../../../contract.ts'
import { type Change, changesBetween } from './data.ts'
import { usePage } from './useBlocks.ts'

export function useChanges(page: SitePage | null): Change[] {
  const data = usePage()
  const live = page?.status === 'published' ? page.live : null
  return useMemo(() => (live ? changesBetween(live as PageData, data) : []), [live, data])
}
