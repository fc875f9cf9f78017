/** Questions that were answered in a room. */
import { Avatar, Card, Count, LoadMore, Query, SkeletonText, useReadPages, useT } from '@atrium/sdk/web'
import contract from '../../../contract.ts'

const { routes } = contract

export function Answered({ roomId }: { roomId: number }) {
  const t = useT()
  const query = useReadPages(routes.questions, { params: { id: roomId }, query: { status: 'answered', sort: 'top' } })
  return (
    <Query query={query} skeleton={<SkeletonText lines={4} />} isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)} empty={null}>
      {({ pages }) =>
        pages.every(({ records }) => records.length === 0) ? null : (
          <section aria-label={t('after.answered')}>
            <h2 className="mb-2.5 text-17">{t('after.answered')}</h2>
            <Card as="ul" className="divide-y divide-border">
              {pages.flatMap(({ records }) =>
                records.map(({ id, text, author, votes_count }) => (
                  <li key={id} className="flex items-start gap-3 px-4 py-3">
                    {author && <Avatar id={author.id} name={author.name} src={author.avatar_url} size={28} />}
                    <span className="min-w-0 flex-1">
                      <span className="block">{text}</span>
                      <span className="block text-13 text-text-3">{author?.name ?? t('ask.anonymous')}</span>
                    </span>
                    <Count quiet value={votes_count} label={t('ask.votes', { count: votes_count })} className="text-text-3" />
                  </li>
                )),
              )}
            </Card>
            <LoadMore query={query} />
          </section>
        )
      }
    </Query>
  )
}
