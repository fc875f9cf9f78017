/** What one does with the own account: profile, appearance, language, settings, sign out. */
import { Avatar, LOCALES, Menu, toast, useLocale, useSession, useT, useWrite, useNarrow } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import { useHasScreen, useNavigation } from './navigation.ts'
import { useAppearanceChoice } from './useAppearanceChoice.ts'

const { updateAccount } = auth.routes

export function AvatarMenu() {
  const t = useT()
  const narrow = useNarrow()
  const locale = useLocale()
  const { account, member, isAdmin } = useSession()
  const { choice, mayChoose, choose } = useAppearanceChoice()
  const profiles = useHasScreen('/u/:uid')
  const own = useNavigation('actions').filter(({ mine }) => mine)
  const save = useWrite(updateAccount)
  const name = member?.name ?? account!.name

  const speak = (next: (typeof LOCALES)[number]) =>
    save.mutateAsync({ body: { locale: next } }).then(
      // The page comes anew in the other language.
      () => location.reload(),
      (error) => toast.error(error.message),
    )

  return (
    <Menu
      align="end"
      items={[
        { heading: name },
        ...(member && profiles ? [{ label: t('avatar.profile'), icon: 'user', to: `/u/${member.publicUid}` }] : []),
        ...(member ? own.map(({ label, icon, to }) => ({ label, icon, to })) : []),
        { label: t('avatar.account'), icon: 'circle-user', to: '/account' },
        ...(isAdmin ? [{ label: t('avatar.settings'), icon: 'settings', to: narrow ? '/settings/menu' : '/settings' }] : []),
        '-',
        ...(mayChoose
          ? [
              { heading: t('appearance.title') },
              { label: t('appearance.light'), icon: 'sun', checked: choice === 'light', onSelect: () => choose('light') },
              { label: t('appearance.dark'), icon: 'moon', checked: choice === 'dark', onSelect: () => choose('dark') },
              { label: t('appearance.system'), icon: 'monitor', checked: choice === 'system', onSelect: () => choose('system') },
            ]
          : []),
        { heading: t('avatar.language') },
        ...LOCALES.map((tag) => ({ label: t(`language.${tag}`), checked: locale === tag, onSelect: () => void speak(tag) })),
        '-',
        { label: t('signOut.action'), icon: 'log-out', to: '/users/sign_out' },
      ]}
      trigger={
        <button type="button" aria-label={t('avatar.menu', { name })} className="grid size-8 flex-none place-items-center rounded-full max-desk:size-11">
          <Avatar size={28} name={name} id={member?.id ?? account!.id} src={member?.avatarUrl ?? undefined} presence={member ? 'online' : undefined} />
        </button>
      }
    />
  )
}
