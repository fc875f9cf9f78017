/** One menu as a list of links that are put in order and nested; the open one shows its fields. */
import { Button, Card, EmptyState, newUuid, Sortable, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { NavItem } from '../../../contract.ts'
import { ItemRow } from './ItemRow.tsx'
import { MAX_LINKS, type Menu, mayNest, moved, NESTING, newItem, without } from './menus.ts'
import type { Target } from './useTargets.ts'

interface MenuEditorProps {
  menu: Menu
  items: NavItem[]
  targets: readonly Target[]
  errors: Record<string, string | undefined>
  onChange: (items: NavItem[]) => void
}
export function MenuEditor({ menu, items, targets, errors, onChange }: MenuEditorProps) {
  const t = useT()
  const [open, setOpen] = useState<string | null>(null)
  function add() {
    const item = newItem(newUuid())
    onChange([...items, item])
    setOpen(item.key)
  }
  const addButton = (
    <Button icon="plus" variant={items.length === 0 ? 'primary' : 'default'} disabled={items.length >= MAX_LINKS} onClick={add}>
      {t('nav.add')}
    </Button>
  )
  if (items.length === 0)
    return (
      <Card>
        <EmptyState icon="list" title={t('nav.none')} text={t(`nav.none_${menu}`)} action={addButton} />
      </Card>
    )
  return (
    <Card>
      <Sortable
        label={t(`nav.menu_${menu}`)}
        items={items}
        itemKey={({ key }) => key}
        nameOf={({ label }) => label || t('nav.unnamed')}
        onMove={(next, item) => onChange(moved(items, next, item))}
        className="divide-y divide-border"
        itemClassName="bg-surface first:rounded-t-card"
      >
        {(item, { grip, dragging }) => {
          const index = items.findIndex(({ key }) => key === item.key)
          return (
            <ItemRow
              item={item}
              menu={menu}
              grip={grip}
              targets={targets}
              isOpen={open === item.key && !dragging}
              nests={NESTING.includes(menu)}
              mayNest={mayNest(items, item)}
              errorOf={(field) => errors[`navigation.${menu}.${index}.${field}`]}
              onToggle={() => setOpen(open === item.key ? null : item.key)}
              onChange={(change) => onChange(items.map((one) => (one.key === item.key ? { ...one, ...change } : one)))}
              onRemove={() => onChange(without(items, item))}
            />
          )
        }}
      </Sortable>
      <div className="border-t p-3 desk:px-4">{addButton}</div>
    </Card>
  )
}
