/** Which notifications are shown: all, mentions, or what is said to oneself. */
import { Segment, useT } from '@atrium/sdk/web'
import { GROUPS } from '../../contract.ts'

export type Group = (typeof GROUPS)[number]
export function Groups({ value, onChange, mentions }: { value: Group; onChange: (group: Group) => void; mentions: number }) {
  const t = useT()
  const items = GROUPS.map((group) => ({ value: group, label: t(`group.${group}`), ...(group === 'mentions' && mentions ? { count: mentions } : {}) }))
  return <Segment label={t('group.label')} value={value} onChange={onChange} items={items} />
}
