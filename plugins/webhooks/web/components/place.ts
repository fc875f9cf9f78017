/** What of webhooks is shown, by the address. */
import { useSearch } from '@atrium/sdk/web'

const AT = '/settings/webhooks'
export const endpointPath = (id: number): string => `${AT}?endpoint=${id}`
export const deliveryPath = (endpointId: number, id: number): string => `${endpointPath(endpointId)}&delivery=${id}`
export const LIST_PATH = AT

/** Null where the address names none. */
export function usePlace(): { endpointId: number | null; deliveryId: number | null } {
  const search = useSearch()
  const idIn = (key: string) => Number(search.get(key)) || null
  return { endpointId: idIn('endpoint'), deliveryId: idIn('delivery') }
}
