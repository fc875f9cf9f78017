/** The line that invites to write, and the way to begin with pictures. */
import { Avatar, Icon, Link, useNavigate, useSession, useT } from '@atrium/sdk/web'
import { handOver } from '../components/compose/handOver.ts'

export default function Prompt({ space }: { space?: { slug: string; types?: string[]; policies: { can_create_post: boolean } } }) {
  const t = useT()
  const navigate = useNavigate()
  const { member, viewOnly } = useSession()
  if (!member || viewOnly || (space && !space.policies.can_create_post)) return null
  const to = space ? `/c/${space.slug}/new` : '/c/-/new'
  return (
    <div className="relative flex min-h-11 w-full items-center gap-3 rounded-card border border-border bg-surface px-3 py-2.5 text-15 text-text-3 transition-colors duration-[120ms] focus-within:border-field hover:border-field">
      <Avatar name={member.name} id={member.id} src={member.avatarUrl} size={32} />
      <Link to={to} className="flex-1 after:absolute after:inset-0 after:rounded-card">
        {t(space?.types?.[0] === 'image' ? 'prompt.pictures' : 'prompt.start_long')}
      </Link>
      <label className="relative inline-flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 text-13 font-medium text-text-2 focus-within:outline-2 focus-within:outline-(--ring) hover:bg-hover max-desk:min-h-11">
        <Icon name="image" />
        <span className="max-sm:sr-only">{t('prompt.picture')}</span>
        <input
          type="file"
          accept="image/*"
          multiple
          className="sr-only"
          onChange={(event) => {
            handOver([...(event.target.files ?? [])])
            navigate(to)
          }}
        />
      </label>
    </div>
  )
}
