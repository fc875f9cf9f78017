/** The community's own links in the bar at the foot of phones, for members. */
import { useBottomLinks, useRead, useSession } from '@atrium/sdk/web'
import { useMemo } from 'react'
import contract from '../../contract.ts'

export default function PhoneLinks() {
  const { member } = useSession()
  const { data } = useRead(contract.routes.menus, undefined, { enabled: member !== null })
  useBottomLinks(useMemo(() => data?.phone.map(({ label, to }) => ({ label, to, icon: 'link' })), [data]))
  return null
}
