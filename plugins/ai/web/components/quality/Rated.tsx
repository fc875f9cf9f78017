/** Answers that members rated, with what they said of them. */
import { Card, CardHead, Icon, LoadMore, Query, Segment, Skeleton, Time, useReadPages, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../../contract.ts'

export function Rated() {
  const t = useT()
  const [rating, setRating] = useState<'all' | 'liked' | 'disliked'>('all')
  const query = useReadPages(contract.routes.rated, { query: rating === 'all' ? {} : { rating } }, { keepPrevious: true })
  return (
    <Card as="section" aria-label={t('rated.title')}>
      <CardHead
        title={t('rated.title')}
        action={
          <Segment
            label={t('rated.title')}
            value={rating}
            items={(['all', 'liked', 'disliked'] as const).map((value) => ({ value, label: t(`rated.${value}`) }))}
            onChange={setRating}
          />
        }
      />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={120} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={<p className="px-4 py-4 text-13 text-text-2 desk:px-5">{t('rated.none')}</p>}
      >
        {({ pages }) => (
          <>
            <ul className="divide-y divide-border">
              {pages
                .flatMap(({ records }) => records)
                .map((one) => (
                  <li key={one.id} className="flex gap-3 px-4 py-3 desk:px-5">
                    <Icon
                      name={one.rating > 0 ? 'thumbs-up' : 'thumbs-down'}
                      label={t(one.rating > 0 ? 'rating.yes' : 'rating.no')}
                      className={one.rating > 0 ? 'mt-0.5 text-success' : 'mt-0.5 text-danger'}
                    />
                    <div className="min-w-0 flex-1">
                      <p className="font-medium wrap-anywhere">{one.question}</p>
                      <p className="mt-0.5 line-clamp-3 text-13 text-text-2 wrap-anywhere">{one.answer}</p>
                      {one.note && <p className="mt-1 text-13 wrap-anywhere">{t('sources.excerpt', { text: one.note })}</p>}
                      <Time value={one.created_at} className="text-12 text-text-3" />
                    </div>
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
