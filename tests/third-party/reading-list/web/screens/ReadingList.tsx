/** All posts on the list, the latest first. */
import {
  Card,
  EmptyState,
  IconButton,
  Link,
  ListRow,
  LoadMore,
  PageHeader,
  Query,
  Screen,
  SkeletonText,
  Time,
  useEvent,
  useQueryCache,
  useReadPages,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import posts from 'atrium/plugins/posts'
import contract, { type ItemReply } from '../../contract.ts'

export default function ReadingList() {
  const t = useT()
  const cache = useQueryCache()
  const query = useReadPages(contract.routes.list)
  useEvent(contract.events['reading_list.extended'], () => cache.invalidate(contract))
  useEvent(posts.events['post.deleted'], () => cache.invalidate(contract))
  return (
    <Screen name="reading-list/ReadingList" title={t('title')}>
      <PageHeader title={t('title')} text={t('text')} />
      <Query
        query={query}
        skeleton={<SkeletonText lines={6} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={<EmptyState icon="book-open" title={t('empty.title')} text={t('empty.text')} />}
      >
        {({ pages }) => (
          <Card as="ul">
            {pages
              .flatMap(({ records }) => records)
              .map((item) => (
                <ItemRow key={item.id} item={item} />
              ))}
          </Card>
        )}
      </Query>
      <LoadMore query={query} />
    </Screen>
  )
}

function ItemRow({ item }: { item: ItemReply }) {
  const t = useT()
  const { can } = useSession()
  const remove = useWrite(contract.routes.remove, { invalidates: [contract] })
  return (
    <ListRow as="li">
      <div className="min-w-0 flex-1">
        <Link to={item.path} className="font-semibold hover:underline">
          {item.title}
        </Link>
        <p className="line-clamp-2 text-13 text-text-2">{item.excerpt}</p>
        <p className="text-12 text-text-3">
          <Time value={item.added_at} kind="relative" />
        </p>
      </div>
      {can('reading-list.curate') && (
        <IconButton
          icon="trash-2"
          label={t('remove', { title: item.title })}
          loading={remove.isPending}
          onClick={() => remove.mutate({ params: { id: item.id } })}
        />
      )}
    </ListRow>
  )
}
