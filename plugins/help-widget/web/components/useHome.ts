/** What stands first, read anew while somebody may wait for an answer. */
import { useRead } from '@atrium/sdk/web'
import contract, { TIMES } from '../../contract.ts'

export const useHome = () => useRead(contract.routes.home, undefined, { refetchInterval: TIMES.closed, staleTime: TIMES.open })
