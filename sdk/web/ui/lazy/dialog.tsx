/** Dialogs and drawers: over the page on large screens, from below on phones. */
import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import { useWords } from '../../core/i18n.tsx'
import { IconButton } from '../Button.tsx'
import { cx } from '../cx.ts'
import type { DialogProps } from '../overlayProps.ts'
import { openerOf } from './place.ts'

const SIDE = {
  centre:
    'max-h-[94dvh] w-full self-end rounded-t-sheet max-desk:animate-sheet desk:mx-auto desk:mt-[9vh] desk:max-h-[82vh] desk:w-[min(calc(100%-32px),var(--w))] desk:animate-pop desk:self-start desk:rounded-sheet',
  right: 'h-dvh w-[min(100%,var(--w))] animate-drawer justify-self-end desk:rounded-s-sheet',
}

export default function LazyDialog({
  open,
  onOpenChange,
  title,
  hideTitle,
  children,
  footer,
  width = 480,
  flush,
  side,
}: DialogProps & { side: keyof typeof SIDE }) {
  const t = useWords()
  const opener = useRef<HTMLElement | null>(null)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 grid animate-fade overflow-hidden bg-overlay data-[state=closed]:animate-leave">
          <Dialog.Content
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              opener.current = openerOf(document.activeElement)
              // The first field is what one came for; the close button is not.
              const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(
                '[autofocus], [data-autofocus], input:not([type=hidden], [hidden]), textarea, select, [contenteditable=true]',
              )
              if (!field) return
              event.preventDefault()
              field.focus()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              opener.current?.focus({ preventScroll: true })
            }}
            className={cx('flex flex-col overflow-clip bg-surface text-text shadow-dialog outline-none data-[state=closed]:animate-leave', SIDE[side])}
            style={{ ['--w' as string]: `${width}px` }}
          >
            <header className={cx('flex items-center gap-3', hideTitle ? 'sr-only' : 'border-b py-2 ps-5 pe-3')}>
              <Dialog.Title className="min-w-0 flex-1 py-1.5 text-17">{title}</Dialog.Title>
              <Dialog.Close asChild>
                <IconButton icon="x" label={t('close')} />
              </Dialog.Close>
            </header>
            <div className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain', !flush && 'p-5')}>{children}</div>
            {footer && (
              <footer className="flex flex-wrap items-center justify-end gap-2 border-t bg-surface-2 px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))]">
                {footer}
              </footer>
            )}
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
