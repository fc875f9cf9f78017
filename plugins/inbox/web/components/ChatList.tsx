/** The list of conversations: views with what counts in them, search, filters. */
import {
  Button,
  Chip,
  EmptyState,
  Failure,
  Icon,
  IconButton,
  LinkButton,
  Loading,
  LoadMore,
  Menu,
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
/** What the team works through; the rest opens from a menu. */
const WORK: readonly View[] = ['mine', 'nobodys', 'ai']

const CHIP = 'max-desk:min-h-11 max-desk:px-3'
function Views({ value, onChange }: { value: View; onChange: (view: View) => void }) {
  const t = useT()
  const { data } = useRead(routes.unreadCounts)
  const countOf = (view: View) => (data && COUNTED.has(view) ? data[view as 'mine'] : 0)
  const shown = (view: View) => (
    <>
      <span>{t(`view.${view}`)}</span>
      {countOf(view) > 0 && <span className="tabular-nums">{countOf(view) < MAX_COUNT ? countOf(view) : `${MAX_COUNT - 1}+`}</span>}
    </>
  )
  const isElsewhere = !WORK.includes(value)
  return (
    <div className="flex flex-wrap gap-1" role="group" aria-label={t('view')}>
      {WORK.map((view) => (
        <Chip key={view} size="sm" pressed={value === view} onClick={() => onChange(view)} className={CHIP}>
          {shown(view)}
        </Chip>
      ))}
      <Menu
        trigger={
          <Chip size="sm" pressed={isElsewhere} className={CHIP}>
            <span>{t(isElsewhere ? `view.${value}` : 'view.more')}</span>
            <Icon name="chevron-down" size="sm" />
          </Chip>
        }
        items={VIEWS.filter((view) => !WORK.includes(view)).map((view) => ({
          label: countOf(view) > 0 ? t('view.counted', { view: t(`view.${view}`), count: countOf(view) }) : t(`view.${view}`),
          checked: value === view,
          onSelect: () => onChange(view),
        }))}
      />
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

/** Whether nobody has ever asked anything, which is another thing than that all is answered. */
function useIsFirst(enabled: boolean): boolean {
  const { data } = useRead(routes.list, { query: { view: 'all', per_page: 1 } }, { enabled })
  return data?.records.length === 0
}
function FirstDay() {
  const t = useT()
  const { can, has } = useSession()
  return (
    <EmptyState
      icon="inbox"
      title={t('empty.all')}
      text={t('empty.first_text')}
      action={has('help-widget') && can('help-widget.manage') && <LinkButton to="/settings/help-widget">{t('empty.widget')}</LinkButton>}
    />
  )
}

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
  const isFirst = useIsFirst(!isSearch && !narrowed)
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
  if (isFirst) return <FirstDay />
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
