/** Lists of kudos follow what others give and take back while they are looked at. */
import { useEvent, useQueryCache, useReconnect } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export function useLiveKudos(): void {
  const cache = useQueryCache()
  const refresh = () => void cache.invalidate(contract)
  useEvent(contract.events['kudos.given'], refresh)
  useEvent(contract.events['kudos.removed'], refresh)
  useReconnect(refresh)
}
