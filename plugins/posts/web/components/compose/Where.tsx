/** Asks where a post shall stand, when the address names no space that one may write in: nothing is chosen for anybody. */
import { Button, Card, EmptyState, Icon, IconMark, Link, toast, useSession, useT, useWrite } from '@atrium/sdk/web'
import spaces, { type SpaceRecord } from '../../../../spaces/contract.ts'

interface WhereProps {
  writable: readonly SpaceRecord[]
  /** The space that was asked for, in which one may not write. */
  asked: SpaceRecord | undefined
}
export function Where({ writable, asked }: WhereProps) {
  const t = useT()
  const { viewOnly } = useSession()
  const joinable = asked?.policies.can_join_space && !asked.is_member && !viewOnly
  return (
    <div className="mx-auto max-w-[760px] px-4 py-8">
      {asked && joinable && <Joining space={asked} />}
      <h1 className="mb-1 text-20">{t(joinable ? 'compose.where_else' : 'compose.where_title')}</h1>
      {asked && !joinable && <p className="text-text-2">{t('compose.where_not', { name: asked.name })}</p>}
      <Card className="mt-3">
        <ul className="divide-y divide-border">
          {writable.map((space) => (
            <li key={space.id}>
              <Link to={`/c/${space.slug}/new${location.search}`} replace className="flex min-h-12 items-center gap-3 px-4 py-2.5 hover:bg-hover">
                <IconMark value={space.emoji} className="w-6 text-17" />
                <span className="min-w-0 flex-1 truncate font-medium">{space.name}</span>
                <Icon name="chevron-right" size="sm" className="text-text-3 rtl:rotate-180" />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

function Joining({ space }: { space: SpaceRecord }) {
  const t = useT()
  const join = useWrite(spaces.routes.join, { invalidates: [spaces], onError: (error) => toast.error(error.message) })
  return (
    <div className="mb-8">
      <EmptyState
        icon="log-in"
        title={t('compose.join_title', { name: space.name })}
        text={t('compose.join_text')}
        action={
          <Button variant="primary" loading={join.isPending} onClick={() => join.mutate({ params: { id: space.id } })}>
            {t('compose.join_name', { name: space.name })}
          </Button>
        }
      />
    </div>
  )
}
