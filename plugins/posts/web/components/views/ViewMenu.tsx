/** Switches the view of a list of posts. */
import { Button, Icon, Menu, useT } from '@atrium/sdk/web'
import { VIEWS, type View } from './useView.ts'

const ICONS = {
  posts: 'layout-list',
  feed: 'newspaper',
  cards: 'layout-grid',
  list: 'list',
  thumbnail: 'image',
  masonry: 'columns-3',
  grid: 'images',
} as const satisfies Record<View, string>

export function ViewMenu({ value, onChange }: { value: View; onChange: (view: View) => void }) {
  const t = useT()
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" size="sm" icon={ICONS[value]} aria-label={t('view.label', { name: t(`view.${value}`) })}>
          <span className="max-desk:sr-only">{t(`view.${value}`)}</span>
          <Icon name="chevron-down" size="sm" />
        </Button>
      }
      items={VIEWS.map((view) => ({ label: t(`view.${view}`), icon: ICONS[view], checked: view === value, onSelect: () => onChange(view) }))}
    />
  )
}
