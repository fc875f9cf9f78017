/** The shell's own answers: nothing here, switched off, another plan, failed, not allowed, and a screen on its way. */
import {
  Button,
  ErrorState,
  EmptyState,
  Failure,
  LinkButton,
  Loading,
  NotAllowed,
  PlanTooLow,
  Screen,
  sessionsKept,
  SkeletonText,
  Slot,
  Skeleton,
  useLocation,
  useSession,
  useT,
} from '@atrium/sdk/web'
import type { BootPlugin } from '@atrium/sdk/web'
import shell from '@atrium/sdk/kernel/shell'
import type { ReactNode } from 'react'
import { JoinHere } from '../frame/JoinHere.tsx'

/** The heading is for screen readers; what one sees is the state's own. */
function Page({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <Screen name={`shell/${name}`} title={title}>
      <h1 className="sr-only">{title}</h1>
      {children}
    </Screen>
  )
}

export function NotFound() {
  const t = useT()
  // Addresses of files hold for a while, and for one reader.
  const what = useLocation().startsWith('/files/') ? 'fileGone' : 'notFound'
  return (
    <Page name="NotFound" title={t('router.notFound.title')}>
      <EmptyState
        icon={what === 'fileGone' ? 'link-2-off' : 'compass'}
        title={t(`router.${what}.heading`)}
        text={t(`router.${what}.text`)}
        action={<LinkButton to="/">{t('router.home')}</LinkButton>}
      />
    </Page>
  )
}

export function Off({ plugin }: { plugin: BootPlugin }) {
  const t = useT()
  const { isAdmin } = useSession()
  const action = isAdmin ? (
    <LinkButton variant="primary" to="/settings/plugins">
      {t('router.off.action')}
    </LinkButton>
  ) : (
    <LinkButton to="/">{t('router.home')}</LinkButton>
  )
  return (
    <Page name="Off" title={plugin.title}>
      <EmptyState
        icon="power"
        title={t('router.off.heading', { plugin: plugin.title })}
        text={t(isAdmin ? 'router.off.admin' : 'router.off.text')}
        action={action}
      />
    </Page>
  )
}

export function Upgrade({ plugin }: { plugin: BootPlugin }) {
  const tier = plugin.tiers[0] ?? 'business'
  return (
    <Page name="Upgrade" title={plugin.title}>
      <Slot of={shell.slots.upgrade} props={{ plugin: plugin.id, title: plugin.title, tier }} fallback={<PlanTooLow plugin={plugin.title} tier={tier} />} />
    </Page>
  )
}

/** In a frame of another site: what may not be shown there. */
export function Elsewhere() {
  const t = useT()
  const { account, community } = useSession()
  const text = account && sessionsKept() === 'partitioned' ? 'router.elsewhere.again' : 'router.elsewhere.text'
  return (
    <Page name="Elsewhere" title={t(account ? 'router.elsewhere.signedIn' : 'router.elsewhere.title')}>
      <EmptyState
        icon={account ? 'circle-check' : 'external-link'}
        title={account ? t('router.elsewhere.signedIn') : t('router.elsewhere.title')}
        text={t(text, { community: community.name })}
        action={<LinkButton to={useLocation()}>{t('router.elsewhere.action', { community: community.name })}</LinkButton>}
      />
    </Page>
  )
}

/** A plugin that did not start: the server knows why, and health says so. */
export function Failed({ plugin }: { plugin: BootPlugin }) {
  const t = useT()
  return (
    <Page name="Error" title={plugin.title}>
      <ErrorState title={t('router.failed.heading', { plugin: plugin.title })} error={new Error(t('router.failed.text'))} onRetry={() => location.reload()} />
    </Page>
  )
}

/** A screen that could not be loaded, or broke while it rendered. */
export function Broken({ error, retry }: { error: unknown; screen: string; retry: () => void }) {
  const t = useT()
  return (
    <Page name="Error" title={t('router.error.title')}>
      <Failure error={error instanceof Error && error.name === 'AtriumError' ? error : new Error(t('router.error.text'))} onRetry={retry} />
      <p className="text-center">
        <Button variant="ghost" onClick={() => location.reload()}>
          {t('router.error.reload')}
        </Button>
      </p>
    </Page>
  )
}

export function Forbidden() {
  const t = useT()
  const { account, member, signUpAllowed } = useSession()
  return (
    <Page name="NotAllowed" title={t('router.forbidden.title')}>
      {account && !member && signUpAllowed ? <NotAllowed text={t('router.forbidden.join')} action={<JoinHere />} /> : <NotAllowed />}
    </Page>
  )
}

/** What the server has said of the page that the browser came to. */
const first = document.querySelector('main.first-paint')
const said = { at: location.pathname, html: first?.innerHTML, look: first?.className }

/** Stands in until the code of the first screen is there: with the server's words where it had any, so that they do not go and come back. */
export function Waiting() {
  if (said.html && said.at === location.pathname)
    return <div aria-busy="true" className={`${said.look} first-paint-framed`} dangerouslySetInnerHTML={{ __html: said.html }} />
  return (
    <Loading>
      <div className="mx-auto grid max-w-[768px] gap-5 px-3 pt-4 desk:px-6 desk:pt-6">
        <Skeleton w="40%" h={30} />
        <SkeletonText lines={3} />
        <SkeletonText lines={3} />
      </div>
    </Loading>
  )
}
