/** The menu behind a trigger. */
import { useEffect, useRef, useState } from 'react'
import { DropdownMenu } from 'radix-ui'
import { Link } from '../../core/router.tsx'
import { Kbd } from '../Button.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import type { MenuEntryProps, MenuItem, MenuProps } from '../overlayProps.ts'
import { layerOf } from './place.ts'

const ITEM =
  'flex min-h-8 w-full cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-hover max-desk:min-h-11 max-desk:text-15'

export default function LazyMenu({ trigger, items, align, keyboard }: MenuProps & { keyboard: boolean }) {
  const [open, setOpen] = useState(true)
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (keyboard && layer) content.current?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus()
  }, [keyboard, layer])
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
      <DropdownMenu.Trigger asChild ref={(button) => setLayer(button && layerOf(button))}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={layer}>
        <DropdownMenu.Content
          ref={content}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 grid max-h-(--radix-dropdown-menu-content-available-height) min-w-[216px] max-w-80 origin-(--radix-dropdown-menu-content-transform-origin) animate-pop gap-px overflow-y-auto whitespace-normal rounded-card bg-surface p-[5px] text-start text-13 font-normal text-text shadow-float outline-none data-[state=closed]:animate-leave"
        >
          {/* biome-ignore lint/suspicious/noArrayIndexKey: entries have no name but their place */}
          {items.map((item, index) => item && <Entry key={index} item={item} />)}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Entry({ item }: { item: MenuItem }) {
  if (item === '-') return <DropdownMenu.Separator className="-mx-[5px] my-1 h-px bg-border" />
  if ('heading' in item) return <DropdownMenu.Label className="px-2.5 pb-1 pt-2 text-12 text-text-3">{item.heading}</DropdownMenu.Label>
  if ('content' in item) return item.content
  return <MenuEntry {...item} />
}

export function MenuEntry(item: MenuEntryProps) {
  const danger = item.tone === 'danger'
  const inner = (
    <>
      {item.icon && <Icon name={item.icon} className={cx('size-4', danger ? 'text-danger' : 'text-text-3')} />}
      <span className="min-w-0 flex-1">{item.label}</span>
      {item.keys && <Kbd>{item.keys}</Kbd>}
      {item.checked !== undefined && <Icon name="check" className={cx('size-4', !item.checked && 'invisible')} />}
    </>
  )
  const look = cx(ITEM, danger && 'text-danger')
  if (item.checked !== undefined)
    return (
      <DropdownMenu.CheckboxItem checked={item.checked} disabled={item.disabled} onSelect={item.onSelect} className={look}>
        {inner}
      </DropdownMenu.CheckboxItem>
    )
  return (
    <DropdownMenu.Item asChild={Boolean(item.to)} disabled={item.disabled} onSelect={item.onSelect} className={look}>
      {item.to ? <Link to={item.to}>{inner}</Link> : inner}
    </DropdownMenu.Item>
  )
}
