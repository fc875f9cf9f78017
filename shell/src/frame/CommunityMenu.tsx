/** The community's name or logo in the header; for admins with a menu of what they do most. */
import { Icon, Menu, useAppearance, useSession, useT, useCopy } from '@atrium/sdk/web'
import { useHasScreen } from './navigation.ts'

/** The logo for this appearance, else the name. */
export function CommunityMark() {
  const { community } = useSession()
  const { appearance } = useAppearance()
  const { logo_url, dark_logo_url } = community.branding
  const logo = appearance === 'dark' ? (dark_logo_url ?? logo_url) : logo_url
  if (logo) return <img src={logo} alt={community.name} height={28} className="h-7 w-auto max-w-full object-contain" />
  return <span className="truncate text-17 font-bold tracking-[-0.032em]">{community.name}</span>
}

export function CommunityMenu() {
  const t = useT()
  const { community, signUpAllowed, signUpPath } = useSession()
  const invites = useHasScreen('/members/invite/details')
  const develops = useHasScreen('/settings/developers')
    ? (['-', { label: t('community.developers'), icon: 'code-xml', to: '/settings/developers' }] as const)
    : []
  const toClipboard = useCopy()
  const copyLink = () => toClipboard(new URL(signUpPath(), location.origin).href, t('community.linkCopied'))
  const invite = invites
    ? [{ label: t('community.invite'), icon: 'user-plus', to: '/members/invite/details' }]
    : signUpAllowed
      ? [{ label: t('community.copyLink'), icon: 'link', onSelect: () => void copyLink() }]
      : []

  return (
    <Menu
      align="start"
      items={[
        { label: t('community.settings'), icon: 'settings', to: '/settings' },
        ...invite,
        { label: t('community.branding'), icon: 'palette', to: '/settings/theme' },
        { label: t('community.features'), icon: 'toggle-right', to: '/settings/plugins' },
        ...develops,
      ]}
      trigger={
        <button
          type="button"
          className="flex h-[34px] min-w-0 items-center gap-2.5 rounded-control px-2.5 hover:bg-[color-mix(in_oklab,var(--header-text-color)_8%,transparent)]"
        >
          <CommunityMark />
          <span className="sr-only">{t('community.menu', { name: community.name })}</span>
          <span className="max-desk:hidden">
            <Icon name="chevrons-up-down" size="sm" />
          </span>
        </button>
      }
    />
  )
}
