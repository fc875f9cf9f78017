/** The list of conversations: views with what counts in them, search, filters. */
import {
  Button,
  Chip,
  EmptyState,
  Failure,
  IconButton,
  Loading,
  LoadMore,
  SearchField,
  Skeleton,
  useNavigate,
  useRead,
  useSession,
  useShortcut,
  useStored,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_COUNT, VIEWS } from '../../contract.ts'
import { ChatRow } from './ChatRow.tsx'
import { Figures } from './Figures.tsx'
import { isNarrowed, ListFilter, type Narrowed, WHOLE } from './ListFilter.tsx'
import { NewChat } from './NewChat.tsx'
import { SETUP } from './places.ts'
import { useListed, useSteps, type View } from './useListed.ts'

const { routes } = contract
const COUNTED = new Set<View>(['mine', 'nobodys', 'ai', 'snoozed', 'open'])

function Views({ value, onChange }: { value: View; onChange: (view: View) => void }) {
  const t = useT()
  const { data } = useRead(routes.unreadCounts)
  const countOf = (view: View) => (data && COUNTED.has(view) ? data[view as 'mine'] : 0)
  return (
    <div className="flex gap-1 overflow-x-auto [scrollbar-width:none]" role="group" aria-label={t('view')}>
      {VIEWS.map((view) => {
        const count = countOf(view)
        return (
          <Chip key={view} size="sm" pressed={value === view} onClick={() => onChange(view)} className="max-desk:min-h-11 max-desk:px-3.5">
            <span>{t(`view.${view}`)}</span>
            {count > 0 && <span className="tabular-nums">{count < MAX_COUNT ? count : `${MAX_COUNT - 1}+`}</span>}
          </Chip>
        )
      })}
    </div>
  )
}

const Rest = () => (
  <Loading className="grid gap-1 p-2">
    {[1, 2, 3, 4, 5, 6].map((n) => (
      <div key={n} className="flex h-20 gap-2.5 p-2">
        <Skeleton w={36} h={36} round />
        <span className="grid flex-1 content-start gap-2">
          <Skeleton w="50%" />
          <Skeleton w="70%" />
          <Skeleton w="90%" />
        </span>
      </div>
    ))}
  </Loading>
)

interface NothingProps {
  view: View
  isSearch: boolean
  narrowed: boolean
  onView: (view: View) => void
  onClear: () => void
}
function Nothing({ view, isSearch, narrowed, onView, onClear }: NothingProps) {
  const t = useT()
  const { data } = useRead(routes.unreadCounts)
  if (isSearch) return <EmptyState icon="search" title={t('search.none')} text={t('search.none_text')} />
  if (narrowed)
    return (
      <EmptyState
        icon="list-filter"
        title={t('filter.none')}
        action={
          <Button size="sm" onClick={onClear}>
            {t('filter.clear')}
          </Button>
        }
      />
    )
  const others = view === 'mine' ? (data?.nobodys ?? 0) : 0
  return (
    <EmptyState
      icon="inbox"
      title={t(`empty.${view}`)}
      text={others > 0 ? t('empty.others', { count: others }) : undefined}
      action={
        others > 0 && (
          <Button size="sm" onClick={() => onView('nobodys')}>
            {t('empty.show')}
          </Button>
        )
      }
    />
  )
}

interface HeadProps {
  narrowed: Narrowed
  onNarrow: (next: Narrowed) => void
  searching: boolean
  onSearch: () => void
  onNew: () => void
}
function Head({ narrowed, onNarrow, searching, onSearch, onNew }: HeadProps) {
  const t = useT()
  const navigate = useNavigate()
  const { can, viewOnly } = useSession()
  return (
    <div className="flex items-center justify-between">
      <h2 className="text-17 max-desk:sr-only">{t('admin.inbox')}</h2>
      <div className="ms-auto flex items-center">
        <IconButton size="sm" icon="search" label={t('search.label')} pressed={searching} onClick={onSearch} className="max-desk:size-11" />
        <ListFilter value={narrowed} onChange={onNarrow} />
        {can('inbox.manage') && <IconButton size="sm" icon="settings" label={t('admin.setup')} onClick={() => navigate(SETUP)} className="max-desk:size-11" />}
        {!viewOnly && <IconButton size="sm" icon="square-pen" label={t('new.title')} onClick={onNew} className="max-desk:size-11" />}
      </div>
    </div>
  )
}

export function ChatList({ current }: { current: number | null }) {
  const t = useT()
  const [view, setView] = useStored<View>('inbox.view', 'mine')
  const [narrowed, setNarrowed] = useState<Narrowed>(WHOLE)
  const [text, setText] = useState('')
  const [searching, setSearching] = useState(false)
  const [isNew, setNew] = useState(false)
  const { records, query, isSearch } = useListed(view, narrowed, text)
  useSteps(records, current)
  const search = () => {
    setText('')
    setSearching(!searching)
  }
  useShortcut('/', () => setSearching(true), t('search.label'))
  return (
    <section aria-label={t('list.label')} className="flex h-full min-w-0 flex-col bg-surface">
      <header className="grid gap-2.5 border-b px-3 pt-3 pb-2.5 ps-4">
        <Head narrowed={narrowed} onNarrow={setNarrowed} searching={searching} onSearch={search} onNew={() => setNew(true)} />
        {searching ? (
          <SearchField value={text} onChange={setText} label={t('search.label')} placeholder={t('search.placeholder')} autoFocus />
        ) : (
          <Views value={view} onChange={setView} />
        )}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-1.5 [scrollbar-width:thin] max-desk:p-0">
        {query.error && !query.data ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : query.isPending ? (
          <Rest />
        ) : records.length === 0 ? (
          <Nothing view={view} isSearch={isSearch} narrowed={isNarrowed(narrowed)} onView={setView} onClear={() => setNarrowed(WHOLE)} />
        ) : (
          <ul className="grid gap-px">
            {records.map((chat) => (
              <ChatRow key={chat.id} chat={chat} excerpt={chat.excerpt} current={chat.id === current} />
            ))}
          </ul>
        )}
        <LoadMore query={query} />
      </div>
      <Figures />
      {isNew && <NewChat onClose={() => setNew(false)} />}
    </section>
  )
}
