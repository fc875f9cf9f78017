/** In the menu of a record: report it. */
import { MenuEntry, useSession, useT } from '@atrium/sdk/web'
import { ask } from '../components/reporting.ts'

export default function Report({ kind, id }: { kind: string; id: number }) {
  const t = useT()
  const { member, viewOnly } = useSession()
  if (!member || viewOnly) return null
  return <MenuEntry icon="flag" label={t('report.entry')} onSelect={() => ask({ kind, id })} />
}
