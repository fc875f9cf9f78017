/** The parts of one workflow. */
import { Tabs, useT } from '@atrium/sdk/web'
import { editPath, runsPath, viewPath } from './paths.ts'

export function OneTabs({ id, current }: { id: number; current: 'edit' | 'runs' | 'versions' }) {
  const t = useT()
  const to = { edit: editPath(id), runs: runsPath(id), versions: viewPath(id) }
  return (
    <Tabs
      className="mb-4"
      label={t('one.parts')}
      current={current}
      items={(['edit', 'runs', 'versions'] as const).map((key) => ({ key, label: t(`one.${key}`), to: to[key] }))}
    />
  )
}
