/** What one member has published, in their profile. */
import type { OfMember } from '../../../members/contract.ts'
import { useReadPages, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { Feed } from '../components/Feed.tsx'

export default function MemberPosts({ memberId, name }: OfMember) {
  const t = useT()
  const query = useReadPages(contract.routes.byMember, { params: { id: memberId } })
  return (
    <section aria-label={t('feed.label')}>
      <Feed query={query} fresh={0} onShowFresh={() => {}} empty={{ title: t('empty.member_title', { name }), text: t('empty.member_text') }} />
    </section>
  )
}
