/** Questions that nothing was found for: each is answered for all by a snippet. */
import { Button, Card, CardHead, LoadMore, Query, Skeleton, Time, useReadPages, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../../contract.ts'
import { SnippetDialog } from '../SnippetDialog.tsx'

export function Unanswered() {
  const t = useT()
  const query = useReadPages(contract.routes.unanswered)
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <Card as="section" aria-label={t('unanswered.title')}>
      <CardHead title={t('unanswered.title')} text={t('unanswered.text')} />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={120} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={<p className="px-4 py-4 text-13 text-text-2 desk:px-5">{t('unanswered.none')}</p>}
      >
        {({ pages }) => (
          <>
            <ul className="divide-y divide-border">
              {pages
                .flatMap(({ records }) => records)
                .map(({ id, question, count, created_at }) => (
                  <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-3 desk:px-5">
                    <span className="grid h-7 min-w-8 place-items-center rounded-mark bg-hover px-1.5 text-13 font-semibold tabular-nums">
                      <span aria-hidden="true">{count}</span>
                      <span className="sr-only">{t('unanswered.times', { count })}</span>
                    </span>
                    <span className="min-w-0 flex-1 basis-52">
                      <span className="line-clamp-2 font-medium wrap-anywhere">{question}</span>
                      <Time value={created_at} className="text-13 text-text-3" />
                    </span>
                    <Button icon="pencil" onClick={() => setAsked(question)}>
                      {t('unanswered.write')}
                    </Button>
                  </li>
                ))}
            </ul>
            <LoadMore query={query} />
          </>
        )}
      </Query>
      {asked !== null && <SnippetDialog snippet={null} title={asked} onClose={() => setAsked(null)} />}
    </Card>
  )
}
