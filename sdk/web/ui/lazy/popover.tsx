/** A small panel beside its trigger. */
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { cx } from '../cx.ts'
import type { PopoverProps } from '../overlayProps.ts'
import { layerOf } from './place.ts'

export default function LazyPopover({ trigger, children, align = 'end', label, className }: PopoverProps) {
  const [open, setOpen] = useState(true)
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild ref={(button) => setLayer(button && layerOf(button))}>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal container={layer}>
        <Popover.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className={cx(
            'z-60 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-16px)] origin-(--radix-popover-content-transform-origin) animate-pop overflow-y-auto whitespace-normal rounded-card bg-surface p-3 text-start text-13 font-normal text-text shadow-float outline-none data-[state=closed]:animate-leave',
            className,
          )}
        >
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
