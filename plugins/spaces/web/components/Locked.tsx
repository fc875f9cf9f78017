/** What stands before a space that this reader may not enter. */
import { LinkButton, NotAllowed, useSession, useT } from '@atrium/sdk/web'
import type { Space } from '../../contract.ts'

export function Locked({ space }: { space: Space }) {
  const t = useT()
  const { member } = useSession()
  return (
    <NotAllowed
      title={space.locked_page_heading ?? t('locked.title', { name: space.name })}
      text={space.locked_page_description ?? t('locked.text')}
      action={
        space.locked_button_url ? (
          <LinkButton variant="primary" to={space.locked_button_url}>
            {space.locked_button_label ?? t('locked.more')}
          </LinkButton>
        ) : member ? (
          <LinkButton to="/space_groups">{t('locked.others')}</LinkButton>
        ) : (
          <LinkButton variant="primary" to={`/sign_in?post_login_redirect=${encodeURIComponent(`/c/${space.slug}`)}`}>
            {t('locked.signIn')}
          </LinkButton>
        )
      }
    />
  )
}
