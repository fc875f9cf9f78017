/** `/settings/gamification`: what earns points, levels, badges, awards by hand. */
import { AdminPage, Query, Skeleton, Tabs, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'
import { Awards } from '../components/Awards.tsx'
import { Badges } from '../components/Badges.tsx'
import { FiguresCards } from '../components/FiguresCards.tsx'
import { LevelsForm } from '../components/LevelsForm.tsx'
import { PointsForm } from '../components/PointsForm.tsx'

const TABS = ['figures', 'points', 'levels', 'badges', 'awards'] as const
type Tab = (typeof TABS)[number]

export default function Settings() {
  const t = useT()
  const [tab, setTab] = useState<Tab>('figures')
  const query = useRead(contract.routes.settings)
  return (
    <AdminPage
      name="gamification/Settings"
      title={t('admin.settings')}
      text={t('settings.text')}
      who="gamification.manage"
      actions={[{ label: t('settings.see'), icon: 'trophy', to: '/leaderboard' }]}
    >
      <Tabs
        className="mb-5"
        label={t('settings.parts')}
        current={tab}
        items={TABS.map((key) => ({ key, label: t(`tab.${key}`), onSelect: () => setTab(key) }))}
      />
      <Query query={query} skeleton={<Skeleton w="100%" h={360} />}>
        {(settings) => (
          <>
            {tab === 'figures' && <FiguresCards />}
            {tab === 'points' && <PointsForm settings={settings} />}
            {tab === 'levels' && <LevelsForm settings={settings} />}
            {tab === 'badges' && <Badges rules={settings.rules} />}
            {tab === 'awards' && <Awards segments={settings.segments ?? []} />}
          </>
        )}
      </Query>
    </AdminPage>
  )
}
