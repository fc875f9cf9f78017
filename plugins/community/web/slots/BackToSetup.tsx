/** A bar over the page for whoever has set out from the checklist, until they are back: which step it is, then the next one. */
import { Icon, IconButton, Link, useLocation, useRead, useSession, useT } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract, { type Step } from '../../contract.ts'
import { useSetOut } from '../components/useSetOut.ts'

const ROOM = '48px'
const LIST = '/settings/onboarding'

export default function BackToSetup() {
  const { can } = useSession()
  const [step, setOut] = useSetOut()
  const path = useLocation()
  const isBack = path === LIST
  useEffect(() => {
    if (isBack) setOut(null)
  }, [isBack, setOut])
  return step && !isBack && can('community.manage') ? <Way key={path} step={step} onGo={setOut} /> : null
}

function Way({ step, onGo }: { step: Step; onGo: (step: Step | null) => void }) {
  const t = useT()
  const { data } = useRead(contract.routes.checklist, undefined, {
    staleTime: 0,
    refetchInterval: (read) => (read && isDone(read.steps, step) ? false : 4_000),
  })
  // the page begins under the bar, which stays while it is scrolled
  useEffect(() => {
    const main = document.getElementById('main')
    main?.style.setProperty('padding-top', ROOM)
    return () => void main?.style.removeProperty('padding-top')
  }, [])
  const done = data !== undefined && isDone(data.steps, step)
  const next = done && data.steps.find((one) => !one.done && !one.skipped)
  return (
    <aside
      aria-label={t('return.title')}
      className="fixed start-1/2 top-[calc(var(--header-h)+8px)] z-30 flex min-h-11 w-max max-w-[min(680px,calc(100vw-24px))] -translate-x-1/2 flex-wrap items-center gap-x-4 gap-y-1 rounded-card border border-border bg-surface py-1 ps-4 pe-1.5 text-13 text-text shadow-float desk:ms-32"
    >
      <Icon name={done ? 'circle-check' : 'rocket'} className={done ? 'text-success' : 'text-text-3'} />
      <span className="min-w-0 flex-1 truncate" role="status">
        {t(done ? 'return.done' : 'return.step', { step: t(`step.${step}`) })}
      </span>
      {next && (
        <Link to={next.to} onClick={() => onGo(next.key)} className="link font-medium">
          {t('return.next', { step: t(`step.${next.key}`) })}
        </Link>
      )}
      <Link to={LIST} className="link">
        {t('return.back')}
      </Link>
      <IconButton icon="x" size="sm" label={t('return.close')} onClick={() => onGo(null)} />
    </aside>
  )
}

const isDone = (steps: readonly { key: Step; done: boolean }[], step: Step) => steps.some(({ key, done }) => key === step && done)
