/** What is at the processor, and what it has paid out. */
import { formatMoney } from '@atrium/sdk'
import { Badge, Button, Card, CardHead, PagedCard, Skeleton, Time, toast, useLocale, useRead, useReadPages, useT, useWrite } from '@atrium/sdk/web'
import contract, { type PayoutRecord, type Setup } from '../../contract.ts'

const { routes } = contract
const TONES = { pending: 'neutral', in_transit: 'info', paid: 'success', failed: 'danger', canceled: 'neutral' } as const

export function Payouts({ provider }: { provider: Setup['provider'] }) {
  const t = useT()
  const query = useReadPages(routes.payouts)
  return (
    <section className="grid gap-3">
      <h2 className="text-17">{t('payouts.title')}</h2>
      <Balance isTest={provider === 'test'} />
      <PagedCard query={query} icon="wallet" empty={{ title: t('payouts.empty'), text: t('payouts.empty.text') }} height={160}>
        {(payout) => <PayoutRow key={payout.id} payout={payout} />}
      </PagedCard>
    </section>
  )
}

function Balance({ isTest }: { isTest: boolean }) {
  const t = useT()
  const locale = useLocale()
  const { data, error } = useRead(routes.balance)
  const payOut = useWrite(routes.testPayOut, {
    invalidates: [routes.balance, routes.payouts],
    onSuccess: () => toast.success(t('payouts.sent')),
    onError: (failure) => toast.error(failure.message),
  })
  // the card of the processor says already that it does not answer
  if (error) return null
  if (!data) return <Skeleton w="100%" h={72} />
  const sum = ({ amount, currency }: { amount: number; currency: string }) => formatMoney(locale, amount, currency)
  const there = data.available.find(({ amount }) => amount > 0)
  return (
    <Card>
      <CardHead
        title={data.available.length ? data.available.map(sum).join(' · ') : t('balance.none')}
        text={data.pending.length ? t('balance.pending', { sums: data.pending.map(sum).join(' · ') }) : t('balance.text')}
        action={
          isTest && there ? (
            <Button loading={payOut.isPending} onClick={() => payOut.mutate({ body: there })}>
              {t('payouts.send', { sum: sum(there) })}
            </Button>
          ) : undefined
        }
      />
    </Card>
  )
}

function PayoutRow({ payout: { amount, currency, status, failure, arrival_date: arrives } }: { payout: PayoutRecord }) {
  const t = useT()
  const locale = useLocale()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 px-4 py-3 desk:px-5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="tabular-nums">{formatMoney(locale, amount, currency)}</p>
        {failure && <p className="text-13 text-text-2">{failure}</p>}
      </div>
      <span className="flex items-center gap-2">
        <Badge tone={TONES[status]}>{t(`payout.${status}`)}</Badge>
        <Time value={arrives} kind="day" className="text-12 tabular-nums text-text-3" />
      </span>
    </li>
  )
}
