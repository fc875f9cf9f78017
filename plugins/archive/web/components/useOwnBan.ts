/** What several places ask: is whoever looks banned here? */
import { useRead, useSession } from '@atrium/sdk/web'
import contract from '../../contract.ts'

/** The ban of whoever looks, who is signed in and no member: null where there is none, undefined until it is known. */
export function useOwnBan() {
  const { account, member, masquerading } = useSession()
  const { data, isError } = useRead(contract.routes.ownBan, undefined, { enabled: account !== null && member === null && masquerading === null })
  return isError ? null : data?.ban
}
