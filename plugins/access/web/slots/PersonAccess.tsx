/** The access page of one person, where the audience shows them. */
import { EmptyState, useSession, useT } from '@atrium/sdk/web'
import type { OfPerson } from '../../../audience/contract.ts'
import { PersonTree } from '../components/PersonTree.tsx'

export default function PersonAccess({ memberId, status }: OfPerson) {
  const t = useT()
  const { can } = useSession()
  if (!can('access.manage')) return null
  if (memberId === null) return <EmptyState icon="key-round" title={t('person.contact')} text={t('person.contactText')} />
  if (status === 'deactivated' || status === 'banned') return <EmptyState icon="key-round" title={t('person.left')} text={t('person.leftText')} />
  return <PersonTree memberId={memberId} />
}
