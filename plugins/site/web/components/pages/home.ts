/** What visitors see instead where the home page is not for them. */
import { useSession, useT } from '@atrium/sdk/web'
import type { PageRow } from '../../../contract.ts'

/** @returns words for a page that is, or would be, the home page; null where visitors read it */
export function useHomeWarning(): (page: Pick<PageRow, 'status' | 'visibility'>) => string | null {
  const t = useT()
  const without = useWithoutHome()
  return ({ status, visibility }) => (status !== 'published' ? t(`home.draft.${without}`) : visibility === 'public' ? null : t(`home.${visibility}`))
}
/** Where visitors are without a home page. */
export const useWithoutHome = (): 'private' | 'open' => (useSession().community.isPrivate ? 'private' : 'open')
