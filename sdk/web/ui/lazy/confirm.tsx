/** The one dialog that asks before an act that cannot be taken back. */
import { AlertDialog } from 'radix-ui'
import { useRef, useState } from 'react'
import { useWords } from '../../core/i18n.tsx'
import { Button } from '../Button.tsx'
import type { Asked } from '../overlayProps.ts'
import { openerOf } from './place.ts'

export default function LazyConfirm({ question, onAnswered }: { question: Asked | undefined; onAnswered: () => void }) {
  const t = useWords()
  // The last question stays in place while the dialog fades.
  const [last, setLast] = useState(question)
  if (question && question !== last) setLast(question)
  const opener = useRef<HTMLElement | null>(null)
  const answer = (yes: boolean) => {
    question?.answer(yes)
    onAnswered()
  }
  if (!last) return null
  return (
    <AlertDialog.Root open={Boolean(question)} onOpenChange={(open) => !open && answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-60 grid animate-fade bg-overlay data-[state=closed]:animate-leave">
          <AlertDialog.Content
            onOpenAutoFocus={() => {
              opener.current = openerOf(document.activeElement)
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              opener.current?.focus({ preventScroll: true })
            }}
            className="w-full self-end overflow-clip rounded-t-sheet bg-surface text-text shadow-dialog outline-none max-desk:animate-sheet desk:mx-auto desk:mt-[14vh] desk:w-[420px] desk:animate-pop desk:self-start desk:rounded-sheet"
          >
            <div className="p-5">
              <AlertDialog.Title className="text-17">{last.title}</AlertDialog.Title>
              <AlertDialog.Description className="mt-1.5 text-13 text-text-2">{last.text}</AlertDialog.Description>
            </div>
            <div className="flex flex-wrap items-center justify-end gap-2 border-t bg-surface-2 px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))]">
              <AlertDialog.Cancel asChild>
                <Button>{last.cancel ?? t('cancel')}</Button>
              </AlertDialog.Cancel>
              <Button variant={last.tone ?? 'danger'} onClick={() => answer(true)}>
                {last.action}
              </Button>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
