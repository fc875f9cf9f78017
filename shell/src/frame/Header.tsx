/** The line across the top: community, tabs, search, icons of plugins, the own account. */
import shell from '@atrium/sdk/kernel/shell'
import { Badge, Icon, IconButton, Kbd, Link, LinkButton, Slot, useSession, useT, useWayBack } from '@atrium/sdk/web'
import { JOIN, JoinHere } from './JoinHere.tsx'
import { AvatarMenu } from './AvatarMenu.tsx'
import { CommunityMark, CommunityMenu } from './CommunityMenu.tsx'
import { useHasScreen } from './navigation.ts'
import { Tabs } from './Tabs.tsx'

const TINT = 'hover:bg-[color-mix(in_oklab,var(--header-text-color)_9%,transparent)]'
/** Icons take the header's own colour, which themes set. */
export const HEADER_ICON = `text-inherit! ${TINT} max-desk:size-11`
const apple = /Mac|iPhone|iPad/.test(navigator.platform)

interface HeaderProps {
  admin: boolean
  /** Leaves the sidebar's width to the community's name. */
  wide: boolean
  inert: boolean
  /** Whoever is no member is asked to become one; in a flow that does so itself nobody is. */
  joins: boolean
  onMenu: () => void
  onSearch: () => void
}

export function Header({ admin, wide, inert, joins, onMenu, onSearch }: HeaderProps) {
  const t = useT()
  const { account, isAdmin } = useSession()
  return (
    <header
      inert={inert}
      className={`sticky top-0 z-20 flex h-(--header-h) items-center gap-1 border-b border-frame bg-header [--ring:var(--header-background-color)] px-1.5 text-header-text desk:ps-4 desk:pe-3 ${wide ? 'desk:col-span-2' : ''}`}
    >
      <IconButton
        data-press="menu"
        icon="menu"
        label={t('frame.openSpaces')}
        className={`${HEADER_ICON} desk:hidden`}
        aria-haspopup="dialog"
        onClick={onMenu}
      />
      <div className={`-ms-2 flex min-w-0 items-center gap-2.5 max-desk:flex-1 ${wide ? 'desk:w-[calc(var(--sidebar-w)-28px)]' : ''} desk:flex-none`}>
        {isAdmin && !admin ? (
          <CommunityMenu />
        ) : (
          <Link to="/" className="flex h-[34px] min-w-0 items-center rounded-control px-2.5">
            <CommunityMark />
          </Link>
        )}
        {admin && (
          <Badge tone="line" className="text-inherit!">
            {t('admin.title')}
          </Badge>
        )}
      </div>
      {admin ? <span className="hidden flex-1 desk:block" /> : <Tabs />}
      <button
        type="button"
        data-press="search"
        onClick={onSearch}
        aria-keyshortcuts={apple ? 'Meta+K' : 'Control+K'}
        className="hidden h-8 w-[150px] flex-none items-center gap-2 rounded-control bg-[color-mix(in_oklab,var(--header-text-color)_5%,transparent)] ps-2.5 pe-1.5 text-13 shadow-[inset_0_0_0_1px_var(--frame-border)] hover:bg-[color-mix(in_oklab,var(--header-text-color)_9%,transparent)] desk:flex wide:w-[236px]"
      >
        <Icon name="search" size="sm" />
        <span>{t('frame.search')}</span>
        <span className="ms-auto hidden wide:block" aria-hidden="true">
          <Kbd className="border-frame bg-transparent text-inherit">{apple ? '⌘K' : 'Ctrl K'}</Kbd>
        </span>
      </button>
      <IconButton data-press="search" icon="search" label={t('frame.search')} className={`${HEADER_ICON} desk:hidden`} onClick={onSearch} />
      {admin && (
        <LinkButton to="/" variant="ghost" icon="eye" className="text-inherit!">
          {t('admin.viewAsMember')}
        </LinkButton>
      )}
      {joins && <JoinHere />}
      {account ? <MemberIcons /> : <VisitorButtons joins={joins} />}
    </header>
  )
}

function MemberIcons() {
  const t = useT()
  const bookmarks = useHasScreen('/bookmarks')
  return (
    <>
      <Slot of={shell.slots['header.icons']} />
      {bookmarks && (
        <Link
          to="/bookmarks"
          aria-label={t('frame.bookmarks')}
          title={t('frame.bookmarks')}
          className={`hidden size-8 flex-none place-items-center rounded-control desk:grid ${TINT}`}
        >
          <Icon name="bookmark" />
        </Link>
      )}
      <AvatarMenu />
    </>
  )
}

function VisitorButtons({ joins }: { joins: boolean }) {
  const t = useT()
  const { signUpAllowed, signUpPath } = useSession()
  const back = useWayBack()
  return (
    <>
      <LinkButton to={`/user/sign_in${back}`} variant="ghost" className="text-inherit! max-desk:hidden">
        {t('signIn.action')}
      </LinkButton>
      {signUpAllowed && joins && (
        <LinkButton to={signUpPath(back)} variant="primary" className={JOIN}>
          {t('signUp.join')}
        </LinkButton>
      )}
    </>
  )
}
