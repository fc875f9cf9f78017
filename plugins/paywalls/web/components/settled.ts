/** What the provider has done comes as an event, within moments: whatever is shown is read anew after them. */
import { useQueryCache } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const MOMENTS_MS = 1_200
export function useSettled(): () => void {
  const cache = useQueryCache()
  return () => void setTimeout(() => void cache.invalidate(contract), MOMENTS_MS)
}
