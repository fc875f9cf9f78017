/** Where somebody is at home, as far as the reader is let in too. */
import { Card, EmptyState, Icon, IconMark, ListRow, Query, Skeleton, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export function ProfileSpaces({ memberId }: { memberId: number }) {
  const t = useT()
  const query = useRead(contract.routes.spaces, { params: { id: memberId } })
  return (
    <Query
      query={query}
      skeleton={<Skeleton w="100%" h={192} />}
      isEmpty={(data) => data.records.length === 0}
      empty={<EmptyState icon="layout-grid" title={t('spaces.none')} text={t('spaces.none_text')} />}
    >
      {({ records }) => (
        <Card className="overflow-clip">
          {records.map((space) => (
            <ListRow key={space.id} to={`/c/${space.slug}`}>
              {space.emoji ? <IconMark value={space.emoji} className="w-6 text-20" /> : <Icon name="hash" />}
              <span className="min-w-0 flex-1 truncate font-medium">{space.name}</span>
              {space.is_private && <Icon name="lock" size="sm" label={t('spaces.private')} />}
            </ListRow>
          ))}
        </Card>
      )}
    </Query>
  )
}
