/** Where somebody may write nowhere yet: the spaces they may join, each a press away from writing in it. */
import { Button, Card, EmptyState, IconMark, Link, LinkButton, toast, useSession, useT, useWrite } from '@atrium/sdk/web'
import spaces, { type SpaceRecord } from '../../../../spaces/contract.ts'
import { NewSpace } from '../NewSpace.tsx'

export function Nowhere({ records }: { records: readonly SpaceRecord[] }) {
  const t = useT()
  const { viewOnly, can } = useSession()
  // whoever may make spaces and sees none needs nobody's leave
  const first = records.length === 0 && can('spaces.manage')
  const joinable = viewOnly ? [] : records.filter(({ policies }) => policies.can_join_space)
  return (
    <div className="mx-auto max-w-[760px] px-4 py-8">
      <EmptyState
        icon="file-text"
        title={t('compose.nowhere_title')}
        text={t(joinable.length ? 'compose.nowhere_join' : first ? 'compose.nowhere_first' : 'compose.nowhere_text')}
        action={joinable.length ? undefined : first ? <NewSpace /> : <LinkButton to="/space_groups">{t('empty.following_action')}</LinkButton>}
      />
      {joinable.length > 0 && (
        <Card className="mt-2">
          <ul className="divide-y divide-border">
            {joinable.map((space) => (
              <Joinable key={space.id} space={space} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

function Joinable({ space }: { space: SpaceRecord }) {
  const t = useT()
  const join = useWrite(spaces.routes.join, { invalidates: [spaces], onError: (error) => toast.error(error.message) })
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <IconMark value={space.emoji} className="w-6 text-17" />
      <div className="min-w-0 flex-1">
        <Link to={`/c/${space.slug}`} className="block truncate font-medium hover:underline">
          {space.name}
        </Link>
        {space.description && <p className="truncate text-13 text-text-3">{space.description}</p>}
      </div>
      <Button loading={join.isPending} onClick={() => join.mutate({ params: { id: space.id } })} aria-label={t('compose.join_name', { name: space.name })}>
        {t('compose.join')}
      </Button>
    </li>
  )
}
