/** Narrows the list: by type, team, tag. */
import { IconButton, Menu, useRead, useT } from '@atrium/sdk/web'
import contract, { TYPES } from '../../contract.ts'

const { routes } = contract

export interface Narrowed {
  type: 'all' | (typeof TYPES)[number]
  team_id?: number
  tag_id?: number
}
export const WHOLE: Narrowed = { type: 'all' }
export const isNarrowed = ({ type, team_id, tag_id }: Narrowed): boolean => type !== 'all' || team_id !== undefined || tag_id !== undefined

export function ListFilter({ value, onChange }: { value: Narrowed; onChange: (next: Narrowed) => void }) {
  const t = useT()
  const teams = useRead(routes.teams).data?.records ?? []
  const tags = useRead(routes.tags).data?.records ?? []
  const set = (next: Partial<Narrowed>) => onChange({ ...value, ...next })
  return (
    <Menu
      trigger={<IconButton size="sm" icon="list-filter" label={t('filter.label')} pressed={isNarrowed(value)} className="max-desk:size-11" />}
      items={[
        isNarrowed(value) && { label: t('filter.clear'), icon: 'x', onSelect: () => onChange(WHOLE) },
        { heading: t('type') },
        ...(['all', ...TYPES] as const).map((type) => ({ label: t(`type.${type}`), checked: value.type === type, onSelect: () => set({ type }) })),
        teams.length > 0 && { heading: t('filter.team') },
        ...teams.map(({ id, name }) => ({
          label: name,
          checked: value.team_id === id,
          onSelect: () => set({ team_id: value.team_id === id ? undefined : id }),
        })),
        tags.length > 0 && { heading: t('filter.tag') },
        ...tags.map(({ id, name }) => ({ label: name, checked: value.tag_id === id, onSelect: () => set({ tag_id: value.tag_id === id ? undefined : id }) })),
      ]}
    />
  )
}
