/** Setting the community up: the checklist, how newcomers are received, and the invitation email. */
import { AdminPage, Query, Skeleton, Slot, Tabs, useRead, useSearch, useSlotTitles, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { Invitation } from '../components/Invitation.tsx'
import { Newcomers } from '../components/Newcomers.tsx'
import { Steps } from '../components/Steps.tsx'

const TABS = ['checklist', 'newcomers', 'invitation'] as const

export default function Onboarding() {
  const t = useT()
  const tab = useSearch().get('tab')
  const others = useSlotTitles(contract.slots['onboarding.tab'])
  const current = [...TABS, ...others.map(({ key }) => key)].find((one) => one === tab) ?? 'checklist'
  const items = [...TABS.map((key) => ({ key, label: t(`onboarding.${key}`) })), ...others]
  return (
    <AdminPage name="community/Onboarding" title={t('admin.onboarding')} text={t('onboarding.text')} who="community.manage">
      <Tabs
        className="mb-4"
        label={t('admin.onboarding')}
        current={current}
        items={items.map(({ key, label }) => ({ key, label, to: `/settings/onboarding?tab=${key}` }))}
      />
      {current === 'checklist' && <Checklist />}
      {current === 'newcomers' && (
        <>
          <Received />
          <Slot of={contract.slots['onboarding.newcomers']} />
        </>
      )}
      {current === 'invitation' && <Letter />}
      {others.some(({ key }) => key === current) && <Slot of={contract.slots['onboarding.tab']} only={current} />}
    </AdminPage>
  )
}

function Checklist() {
  const query = useRead(contract.routes.checklist)
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={560} />}>
      {(checklist) => <Steps checklist={checklist} />}
    </Query>
  )
}
function Received() {
  const query = useRead(contract.routes.onboarding)
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
      {(saved) => <Newcomers saved={saved} />}
    </Query>
  )
}
function Letter() {
  const query = useRead(contract.routes.invitationEmail)
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
      {(saved) => <Invitation saved={saved} />}
    </Query>
  )
}
