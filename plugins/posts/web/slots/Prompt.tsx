/** The line that invites to write. */
import { Avatar, Icon, Link, useSession, useT } from '@atrium/sdk/web'

export default function Prompt({ space }: { space?: { slug: string; types?: string[]; policies: { can_create_post: boolean } } }) {
  const t = useT()
  const { member, viewOnly } = useSession()
  if (!member || viewOnly || (space && !space.policies.can_create_post)) return null
  return (
    <Link
      to={space ? `/c/${space.slug}/new` : '/c/-/new'}
      className="flex min-h-11 w-full items-center gap-3 rounded-card border border-border bg-surface px-3 py-2.5 text-15 text-text-3 transition-colors duration-[120ms] hover:border-field"
    >
      <Avatar name={member.name} id={member.id} src={member.avatarUrl} size={32} />
      <span className="flex-1">{t(space?.types?.[0] === 'image' ? 'prompt.pictures' : 'prompt.start_long')}</span>
      <span className="hidden items-center gap-2 px-2 text-13 font-medium text-text-2 sm:inline-flex">
        <Icon name="image" />
        {t('prompt.picture')}
      </span>
    </Link>
  )
}
