/** Questions that nothing was found for: each is answered for all by a snippet. */
import { Button, Time, useReadPages, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../../contract.ts'
import { Listed } from '../Listed.tsx'
import { SnippetDialog } from '../SnippetDialog.tsx'

export function Unanswered() {
  const t = useT()
  const query = useReadPages(contract.routes.unanswered)
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <>
      <Listed title={t('unanswered.title')} text={t('unanswered.text')} query={query} none={t('unanswered.none')}>
        {({ question, count, created_at }) => (
          <div className="flex flex-wrap items-center gap-3">
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
          </div>
        )}
      </Listed>
      {asked !== null && <SnippetDialog snippet={null} title={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
