/** Shows the toasts that wait in the queue. */
import { useEffect, useSyncExternalStore } from 'react'
import { Toaster, toast as show } from 'sonner'
import { useWords } from '../../core/i18n.tsx'
import { Button, IconButton } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { type Toast, toasts } from '../toast.ts'

const DURATION_MS = 5000
/** Long enough to notice the mistake. */
const UNDO_MS = 8000
const ICON = {
  success: ['circle-check', 'text-success'],
  error: ['circle-alert', 'text-danger'],
  neutral: ['circle-check', 'text-text-3'],
  gain: ['trophy', 'text-link'],
} as const

function News({ id, toast }: { id: number | string; toast: Toast }) {
  const t = useWords()
  const [icon, colour] = ICON[toast.tone]
  const close = () => show.dismiss(id)
  return (
    <div
      role={toast.tone === 'error' ? 'alert' : undefined}
      className="flex w-full items-center gap-3 rounded-card bg-surface py-2 ps-3.5 pe-2 font-sans text-13 text-text shadow-float desk:w-[400px]"
    >
      <Icon name={icon} className={colour} />
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-2 py-0.5">
        <span className="min-w-0">
          {toast.message}
          {toast.reason && ` · ${toast.reason}`}
        </span>
        {toast.gain && <span className="min-w-0 text-text-2">{toast.gain}</span>}
      </span>
      {toast.onUndo && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            toast.onUndo?.()
            close()
          }}
        >
          {t('undo')}
        </Button>
      )}
      <IconButton icon="x" size="sm" label={t('close')} onClick={close} />
    </div>
  )
}

export default function LazyToaster() {
  const t = useWords()
  const waiting = useSyncExternalStore(toasts.watch, toasts.get)
  useEffect(() => {
    if (waiting.length === 0) return
    for (const toast of waiting) show.custom((id) => <News id={id} toast={toast} />, { id: toast.id, duration: toast.onUndo ? UNDO_MS : DURATION_MS })
    toasts.set([])
  }, [waiting])
  return (
    <Toaster
      position="bottom-right"
      offset={20}
      mobileOffset={{ bottom: 76, left: 12, right: 12 }}
      gap={8}
      visibleToasts={3}
      containerAriaLabel={t('toasts')}
      toastOptions={{ unstyled: true, className: 'w-full desk:w-[400px]' }}
    />
  )
}
