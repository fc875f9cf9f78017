/** The space in which somebody has posted last: the next post most likely goes there too. */
import { useRead, useSession } from '@atrium/sdk/web'
import contract from '../../../contract.ts'

export function useLastSpace(enabled: boolean): { id: number | undefined; isPending: boolean } {
  const { member } = useSession()
  const wanted = enabled && member !== null
  const query = useRead(contract.routes.byMember, { params: { id: member?.id ?? 0 }, query: { per_page: 1 } }, { enabled: wanted })
  return { id: query.data?.records[0]?.space_id, isPending: wanted && query.isPending }
}
