/** A space among others: what it is, how alive it is, and the way in. */
import { Badge, Button, Card, Icon, Link, toast, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract, { type SpaceRecord } from '../../contract.ts'
import { Glyph } from './Glyph.tsx'

export function SpaceCard({ space }: { space: SpaceRecord }) {
  const t = useT()
  const { member, viewOnly } = useSession()
  const join = useWrite(contract.routes.join, {
    invalidates: [contract],
    onSuccess: () => toast.success(t('join.done', { name: space.name })),
    onError: (error) => toast.error(error.message),
  })
  const { policies } = space
  return (
    <Card as="li" pad className="flex gap-3">
      <Glyph space={space} className="w-8 text-[24px]" />
      <div className="min-w-0 flex-1">
        <h3 className="flex items-center gap-1.5 text-15 font-semibold">
          <Link to={`/c/${space.slug}`} className="truncate hover:underline">
            {space.name}
          </Link>
          {!policies.can_view_space && <Icon name="lock" size="sm" label={t('locked.label')} />}
          {space.visibility !== 'public' && space.visibility !== 'private' && <Badge>{t(`visibility.${space.visibility}`)}</Badge>}
        </h3>
        {space.description && <p className="mt-0.5 line-clamp-2 text-13 text-text-2">{space.description}</p>}
        <p className="mt-1.5 text-12 text-text-3">
          {[
            space.members_count !== null && t('members.count', { count: space.members_count }),
            space.posts_count > 0 && t('posts.count', { count: space.posts_count }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {member && !viewOnly && policies.can_join_space && (
        <Button size="sm" loading={join.isPending} onClick={() => join.mutate({ params: { id: space.id } })} aria-label={t('join.name', { name: space.name })}>
          {t('join.short')}
        </Button>
      )}
      {space.is_member && (
        <span className="self-start">
          <Badge tone="success" icon="check">
            {t('join.joined')}
          </Badge>
        </span>
      )}
    </Card>
  )
}

export const SpaceGrid = ({ spaces }: { spaces: readonly SpaceRecord[] }) => (
  <ul className="grid gap-3 desk:grid-cols-2">
    {spaces.map((space) => (
      <SpaceCard key={space.id} space={space} />
    ))}
  </ul>
)
