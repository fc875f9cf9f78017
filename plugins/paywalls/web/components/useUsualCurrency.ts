/** The currency in which something new is sold here; null while that is not known. */
import { useRead, useSession } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { CURRENCIES } from './money.ts'

export function useUsualCurrency(): string | null {
  const { can } = useSession()
  const { data, error } = useRead(contract.routes.defaults, undefined, { enabled: can('paywalls.manage') })
  return data?.currency ?? (error ? CURRENCIES[0] : null)
}
