/** What an agent has answered in posts and comments, the latest first. */
import { Card, CardHead, Link, LoadMore, Query, Skeleton, Time, useReadPages, useT } from '@atrium/sdk/web'
import contract from '../../../contract.ts'

export function Said({ id }: { id: number }) {
  const t = useT()
  const query = useReadPages(contract.routes.profileComments, { params: { id } })
  return (
    <Card as="section" aria-label={t('said.title')}>
      <CardHead title={t('said.title')} />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={120} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={<p className="px-4 py-4 text-13 text-text-2 desk:px-5">{t('said.none')}</p>}
      >
        {({ pages }) => (
          <>
            <ul className="divide-y divide-border">
              {pages
                .flatMap(({ records }) => records)
                .map(({ id: key, title, text, path, created_at }) => (
                  <li key={key} className="px-4 py-3 desk:px-5">
                    {path ? (
                      <>
                        <Link to={path} className="font-medium hover:underline wrap-anywhere">
                          {title}
                        </Link>
                        <p className="mt-0.5 line-clamp-3 text-13 text-text-2 wrap-anywhere">{text}</p>
                      </>
                    ) : (
                      <p className="text-13 text-text-2">{t('said.hidden')}</p>
                    )}
                    <Time value={created_at} className="text-12 text-text-3" />
                  </li>
                ))}
            </ul>
            <LoadMore query={query} />
          </>
        )}
      </Query>
    </Card>
  )
}
