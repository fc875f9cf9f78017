/** Lines across the top of the page: acting as somebody else, an e-mail address to confirm, no way in but a mailed code, no network. */
import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  type BootData,
  Button,
  Icon,
  IconButton,
  LinkButton,
  Slot,
  toast,
  type Translate,
  useLocation,
  useRead,
  useSession,
  useBoot,
  useStored,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import shell from '@atrium/sdk/kernel/shell'
import { stopMasquerade } from '../foreign.ts'

const { methods, sendConfirmation } = auth.routes

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

/** @param busy one task fills the screen, as a checkout does: what can wait is said on the next one */
export function Banners({ busy }: { busy: boolean }) {
  const t = useT()
  const { account, masquerading } = useSession()
  const online = useOnline()
  const lines = useRef<HTMLElement>(null)
  // Screens of the window's own height leave this much to them.
  useLayoutEffect(() => {
    const watcher = new ResizeObserver(([entry]) => document.documentElement.style.setProperty('--banners-h', `${entry!.contentRect.height}px`))
    watcher.observe(lines.current!)
    return () => watcher.disconnect()
  }, [])
  return (
    <section ref={lines} aria-label={t('banner.title')}>
      <div role="status">{!online && <Line icon="wifi-off" tone="bg-text text-bg" text={t('banner.offline')} />}</div>
      <Slot of={shell.slots['frame.top']} />
      {masquerading && <MasqueradeLine name={nameOf(t, masquerading)} />}
      {account && !account.emailConfirmed && !masquerading && <ConfirmLine email={account.email} />}
      {account?.emailConfirmed && !account.hasPassword && !masquerading && !busy && <WaysLine accountId={account.id} />}
    </section>
  )
}

function Line({ icon, tone, text, children }: { icon: string; tone: string; text: ReactNode; children?: ReactNode }) {
  return (
    <div className={`flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-1 text-13 font-medium ${tone}`}>
      <Icon name={icon} />
      <span className="min-w-0 flex-1">{text}</span>
      {children}
    </div>
  )
}

const OUTLINE = 'bg-transparent! text-inherit! shadow-[inset_0_0_0_1px_currentColor]!'

/** A member by name; a role and a visitor as what they are. */
function nameOf(t: Translate, { type, name }: NonNullable<BootData['masquerading']>): string {
  if (type === 'CommunityMember') return name
  if (type === 'Visitor') return t('banner.masquerade.visitor')
  return t('banner.masquerade.role', { role: ['moderator', 'member'].includes(name) ? t(`role.${name}`) : name })
}

function MasqueradeLine({ name }: { name: string }) {
  const t = useT()
  const { viewOnly } = useSession()
  const stop = useWrite(stopMasquerade)
  const leave = () =>
    stop.mutateAsync().then(
      () => location.assign('/'),
      (error) => toast.error(error.message),
    )
  return (
    <Line icon="eye" tone="bg-warning-solid text-on-warning" text={t(viewOnly ? 'banner.masquerade.viewOnly' : 'banner.masquerade', { name })}>
      <Button size="sm" className={OUTLINE} loading={stop.isPending} onClick={leave}>
        {t('banner.masquerade.stop')}
      </Button>
    </Line>
  )
}

function ConfirmLine({ email }: { email: string }) {
  const t = useT()
  const [hidden, setHidden] = useState(false)
  const [sent, setSent] = useState(false)
  const send = useWrite(sendConfirmation)
  const resend = () =>
    send.mutateAsync().then(
      () => setSent(true),
      (error) => toast.error(error.message),
    )
  if (hidden) return null
  return (
    <Line
      icon="mail"
      tone="bg-info-soft text-info"
      text={
        <span className="block truncate">
          <span className="desk:hidden">{t(sent ? 'banner.confirm.sent_short' : 'banner.confirm.short')}</span>
          <span className="max-desk:hidden">{t(sent ? 'banner.confirm.sent' : 'banner.confirm', { email })}</span>
        </span>
      }
    >
      {!sent && (
        <Button size="sm" className={OUTLINE} loading={send.isPending} onClick={resend}>
          {t('banner.confirm.resend')}
        </Button>
      )}
      <IconButton size="sm" icon="x" label={t('banner.hide')} className="text-inherit!" onClick={() => setHidden(true)} />
    </Line>
  )
}

/** Whoever came by a mailed code, as buyers do, is offered a quicker way for the next time. */
function WaysLine({ accountId }: { accountId: number }) {
  const t = useT()
  const path = useLocation()
  const { flash } = useBoot()
  // once, on the page after the code; refreshed boot data has no flash
  const [isRemoved, setRemoved] = useState(flash?.message === 'password_removed')
  const [hidden, setHidden] = useStored(`ways-later.${accountId}`, false)
  const { data } = useRead(methods, {}, { enabled: !hidden })
  if (isRemoved)
    return (
      <Line icon="key-round" tone="bg-warning-solid text-on-warning" text={t('banner.password_removed')}>
        <LinkButton size="sm" className={OUTLINE} to="/account/authentication" onClick={() => setRemoved(false)}>
          {t('banner.password_removed.action')}
        </LinkButton>
        <IconButton size="sm" icon="x" label={t('banner.hide')} className="text-inherit!" onClick={() => setRemoved(false)} />
      </Line>
    )
  if (hidden || !data || data.has_password || data.passkeys.length + data.linked.length > 0) return null
  return (
    <Line icon="key-round" tone="bg-info-soft text-info" text={t('banner.ways')}>
      {path !== '/account/authentication' && (
        <LinkButton size="sm" className={OUTLINE} to="/account/authentication">
          {t('banner.ways.action')}
        </LinkButton>
      )}
      <IconButton size="sm" icon="x" label={t('banner.hide')} className="text-inherit!" onClick={() => setHidden(true)} />
    </Line>
  )
}
