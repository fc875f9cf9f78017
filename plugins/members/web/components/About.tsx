/** What somebody says of themselves. */
import { Card, EmptyState, LinkButton, useSession, useT } from '@atrium/sdk/web'
import type { Profile } from '../../contract.ts'

export function About({ profile }: { profile: Profile }) {
  const t = useT()
  const { member, viewOnly } = useSession()
  if (profile.bio)
    return (
      <Card pad>
        <p className="max-w-[68ch] whitespace-pre-line text-15 wrap-anywhere">{profile.bio}</p>
      </Card>
    )
  if (member?.id !== profile.id) return <EmptyState icon="user" title={t('about.none', { name: profile.name })} text={t('about.none_text')} />
  return (
    <EmptyState
      icon="user"
      title={t('about.own')}
      text={t('about.own_text')}
      action={
        !viewOnly && (
          <LinkButton variant="primary" icon="pencil" to="/account">
            {t('profile.edit')}
          </LinkButton>
        )
      }
    />
  )
}
