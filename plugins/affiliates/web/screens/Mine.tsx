/** `/account/affiliate`: one's own link with what it brings, or what taking part means. */
import { initialsOf } from '@atrium/sdk'
import {
  AccountFrame,
  Badge,
  Button,
  Card,
  CardHead,
  EmptyState,
  Field,
  Icon,
  Input,
  LoadMore,
  Note,
  Query,
  Skeleton,
  Time,
  toast,
  useFieldErrors,
  useRead,
  useReadPages,
  useWrite,
  FormDialog,
  useCopy,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Mine as MineReply } from '../../contract.ts'
import { Numbers } from '../components/Numbers.tsx'
import { MonthsPlot } from '../components/Plots.tsx'
import { useAffiliateWords } from '../components/words.ts'

const { routes } = contract
const SHOWN = 6

export default function Mine() {
  const { t } = useAffiliateWords()
  const query = useRead(routes.me)
  return (
    <AccountFrame name="affiliates/Mine" title={t('mine.title')}>
      <Query query={query} skeleton={<MineSkeleton />}>
        {(mine) => <Page mine={mine} />}
      </Query>
    </AccountFrame>
  )
}

function Page({ mine }: { mine: MineReply }) {
  const { t } = useAffiliateWords()
  const { affiliate, programme } = mine
  if (affiliate?.status === 'enrolled' || affiliate?.status === 'suspended') return <Taking mine={mine} affiliate={affiliate} />
  if (!programme.enabled)
    return (
      <Card>
        <EmptyState icon="handshake" title={t('mine.off')} text={t('mine.off_text')} />
      </Card>
    )
  return <Offer mine={mine} />
}

function Offer({ mine }: { mine: MineReply }) {
  const { t, share, terms } = useAffiliateWords()
  const { affiliate, programme } = mine
  const join = useWrite(routes.join, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const open = affiliate?.status === 'invited' || (!affiliate && programme.enrolment !== 'invited')
  return (
    <Card className="grid gap-4 p-6">
      <span className="grid size-11 place-items-center rounded-lg bg-brand-soft text-on-brand-soft">
        <Icon name="handshake" />
      </span>
      <div>
        <h2 className="text-24">{t('offer.title', { share: share(programme) })}</h2>
        <p className="mt-1 max-w-[60ch] text-text-2">{terms(programme)}</p>
      </div>
      {programme.rules && <p className="max-w-[65ch] text-13 whitespace-pre-line text-text-2">{programme.rules}</p>}
      {affiliate?.status === 'pending' && <Note title={t('offer.pending')}>{t('offer.pending_text')}</Note>}
      {affiliate?.status === 'rejected' && <Note title={t('offer.rejected')}>{t('offer.rejected_text')}</Note>}
      {!affiliate && programme.enrolment === 'invited' && <Note title={t('offer.invited_only')}>{t('offer.invited_only_text')}</Note>}
      {open && (
        <Button variant="primary" size="lg" className="justify-self-start" loading={join.isPending} onClick={() => join.mutate({ body: {} })}>
          {t(programme.enrolment === 'approval' && !affiliate ? 'offer.ask' : 'offer.join')}
        </Button>
      )}
    </Card>
  )
}

function Taking({ mine, affiliate }: { mine: MineReply; affiliate: NonNullable<MineReply['affiliate']> }) {
  const { t, money, sums } = useAffiliateWords()
  const { programme, months, next_payout: next } = mine
  const { currency } = programme
  const shown = months.slice(-SHOWN)
  const now = months.at(-1)
  const percent = (part: number, whole: number) => t('percent', { value: whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10 })
  return (
    <div className="grid gap-4">
      {affiliate.status === 'suspended' && (
        <Note tone="warning" title={t('mine.suspended')}>
          {t('mine.suspended_text')}
        </Note>
      )}
      <LinkCard mine={mine} affiliate={affiliate} />
      <Numbers
        cards={[
          {
            label: t('clicks'),
            value: t('number', { value: affiliate.clicks_count }),
            note: t('clicks.month', { count: now?.clicks ?? 0 }),
            line: shown.map(({ clicks }) => clicks),
          },
          {
            label: t('sign_ups'),
            value: t('number', { value: affiliate.sign_ups_count }),
            note: t('sign_ups.of', { percent: percent(affiliate.sign_ups_count, affiliate.clicks_count) }),
            line: shown.map(({ sign_ups: count }) => count),
          },
          {
            label: t('paying'),
            value: t('number', { value: affiliate.paying_count }),
            note: t('paying.of', { percent: percent(affiliate.paying_count, affiliate.sign_ups_count) }),
            line: shown.map(({ paying }) => paying),
          },
          {
            label: t('earned'),
            value: money(
              affiliate.sums.filter((sum) => sum.currency === currency).reduce((sum, { pending, due, paid }) => sum + pending + due + paid, 0),
              currency,
            ),
            note: next ? (
              <>
                {t('earned.next', { amount: money(next.amount, currency) })} <Time within value={next.at as string} kind="day" />
              </>
            ) : (
              t('earned.pending', { amount: sums(affiliate.sums, 'pending', currency) })
            ),
          },
        ]}
      />
      <div className="grid gap-4 desk:grid-cols-[minmax(0,1fr)_300px]">
        <Card as="section" aria-label={t('plot.title')}>
          <CardHead title={t('plot.title')} text={t('plot.text')} />
          <div className="p-5">
            <MonthsPlot months={shown} currency={currency} />
          </div>
        </Card>
        <Payouts mine={mine} affiliate={affiliate} />
      </div>
      <Brought currency={currency} />
    </div>
  )
}

function LinkCard({ mine, affiliate }: { mine: MineReply; affiliate: NonNullable<MineReply['affiliate']> }) {
  const { t, share, terms } = useAffiliateWords()
  const toClipboard = useCopy()
  const [editing, setEditing] = useState(false)
  const copy = (text: string, said: string) => toClipboard(text, said)
  return (
    <Card className="flex flex-wrap gap-6 p-5">
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="text-20">{t('offer.title', { share: share(mine.programme) })}</h2>
        <p className="mt-1 max-w-[60ch] text-text-2">{terms(mine.programme)}</p>
        <div className="mt-3.5 flex flex-wrap gap-2">
          <Input readOnly aria-label={t('link.label')} className="min-w-0 flex-1 basis-60" value={affiliate.link} onFocus={(event) => event.target.select()} />
          <Button variant="primary" icon="copy" onClick={() => void copy(affiliate.link, t('link.copied'))}>
            {t('link.copy')}
          </Button>
        </div>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {affiliate.coupon_code && (
            <Button icon="tag" onClick={() => void copy(affiliate.coupon_code!, t('coupon.copied'))}>
              {t('coupon.copy', { code: affiliate.coupon_code, percent: mine.programme.coupon_percent })}
            </Button>
          )}
          {!affiliate.coupon_code && affiliate.status === 'enrolled' && (
            <Button icon="pencil" onClick={() => setEditing(true)}>
              {t('code.change')}
            </Button>
          )}
        </div>
      </div>
      {mine.qr_svg && (
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(mine.qr_svg)}`}
          alt={t('link.qr')}
          width={126}
          height={126}
          className="size-[126px] rounded-md border bg-white p-1.5"
        />
      )}
      {editing && <CodeForm code={affiliate.code} onClose={() => setEditing(false)} />}
    </Card>
  )
}

function CodeForm({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useAffiliateWords()
  const [word, setWord] = useState(code)
  const save = useWrite(routes.changeCode, { invalidates: [contract], onSuccess: onClose })
  const errors = useFieldErrors(save.error)
  return (
    <FormDialog
      title={t('code.change')}
      onClose={onClose}
      onSubmit={() => save.mutateAsync({ body: { code: word } })}
      error={save.error}
      action={t('save')}
      pending={save.isPending}
    >
      <Field label={t('code.label')} help={t('code.help')} error={errors.code}>
        <Input value={word} maxLength={40} onChange={(event) => setWord(event.target.value.toLowerCase())} />
      </Field>
    </FormDialog>
  )
}

function Payouts({ mine, affiliate }: { mine: MineReply; affiliate: NonNullable<MineReply['affiliate']> }) {
  const { t, money } = useAffiliateWords()
  const account = useWrite(routes.account, { onSuccess: ({ url }) => window.location.assign(url), onError: (error) => toast.error(error.message) })
  return (
    <Card as="section" aria-label={t('payouts.title')}>
      <CardHead
        title={t('payouts.title')}
        action={
          affiliate.status === 'enrolled' && (
            <Button loading={account.isPending} onClick={() => account.mutate({ body: {} })}>
              {t(affiliate.has_account ? 'payouts.account' : 'payouts.connect')}
            </Button>
          )
        }
      />
      {mine.payouts.length === 0 ? (
        <p className="p-5 text-13 text-text-2">{t('payouts.none_own')}</p>
      ) : (
        <ul className="divide-y divide-border text-13">
          {mine.payouts.map((payout) => (
            <li key={payout.id} className="flex items-center gap-3 px-5 py-3">
              <Time value={(payout.paid_at ?? payout.created_at) as string} kind="day" className="flex-1" />
              <span className="tabular-nums">{money(payout.amount, payout.currency)}</span>
              <Badge tone={payout.status === 'paid' ? 'success' : 'neutral'}>{t(`payout.${payout.status}`)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Brought({ currency }: { currency: string }) {
  const { t, money } = useAffiliateWords()
  const query = useReadPages(routes.referrals, { query: { per_page: 20 } })
  return (
    <Card as="section" aria-label={t('brought.title')}>
      <CardHead title={t('brought.title')} text={t('brought.text')} />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={120} />}
        isEmpty={({ pages }) => pages[0]?.records.length === 0}
        empty={<EmptyState icon="users" title={t('brought.none')} text={t('brought.none_text')} />}
      >
        {({ pages }) => (
          <ul className="divide-y divide-border">
            {pages
              .flatMap(({ records }) => records)
              .map((one) => (
                <li key={one.id} className="flex items-center gap-3 px-5 py-3">
                  <span aria-hidden="true" className="grid size-8 place-items-center rounded-full bg-hover font-medium">
                    {initialsOf(one.first_name)}
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{one.first_name}</span>
                    <span className="block text-13 text-text-2">
                      {t('brought.joined')} <Time within value={one.joined_at as string} kind="day" />
                    </span>
                  </span>
                  <Badge tone={one.state === 'paying' ? 'success' : 'neutral'}>{t(`brought.${one.state}`)}</Badge>
                  <span className="w-20 text-end tabular-nums">{one.earned ? money(one.earned, currency) : '–'}</span>
                </li>
              ))}
          </ul>
        )}
      </Query>
      <LoadMore query={query} />
    </Card>
  )
}

const MineSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton w="100%" h={180} />
    <Skeleton w="100%" h={96} />
    <Skeleton w="100%" h={280} />
  </div>
)
