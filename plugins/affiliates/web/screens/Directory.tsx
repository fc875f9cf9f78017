/** `/settings/affiliates_directory`: the programme in a sentence and in numbers, who takes part, and the payout that is open. */
import {
  AdminPage,
  Avatar,
  Badge,
  Button,
  Card,
  CardHead,
  Checkbox,
  DataTable,
  EmptyState,
  Icon,
  IconButton,
  LinkButton,
  LoadMore,
  Menu,
  ordinal,
  Query,
  SearchField,
  Select,
  Skeleton,
  Sparkline,
  toast,
  useConfirm,
  useNavigate,
  useRead,
  useReadPages,
  useSettled,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Affiliate, type Overview, STATUSES, type Status } from '../../contract.ts'
import { InviteDialog } from '../components/InviteDialog.tsx'
import { Numbers } from '../components/Numbers.tsx'
import { useAffiliateWords } from '../components/words.ts'

const { routes } = contract
const TONES: Record<Status, 'success' | 'warning' | 'neutral' | 'danger' | 'info'> = {
  ...{ enrolled: 'success', pending: 'warning', invited: 'info', suspended: 'danger', rejected: 'neutral' },
}

export default function Directory() {
  const { t } = useAffiliateWords()
  const [inviting, setInviting] = useState(false)
  const query = useRead(routes.overview)
  return (
    <AdminPage
      name="affiliates/Directory"
      title={t('admin.directory')}
      text={t('directory.text')}
      who="affiliates.manage"
      wide
      actions={[
        { label: t('invite.title'), icon: 'user-plus', primary: true, onSelect: () => setInviting(true) },
        { label: t('admin.settings'), icon: 'sliders-horizontal', to: '/settings/affiliates_settings' },
      ]}
    >
      <Query query={query} skeleton={<Skeleton w="100%" h={320} />}>
        {(overview) => (
          <div className="grid gap-4">
            <ProgrammeCard overview={overview} />
            <Totals overview={overview} />
            <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_300px]">
              <Affiliates overview={overview} onInvite={() => setInviting(true)} />
              <OpenPayout overview={overview} />
            </div>
          </div>
        )}
      </Query>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </AdminPage>
  )
}

function ProgrammeCard({ overview: { programme, pending_count: pending, flagged_count: flagged } }: { overview: Overview }) {
  const { t, terms } = useAffiliateWords()
  return (
    <Card className="grid gap-3 p-5">
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid size-9 place-items-center rounded-lg bg-brand-soft text-on-brand-soft">
          <Icon name="handshake" />
        </span>
        <h2 className="text-15">{t('programme.title')}</h2>
        <Badge tone={programme.enabled ? 'success' : 'neutral'}>{t(programme.enabled ? 'programme.on' : 'programme.off')}</Badge>
        <span className="grow" />
        <LinkButton to="/settings/affiliates_settings">{t('programme.change')}</LinkButton>
      </div>
      <p className="max-w-[70ch] text-17">{terms(programme)}</p>
      {(pending > 0 || flagged > 0) && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-13">
          {pending > 0 && <span>{t('programme.pending', { count: pending })}</span>}
          {flagged > 0 && (
            <LinkButton size="sm" icon="flag" to="/settings/affiliates_commissions?flagged=true">
              {t('programme.flagged', { count: flagged })}
            </LinkButton>
          )}
        </p>
      )}
    </Card>
  )
}

function Totals({ overview }: { overview: Overview }) {
  const { t, money, sums } = useAffiliateWords()
  const { currency } = overview.programme
  const months = overview.months.slice(-6)
  const percent = (part: number, whole: number) => t('percent', { value: whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10 })
  const all = overview.sums.filter((sum) => sum.currency === currency).reduce((sum, { pending, due, paid }) => sum + pending + due + paid, 0)
  return (
    <Numbers
      cards={[
        {
          label: t('clicks'),
          value: t('number', { value: overview.clicks }),
          note: t('clicks.month', { count: months.at(-1)?.clicks ?? 0 }),
          line: months.map(({ clicks }) => clicks),
        },
        {
          label: t('sign_ups'),
          value: t('number', { value: overview.sign_ups }),
          note: t('sign_ups.of', { percent: percent(overview.sign_ups, overview.clicks) }),
          line: months.map(({ sign_ups: count }) => count),
        },
        {
          label: t('paying'),
          value: t('number', { value: overview.paying }),
          note: t('paying.of', { percent: percent(overview.paying, overview.sign_ups) }),
          line: months.map(({ paying }) => paying),
        },
        {
          label: t('earned.all'),
          value: money(all, currency),
          note: t('earned.split', { paid: sums(overview.sums, 'paid', currency), due: sums(overview.sums, 'due', currency) }),
        },
      ]}
    />
  )
}

function Affiliates({ overview, onInvite }: { overview: Overview; onInvite: () => void }) {
  const { t, sums } = useAffiliateWords()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [status, setStatus] = useState<Status | ''>('')
  const [sort, setSort] = useState<'due' | 'clicks' | 'newest'>('newest')
  const [selected, setSelected] = useState<Set<number | string>>(new Set())
  const wanted = useSettled(text.trim())
  const query = useReadPages(routes.list, {
    query: { per_page: 50, sort, ...(wanted && { name_or_email: wanted }), ...(status && { status }) },
  })
  const options = { invalidates: [contract], onError: (error: Error) => toast.error(error.message) }
  const update = useWrite(routes.update, options)
  const remove = useWrite(routes.destroy, options)
  const set = (row: Affiliate, next: 'enrolled' | 'suspended' | 'rejected') => update.mutate({ params: { id: row.id }, body: { affiliate: { status: next } } })
  const askRemove = async (row: Affiliate) => {
    if (await confirm({ title: t('remove.title', { name: row.community_member.name }), text: t('remove.text'), action: t('remove.act'), tone: 'danger' }))
      remove.mutate({ params: { id: row.id } })
  }
  const { currency } = overview.programme
  const rows = query.data?.pages.flatMap(({ records }) => records) ?? []
  const chosen = rows.filter(({ id }) => selected.has(id))
  const letIn = async () => {
    for (const row of chosen.filter(({ status: now }) => now !== 'enrolled'))
      await update.mutateAsync({ params: { id: row.id }, body: { affiliate: { status: 'enrolled' } } }).catch(() => undefined)
    setSelected(new Set())
  }
  return (
    <Card as="section" aria-label={t('admin.directory')} className="min-w-0">
      <CardHead
        title={t('admin.directory')}
        text={t('directory.count', { count: overview.affiliates_count, of: overview.members_count })}
        action={
          <span className="flex flex-wrap gap-2">
            {chosen.length > 0 && (
              <Button onClick={() => void letIn()} loading={update.isPending}>
                {t('directory.let_in', { count: chosen.length })}
              </Button>
            )}
            <Select
              aria-label={t('status')}
              className="w-36"
              value={status}
              onChange={(event) => setStatus(event.target.value as Status | '')}
              options={[{ value: '', label: t('status.all') }, ...STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))]}
            />
            <SearchField value={text} onChange={setText} placeholder={t('directory.find')} className="w-44" />
          </span>
        }
      />
      <Query query={query} skeleton={<Skeleton w="100%" h={300} />}>
        {() => (
          <DataTable
            label={t('admin.directory')}
            rows={rows}
            selection={{ selected, onChange: setSelected }}
            sort={{ key: sort, descending: true, onChange: (key) => setSort(key as typeof sort) }}
            empty={
              <EmptyState
                icon="handshake"
                title={t(wanted || status ? 'directory.no_match' : 'directory.none')}
                text={t(wanted || status ? 'directory.no_match_text' : 'directory.none_text')}
                action={
                  !wanted &&
                  !status && (
                    <Button variant="primary" icon="user-plus" onClick={onInvite}>
                      {t('invite.title')}
                    </Button>
                  )
                }
              />
            }
            columns={[
              {
                key: 'member',
                title: t('member'),
                render: (row: Affiliate) => (
                  <span className="flex min-h-10 items-center gap-3">
                    <Avatar id={row.community_member.id} name={row.community_member.name} src={row.community_member.avatar_url} size={32} />
                    <span className="min-w-0">
                      <span className="block font-medium">{row.community_member.name}</span>
                      <span className="block text-12 text-text-2">{row.code}</span>
                    </span>
                  </span>
                ),
              },
              {
                key: 'state',
                state: true,
                title: t('status'),
                render: (row: Affiliate) => <Badge tone={TONES[row.status]}>{t(`status.${row.status}`)}</Badge>,
              },
              { key: 'line', title: t('clicks.months'), render: (row: Affiliate) => <Sparkline values={row.months.map(({ clicks }) => clicks)} /> },
              { key: 'clicks', align: 'right', sortable: true, title: t('clicks'), render: (row: Affiliate) => t('number', { value: row.clicks_count }) },
              { key: 'sign_ups', align: 'right', title: t('sign_ups'), render: (row: Affiliate) => t('number', { value: row.sign_ups_count }) },
              { key: 'paying', align: 'right', title: t('paying'), render: (row: Affiliate) => t('number', { value: row.paying_count }) },
              {
                key: 'due',
                align: 'right',
                sortable: true,
                title: t('due'),
                render: (row: Affiliate) => <span className="font-semibold tabular-nums">{sums(row.sums, 'due', currency)}</span>,
              },
              {
                key: 'paid',
                align: 'right',
                title: t('paid'),
                render: (row: Affiliate) => <span className="tabular-nums">{sums(row.sums, 'paid', currency)}</span>,
              },
              {
                key: 'menu',
                title: '',
                pinned: true,
                align: 'right',
                render: (row: Affiliate) => (
                  <Menu
                    trigger={<IconButton icon="ellipsis" label={t('directory.menu', { name: row.community_member.name })} />}
                    items={[
                      ...(row.status === 'enrolled' ? [] : [{ label: t('act.enrol'), icon: 'check', onSelect: () => set(row, 'enrolled') }]),
                      ...(row.status === 'pending' ? [{ label: t('act.reject'), icon: 'x', onSelect: () => set(row, 'rejected') }] : []),
                      ...(row.status === 'enrolled' ? [{ label: t('act.suspend'), icon: 'ban', onSelect: () => set(row, 'suspended') }] : []),
                      { label: t('act.commissions'), icon: 'percent', onSelect: () => navigate(`/settings/affiliates_commissions?affiliate_id=${row.id}`) },
                      { label: t('remove.act'), icon: 'trash-2', tone: 'danger' as const, onSelect: () => void askRemove(row) },
                    ]}
                  />
                ),
              },
            ]}
          />
        )}
      </Query>
      <LoadMore query={query} />
    </Card>
  )
}

/** Whoever is below the minimum is carried over to the next time. */
function OpenPayout({ overview }: { overview: Overview }) {
  const { t, money } = useAffiliateWords()
  const confirm = useConfirm()
  const ready = overview.open.filter((one) => !one.below_minimum)
  const carried = overview.open.filter((one) => one.below_minimum)
  const [left, setLeft] = useState<Set<number>>(new Set())
  const chosen = ready.filter(({ community_member_id: id }) => !left.has(id))
  const options = { invalidates: [contract], onError: (error: Error) => toast.error(error.message) }
  const start = useWrite(routes.startPayouts, { ...options, onSuccess: ({ records }) => toast.success(t('payout.started', { count: records.length })) })
  const mark = useWrite(routes.markPaid, { ...options, onSuccess: ({ records }) => toast.success(t('payout.marked', { count: records.length })) })
  const total = Object.entries(Object.groupBy(chosen, ({ currency }) => currency))
    .map(([currency, all]) =>
      money(
        all!.reduce((sum, { amount }) => sum + amount, 0),
        currency,
      ),
    )
    .join(' + ')
  const ask = async () => {
    if (await confirm({ title: t('payout.ask', { total }), text: t('payout.ask_text', { count: chosen.length }), action: t('payout.approve') }))
      start.mutate({ body: { community_member_ids: chosen.map(({ community_member_id: id }) => id) } })
  }
  const askMark = async () => {
    if (await confirm({ title: t('payout.mark_title', { count: overview.processing_count }), text: t('payout.mark_text'), action: t('payout.mark') }))
      mark.mutate({ body: {} })
  }
  return (
    <Card as="section" aria-label={t('payout.title')}>
      <CardHead title={t('payout.title')} text={t('payout.text', { day: ordinal(overview.programme.payout_day), date: overview.programme.payout_day })} />
      <div className="grid gap-3 p-5">
        {ready.length === 0 && <p className="text-13 text-text-2">{t('payout.none')}</p>}
        {ready.map((one) => (
          <div key={`${one.affiliate_id} ${one.currency}`} className="flex items-center gap-3 text-13">
            <Checkbox
              label={one.name}
              checked={!left.has(one.community_member_id)}
              onChange={(on) => {
                const next = new Set(left)
                if (on) next.delete(one.community_member_id)
                else next.add(one.community_member_id)
                setLeft(next)
              }}
            />
            <span className="grow" />
            <span className="font-medium tabular-nums">{money(one.amount, one.currency)}</span>
          </div>
        ))}
        {carried.length > 0 && (
          <p className="text-12 text-text-2">
            {t('payout.carried', { minimum: money(overview.programme.minimum_payout, overview.programme.currency, true), count: carried.length })}
          </p>
        )}
        {chosen.length > 0 && (
          <>
            <p className="flex items-baseline justify-between border-t pt-3">
              <span className="text-13">{t('payout.people', { count: chosen.length })}</span>
              <span className="text-20 font-semibold tabular-nums">{total}</span>
            </p>
            <Button block variant="primary" loading={start.isPending} onClick={() => void ask()}>
              {t('payout.approve')}
            </Button>
          </>
        )}
        {overview.processing_count > 0 && (
          <div className="grid gap-2 border-t pt-3">
            <p className="text-13">{t('payout.processing', { count: overview.processing_count })}</p>
            <a
              href="/internal_api/paywall_affiliate_payouts/export"
              download
              className="inline-flex items-center gap-1.5 text-13 font-medium text-link hover:underline"
            >
              <Icon name="download" size="sm" />
              {t('payout.export')}
            </a>
            <Button block loading={mark.isPending} onClick={() => void askMark()}>
              {t('payout.mark')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
