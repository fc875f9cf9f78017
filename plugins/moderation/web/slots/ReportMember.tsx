/** In the menu of a profile: report the member. */
import { MenuEntry, useSession, useT } from '@atrium/sdk/web'
import type { OfMember } from '../../../members/contract.ts'
import { ask } from '../components/reporting.ts'

export default function ReportMember({ memberId, name }: OfMember) {
  const t = useT()
  const { member, viewOnly } = useSession()
  if (!member || viewOnly || member.id === memberId) return null
  return <MenuEntry icon="flag" label={t('report.entry')} onSelect={() => ask({ kind: 'member', id: memberId, name })} />
}
