/** The one frame of every page of the settings: heading, acts, width, and what stands there while it loads, failed or is not allowed. */
import { useContext, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { AdminBarContext, AdminTabsContext } from '../../core/adminBar.ts'
import { useWords } from '../../core/i18n.tsx'
import { useSession } from '../../core/session.ts'
import { Button, IconButton, LinkButton } from '../Button.tsx'
import type { AdminPageProps, PageAction, SettingsPageProps } from '../adminPageProps.ts'
import type { IconRef } from '../Icon.tsx'
import { Skeleton } from '../marks.tsx'
import { Menu } from '../overlays.tsx'
import { PageHeader, Screen } from '../page.tsx'
import { NotAllowed, Query } from '../states.tsx'
import { Tabs } from '../surfaces.tsx'

export function AdminPage({ name, title, text, actions = [], back, who = 'admins', wide, fill, children }: AdminPageProps) {
  const { isAdmin, account, can } = useSession()
  const bar = useContext(AdminBarContext)
  const tabs = useContext(AdminTabsContext)
  const owner = account?.isPlatformOwner ?? false
  const allowed = who === 'anybody' || (who === 'admins' ? isAdmin : who === 'owner' ? owner : can(who))
  const acts = allowed ? actions.filter((act) => !!act) : []
  const show = bar?.show
  const [to, label] = [back?.to, back?.label]
  useLayoutEffect(() => {
    show?.({ title, back: to && label ? { to, label } : undefined })
    return () => show?.(null)
  }, [show, title, to, label])
  if (fill)
    return (
      <Screen name={name} title={title} layout="focus">
        <h1 className="sr-only">{title}</h1>
        {bar?.actions && createPortal(<BarActions actions={acts} />, bar.actions)}
        <div className="h-[calc(100dvh-var(--banners-h,0px)-var(--header-h)-var(--bottom-h))] min-w-0">{allowed ? children : <NotAllowed />}</div>
      </Screen>
    )
  return (
    <Screen name={name} title={title} layout="wide">
      <div className={wide ? undefined : 'mx-auto max-w-[928px]'}>
        {bar ? (
          <>
            <h1 className="sr-only">{title}</h1>
            {text && allowed && <p className="mb-4 text-13 text-text-2">{text}</p>}
            {bar.actions && createPortal(<BarActions actions={acts} />, bar.actions)}
          </>
        ) : (
          <PageHeader
            title={title}
            text={allowed && text}
            back={back}
            actions={acts.length > 0 && acts.map((act) => <Act key={act.label} act={act} icon={act.icon} />)}
          />
        )}
        {tabs && allowed && <Tabs {...tabs} className="mb-5" />}
        {allowed ? children : <NotAllowed />}
      </div>
    </Screen>
  )
}

function Act({ act: { label, to, onSelect, primary, loading }, ...more }: { act: PageAction; icon?: IconRef; className?: string }) {
  const look = { variant: primary ? ('primary' as const) : ('default' as const), ...more }
  return to ? (
    <LinkButton {...look} to={to}>
      {label}
    </LinkButton>
  ) : (
    <Button {...look} loading={loading} onClick={onSelect}>
      {label}
    </Button>
  )
}

/** The main act is seen, the rest are in a menu. */
function BarActions({ actions }: { actions: readonly PageAction[] }) {
  const t = useWords()
  const main = actions.find(({ primary }) => primary) ?? (actions.length === 1 ? actions[0] : undefined)
  const rest = actions.filter((act) => act !== main)
  return (
    <>
      {main && <Act act={main} className="max-desk:min-h-9!" />}
      {rest.length > 0 && (
        <Menu
          align="end"
          trigger={<IconButton icon="ellipsis" label={t('page.more')} className="text-inherit! max-desk:size-11" />}
          items={rest.map(({ label, icon, to, onSelect }) => ({ label, icon, to, onSelect: onSelect && (() => void onSelect()) }))}
        />
      )}
    </>
  )
}

/** The same frame round one saved record, usually with a `<SettingsForm>` in it. */
export const SettingsPage = <T,>({ query, height = 420, children, empty, isEmpty, ...page }: SettingsPageProps<T>) => (
  <AdminPage {...page}>
    <Query query={query} skeleton={<Skeleton w="100%" h={height} />} empty={empty} isEmpty={isEmpty}>
      {children}
    </Query>
  </AdminPage>
)
