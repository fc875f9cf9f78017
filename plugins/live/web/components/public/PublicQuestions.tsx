/** Questions of a public stream, to be read; whoever wants to ask becomes a member. */
import { EmptyState, Query, SkeletonText, useRead, useSession, useT, WaysIn } from '@atrium/sdk/web'
import contract, { type LiveRoom } from '../../../contract.ts'
import { Vote } from '../questions/Vote.tsx'

const ASK_MS = 10_000

export function PublicQuestions({ room }: { room: LiveRoom }) {
  const t = useT()
  const { community } = useSession()
  const query = useRead(
    contract.routes.questions,
    { params: { id: room.id }, query: { status: 'open', sort: 'top', per_page: 50 } },
    { enabled: room.questions_enabled, refetchInterval: ASK_MS },
  )
  return (
    <aside
      aria-label={t('stage.tab.questions')}
      className="mb-3 me-3 ms-2 flex min-h-0 flex-col overflow-hidden rounded-xl bg-surface text-text [grid-area:side] max-desk:mx-0 max-desk:mb-0 max-desk:mt-2 max-desk:rounded-b-none max-desk:rounded-t-sheet"
    >
      {room.questions_enabled && <h2 className="flex-none border-b px-4 py-3 text-13 font-semibold">{t('stage.tab.questions')}</h2>}
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
        role="region"
        aria-label={t('stage.tab.questions')}
        className="min-h-0 flex-1 overflow-y-auto px-3.5 py-2 outline-offset-[-2px] [scrollbar-width:thin]"
      >
        {room.questions_enabled && (
          <Query
            query={query}
            skeleton={<SkeletonText lines={5} />}
            isEmpty={({ records }) => records.length === 0}
            empty={<EmptyState icon="circle-help" title={t('ask.none.open')} text={t('ask.none.open_text')} className="px-2! py-8!" />}
          >
            {({ records }) => (
              <ul>
                {records.map((question) => (
                  <li key={question.id} className="grid grid-cols-[40px_minmax(0,1fr)] gap-3 py-2.5 not-first:border-t">
                    <Vote question={question} onVote={null} />
                    <div className="min-w-0">
                      <p className="text-[14px] leading-5">{question.text}</p>
                      <p className="mt-0.5 text-12 text-text-3">{question.author?.name ?? t('ask.anonymous')}</p>
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </Query>
        )}
      </div>
      <div className="flex-none border-t px-3.5 py-3">
        <p className="mb-2 text-13 text-text-2">{t('public.ask', { community: community.name })}</p>
        <WaysIn size="sm" />
      </div>
    </aside>
  )
}
