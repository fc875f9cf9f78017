/** `/search`: the query on top, filters, results with where they lie, how many of each kind, saved searches. */
import { cx, Card, Failure, Kbd, Loading, LoadMore, Note, Screen, Select, Skeleton, useReadPages, useShortcut, useT } from '@atrium/sdk/web'
import contract, { type KindCount, MOST, type Results } from '../../contract.ts'
import { operatorValue, withOperator } from '../../contract/query.ts'
import { Filters, kindWord } from '../components/Filters.tsx'
import { Hit } from '../components/Hit.tsx'
import { Nothing } from '../components/Nothing.tsx'
import { SaveButton, SavedList, Start } from '../components/Own.tsx'
import { QueryField } from '../components/QueryField.tsx'
import { type AskedState, type Sort, useAsked } from '../components/useAsked.ts'

export default function Search() {
  const t = useT()
  const state = useAsked()
  const { text, sort } = state
  const query = useReadPages(contract.routes.search, { query: { text, sort, counts: '1' } }, { enabled: text !== '', keepPrevious: true })
  const pages = text ? (query.data?.pages ?? []) : []
  const [first] = pages
  return (
    <Screen name="search/Search" title={t('title')} layout="wide">
      <h1 className="sr-only">{t('title')}</h1>
      <div className="mx-auto max-w-[1040px]">
        <QueryField state={state} action={<SaveButton text={text} />} />
        <Filters state={state} kinds={first?.counts ?? []} />
        {!text ? (
          <Start
            onOperator={(operator) => {
              state.setTyped(operator)
              document.querySelector<HTMLInputElement>('[data-screen="search/Search"] [role="combobox"]')?.focus()
            }}
          />
        ) : query.error && !first ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : !first ? (
          <Loading>
            <Skeleton w="100%" h={420} />
          </Loading>
        ) : (
          <div className="grid items-start gap-8 desk:grid-cols-[200px_minmax(0,1fr)]">
            <Side state={state} counts={first.counts} />
            <section aria-label={t('results')} aria-busy={query.isFetching} className="min-w-0">
              <h2 className="sr-only">{t('results')}</h2>
              <Head state={state} page={first} />
              {pages.some(({ records }) => records.length) ? <List pages={pages} onOpen={state.meant} /> : <Nothing text={text} />}
              <LoadMore query={query} />
              {first.has_more && !query.hasNextPage && <p className="mt-4 text-center text-13 text-text-3">{t('more', { count: MOST })}</p>}
            </section>
          </div>
        )}
      </div>
    </Screen>
  )
}

function Head({ state, page }: { state: AskedState; page: Results }) {
  const t = useT()
  const count = page.count ?? 0
  return (
    <>
      {page.notes.map((note) => (
        <Note key={note} className="mb-3">
          {note}
        </Note>
      ))}
      {count > 0 && (
        <div className="-mt-1.5 mb-2 flex min-h-8 items-center justify-between gap-3">
          <p role="status" className="text-13 text-text-2">
            {page.is_close ? (
              t('close')
            ) : (
              <strong className="tabular-nums text-text">{page.has_more ? t('count_more', { count }) : t('count', { count })}</strong>
            )}
          </p>
          <Select
            size="sm"
            aria-label={t('sort.label')}
            value={state.sort}
            onChange={(event) => state.setSort(event.target.value as Sort)}
            options={(['best', 'newest'] as const).map((value) => ({ value, label: t(`sort.${value}`) }))}
            className="w-36"
          />
        </div>
      )}
    </>
  )
}

function List({ pages, onOpen }: { pages: readonly Results[]; onOpen: () => void }) {
  const t = useT()
  const step = (by: 1 | -1) => {
    const all = [...document.querySelectorAll<HTMLElement>('[data-hit]')]
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
  }
  useShortcut('j', () => step(1), t('keys.next'))
  useShortcut('k', () => step(-1), t('keys.previous'))
  return (
    <Card className="overflow-hidden">
      <ul>{pages.flatMap(({ records }) => records.map((hit) => <Hit key={`${hit.kind}:${hit.id}`} hit={hit} onOpen={onOpen} />))}</ul>
    </Card>
  )
}

function Side({ state, counts }: { state: AskedState; counts: readonly KindCount[] }) {
  const t = useT()
  const chosen = operatorValue(state.text, 'type')
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const line = (kind: string | null, label: string, count: number) => (
    <li key={kind} className="flex-none">
      <button
        type="button"
        aria-current={kind === chosen ? 'true' : undefined}
        onClick={() => state.ask(withOperator(state.text, 'type', kind))}
        className={cx(
          'flex min-h-8 w-full items-center gap-2 rounded-control px-2.5 text-13 hover:bg-hover max-desk:min-h-11',
          kind === chosen ? 'bg-brand-soft font-medium text-on-brand-soft' : 'text-text-2',
        )}
      >
        <span className="flex-1 text-start whitespace-nowrap">{label}</span>
        <span className="text-12 tabular-nums">{count}</span>
      </button>
    </li>
  )
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 desk:sticky desk:top-[calc(var(--header-h)+20px)]">
      {counts.length > 0 && (
        <nav aria-label={t('kinds')}>
          <ul className="-mx-2.5 flex gap-1 overflow-x-auto desk:grid">
            {line(null, t('kinds.all'), total)}
            {counts.map((one) => line(one.kind, kindWord(one), one.count))}
          </ul>
        </nav>
      )}
      <div className="grid gap-6 max-desk:hidden">
        <SavedList />
        <section aria-label={t('keys.title')} className="text-13 text-text-2">
          <h2 className="mb-1.5 text-12 font-medium text-text-3">{t('keys.title')}</h2>
          {(['field', 'move', 'open'] as const).map((name) => (
            <p key={name} className="flex min-h-7 items-center gap-2.5">
              <span className="flex w-12 gap-1">
                {{ field: ['/'], move: ['J', 'K'], open: ['↵'] }[name].map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </span>
              {t(`keys.${name}`)}
            </p>
          ))}
        </section>
      </div>
    </div>
  )
}
