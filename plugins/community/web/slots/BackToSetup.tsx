/** The way back to the checklist for whoever has set out from it, on every page until they are back; it tells when the step is done. */
import { Icon, IconButton, Link, useLocation, useRead, useSession, useT } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract, { type Step } from '../../contract.ts'
import { useSetOut } from '../components/useSetOut.ts'

const LIST = '/settings/onboarding'

export default function BackToSetup() {
  const { can } = useSession()
  const [step, setOut] = useSetOut()
  const path = useLocation()
  const isBack = path === LIST
  useEffect(() => {
    if (isBack && step) setOut(null)
  }, [isBack, step, setOut])
  return step && !isBack && can('community.manage') ? <Way key={path} step={step} onClose={() => setOut(null)} /> : null
}

function Way({ step, onClose }: { step: Step; onClose: () => void }) {
  const t = useT()
  const { data } = useRead(contract.routes.checklist, undefined, {
    staleTime: 0,
    refetchInterval: (read) => (read && isDone(read.steps, step) ? false : 4_000),
  })
  const done = data !== undefined && isDone(data.steps, step)
  return (
    <aside
      aria-label={t('return.back')}
      className="fixed start-3 z-30 flex max-w-[calc(100vw-24px)] items-center gap-2 rounded-card border bg-surface py-2 ps-3 pe-1.5 text-13 shadow-float max-desk:top-[calc(var(--header-h)+8px)] desk:bottom-3 desk:max-w-[272px]"
    >
      <Icon name={done ? 'circle-check' : 'rocket'} className={done ? 'text-success' : 'text-text-3'} />
      <span className="grid min-w-0 flex-1">
        <span className="truncate text-text-2" role="status">
          {t(done ? 'return.done' : 'return.step', { step: t(`step.${step}`) })}
        </span>
        <Link to={LIST} className="link font-medium">
          {t('return.back')}
        </Link>
      </span>
      <IconButton icon="x" size="sm" label={t('return.close')} onClick={onClose} />
    </aside>
  )
}

const isDone = (steps: readonly { key: Step; done: boolean }[], step: Step) => steps.some(({ key, done }) => key === step && done)
