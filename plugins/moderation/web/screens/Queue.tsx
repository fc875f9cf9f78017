/** The queue of what waits: cases on the left, one of them in its context, its people on the right; keys to work through it. */
import {
  AdminPage,
  Card,
  Chip,
  cx,
  EmptyState,
  formatSpan,
  Icon,
  LinkButton,
  LoadMore,
  Query,
  Select,
  Skeleton,
  useNarrow,
  useNavigate,
  useRead,
  useReadPages,
  useSearch,
  useSession,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Flagged, REASONS, RULES } from '../../contract.ts'
import { CaseRow } from '../components/CaseRow.tsx'
import { CaseView } from '../components/CaseView.tsx'
import { People } from '../components/People.tsx'
import { useDecide } from '../components/useDecide.ts'

const { routes } = contract
const STATES = ['inbox', 'hidden', 'approved', 'rejected'] as const
const KINDS = ['post', 'comment', 'message', 'member'] as const
const HERE = '/settings/moderation'
type Reason = (typeof REASONS)[number] | (typeof RULES)[number]

export default function Queue() {
  const t = useT()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const { can } = useSession()
  const chosen = Number(useSearch().get('case')) || null
  const [state, setState] = useState<(typeof STATES)[number]>('inbox')
  const [reason, setReason] = useState<Reason | ''>('')
  const [kind, setKind] = useState('')
  const filters = {
    ...(state === 'hidden' ? { status: 'inbox' as const, is_hidden: 'true' as const } : { status: state }),
    ...(reason ? { reason } : {}),
    ...(kind ? { content_type: kind } : {}),
  }
  const query = useReadPages(routes.list, { query: filters }, { keepPrevious: true })
  const { data: waiting } = useRead(routes.unaddressed)
  const { data: figures } = useRead(routes.figures)
  const cases = query.data?.pages.flatMap(({ records }) => records) ?? []
  const open = (id: number | null) => navigate(id ? `${HERE}?case=${id}` : HERE, { replace: true })
  // on phones the queue stands alone until a case is chosen
  const current = chosen ?? (narrow ? null : (cases[0]?.id ?? null))
  const after = (id: number, by: 1 | -1) => {
    const at = cases.findIndex((one) => one.id === id)
    return cases[at + by]?.id ?? null
  }
  const deciding = useDecide({
    onDecided: (id) => open(after(id, 1) ?? after(id, -1)),
    onUndone: open,
  })
  const filtered = state !== 'inbox' || reason !== '' || kind !== ''
  const list = (
    <section aria-label={t('queue.label')} className={cx('min-w-0 border-border desk:border-e', narrow && current !== null && 'hidden')}>
      <div className="grid gap-2 border-b border-border p-3">
        <div className="flex flex-wrap gap-1" role="group" aria-label={t('state.label')}>
          {STATES.map((one) => (
            <Chip
              key={one}
              size="sm"
              pressed={state === one}
              onClick={() => {
                setState(one)
                open(null)
              }}
            >
              {t(`state.${one}`)} {one === 'inbox' && waiting ? waiting.count : ''}
            </Chip>
          ))}
        </div>
        <div className="grid grid-cols-2 gap-2">
          <Select
            size="sm"
            aria-label={t('filter.reason_label')}
            value={reason}
            options={[{ value: '', label: t('filter.reason') }, ...[...REASONS, ...RULES].map((value) => ({ value, label: t(`reason.${value}`) }))]}
            onChange={(event) => setReason(event.target.value as Reason | '')}
          />
          <Select
            size="sm"
            aria-label={t('filter.kind_label')}
            value={kind}
            options={[{ value: '', label: t('filter.kind') }, ...KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))]}
            onChange={(event) => setKind(event.target.value)}
          />
        </div>
      </div>
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={320} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={
          filtered ? (
            <EmptyState icon="search" title={t('queue.nothing')} text={t('queue.nothing_text')} />
          ) : (
            <EmptyState
              icon="shield-check"
              title={t('queue.empty')}
              text={t('queue.empty_text')}
              action={can('moderation.rules') && <LinkButton to={`${HERE}/edit`}>{t('queue.empty_action')}</LinkButton>}
            />
          )
        }
      >
        {({ pages }) => (
          <>
            <ul className="p-1.5">
              {pages.flatMap(({ records }) =>
                records.map((one: Flagged) => <CaseRow key={one.id} one={one} current={one.id === current} to={`${HERE}?case=${one.id}`} />),
              )}
            </ul>
            <LoadMore query={query} />
          </>
        )}
      </Query>
      {figures && figures.decided > 0 && (
        <p className="flex items-center gap-2 border-t border-border px-4 py-2.5 text-12 text-text-2 tabular-nums">
          <Icon name="check-check" size="sm" />
          <span className="min-w-0 flex-1">{t('figures.decided', { count: figures.decided })}</span>
          {figures.minutes !== null && <span className="text-text-3">{t('figures.average', { time: formatSpan(figures.minutes * 60) })}</span>}
        </p>
      )}
    </section>
  )
  return (
    <AdminPage
      name="moderation/Queue"
      title={t('queue.title')}
      text={t('queue.text')}
      who="moderation.manage"
      wide
      actions={[
        { label: t('queue.export'), icon: 'download', onSelect: () => download(filters.status) },
        can('moderation.rules') && { label: t('queue.rules'), icon: 'shield-alert', to: `${HERE}/edit` },
      ]}
    >
      <Card className={cx('grid overflow-clip', current !== null && 'desk:grid-cols-[300px_minmax(0,1fr)] wide:grid-cols-[300px_minmax(0,1fr)_280px]')}>
        {list}
        {current !== null && (
          <OneCase
            key={current}
            id={current}
            deciding={deciding}
            onBack={() => open(null)}
            onStep={(by) => {
              const next = after(current, by)
              if (next) open(next)
            }}
          />
        )}
      </Card>
    </AdminPage>
  )
}

type OneCaseProps = { id: number } & Omit<Parameters<typeof CaseView>[0], 'about'>
function OneCase({ id, ...rest }: OneCaseProps) {
  const query = useRead(routes.show, { params: { id } })
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
      {(about) => (
        <>
          <CaseView about={about} {...rest} />
          <div className="min-w-0 border-border max-wide:col-span-full max-wide:border-t wide:border-s">
            <People about={about} />
          </div>
        </>
      )}
    </Query>
  )
}

/** The call that exports is a post, which a form of the page sends, so that the browser keeps the answer as a file. */
function download(status: string) {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: `${routes.export.path}?status=${status}` })
  document.body.append(form)
  form.submit()
  form.remove()
}
