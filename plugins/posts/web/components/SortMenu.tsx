/** The order of a list of posts. */
import { Button, Icon, Menu, useT } from '@atrium/sdk/web'

export const SORTS = ['latest', 'new_activity', 'popular', 'likes', 'oldest', 'alphabetical'] as const
export type Sort = (typeof SORTS)[number]

export function SortMenu({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  const t = useT()
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" size="sm">
          <Icon name="list-filter" className="desk:hidden" />
          <span className="max-desk:sr-only">{t(`sort.${value}`)}</span>
          <Icon name="chevron-down" size="sm" />
        </Button>
      }
      items={SORTS.map((sort) => ({ label: t(`sort.${sort}`), checked: sort === value, onSelect: () => onChange(sort) }))}
    />
  )
}
