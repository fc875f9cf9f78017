/** Answers that members rated, with what they said of them. */
import { Icon, Segment, Time, useReadPages, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../../contract.ts'
import { Answer } from '../Answer.tsx'
import { Listed } from '../Listed.tsx'

export function Rated() {
  const t = useT()
  const [rating, setRating] = useState<'all' | 'liked' | 'disliked'>('all')
  const query = useReadPages(contract.routes.rated, { query: rating === 'all' ? {} : { rating } }, { keepPrevious: true })
  return (
    <Listed
      title={t('rated.title')}
      action={
        <Segment
          label={t('rated.title')}
          value={rating}
          items={(['all', 'liked', 'disliked'] as const).map((value) => ({ value, label: t(`rated.${value}`) }))}
          onChange={setRating}
        />
      }
      query={query}
      none={t('rated.none')}
    >
      {(one) => (
        <div className="flex gap-3">
          <Icon
            name={one.rating > 0 ? 'thumbs-up' : 'thumbs-down'}
            label={t(one.rating > 0 ? 'rating.yes' : 'rating.no')}
            className={one.rating > 0 ? 'mt-0.5 text-success' : 'mt-0.5 text-danger'}
          />
          <div className="min-w-0 flex-1">
            <p className="font-medium wrap-anywhere">{one.question}</p>
            <Answer text={one.answer} brief />
            {one.note && <p className="mt-1 text-13 wrap-anywhere">{t('sources.excerpt', { text: one.note })}</p>}
            <Time value={one.created_at} className="text-12 text-text-3" />
          </div>
        </div>
      )}
    </Listed>
  )
}
