/** The parts of workflows: those there are by state, their runs, and templates. */
import { Tabs, useT } from '@atrium/sdk/web'
import type { STATES } from '../../contract.ts'
import { AT, HISTORY, NEW } from './paths.ts'

const SHOWN = ['active', 'inactive', 'draft', 'archived'] as const satisfies readonly (typeof STATES)[number][]
export function HomeTabs({ current }: { current: string }) {
  const t = useT()
  return (
    <Tabs
      className="mb-5"
      label={t('tabs.label')}
      current={current}
      items={[
        { key: 'all', label: t('tabs.all'), to: AT },
        ...SHOWN.map((key) => ({ key, label: t(`tabs.${key}`), to: `${AT}?status=${key}` })),
        { key: 'history', label: t('tabs.history'), to: HISTORY },
        { key: 'templates', label: t('tabs.templates'), to: NEW },
      ]}
    />
  )
}
