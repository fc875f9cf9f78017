/** On a profile: see the community as this member. */
import type { OfMember } from '../../../members/contract.ts'
import { MenuEntry, useSession, useT } from '@atrium/sdk/web'
import { useMask } from '../components/useMask.ts'

export default function ViewAs({ memberId }: OfMember) {
  const t = useT()
  const { can, masquerading } = useSession()
  const { begin, busy } = useMask()
  if (!can('communities.masquerade') || masquerading) return null
  return <MenuEntry icon="eye" label={t('view_as')} disabled={busy} onSelect={() => void begin({ id: memberId, type: 'CommunityMember' }, 'view_only')} />
}
