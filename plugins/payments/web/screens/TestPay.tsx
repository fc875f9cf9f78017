/** The pay page of the test server: what is to be paid, test cards to choose from, 3-D Secure; and plainly that no money moves. */
import { Button, Card, EmptyState, Failure, loadAnew, Note, Screen, Skeleton, useParams, useRead, useT } from '@atrium/sdk/web'
import contract, { type TestPage } from '../../contract.ts'
import { PayForm } from '../components/PayForm.tsx'
import { PaySum } from '../components/PaySum.tsx'

export default function TestPay() {
  const t = useT()
  const { session } = useParams<{ session: string }>()
  const query = useRead(contract.routes.testPage, { params: { session } })
  const { data, error } = query
  return (
    <Screen name="payments/TestPay" title={t('pay.title')}>
      <div className="mx-auto grid max-w-[460px] gap-4 py-6 desk:py-10">
        <Note tone="warning" title={t('pay.no_money')}>
          {t('pay.no_money.text')}
        </Note>
        <Card pad>
          {error ? (
            error.status === 404 ? (
              <EmptyState icon="credit-card" title={t('pay.gone')} text={t('pay.gone.text')} />
            ) : (
              <Failure error={error} onRetry={() => void query.refetch()} />
            )
          ) : data ? (
            <Page page={data} onPaid={() => void query.refetch()} />
          ) : (
            <Skeleton w="100%" h={320} />
          )}
        </Card>
      </div>
    </Screen>
  )
}

function Page({ page, onPaid }: { page: TestPage; onPaid: () => void }) {
  const t = useT()
  if (page.status !== 'open') {
    const done = page.status === 'complete'
    const back = done ? page.success_url : page.cancel_url
    return (
      <EmptyState
        icon={done ? 'circle-check' : 'clock'}
        title={t(done ? 'pay.done' : 'pay.expired')}
        text={t(done ? 'pay.done.text' : 'pay.expired.text')}
        action={back ? <Button onClick={() => loadAnew(back.replace('{CHECKOUT_SESSION_ID}', page.id))}>{t('pay.back')}</Button> : undefined}
      />
    )
  }
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h1 className="text-20">{t(page.mode === 'account' ? 'pay.account' : page.mode === 'setup' ? 'pay.setup' : 'pay.title')}</h1>
        {page.mode === 'account' && <p className="text-text-2">{t('pay.account.text')}</p>}
        {page.mode === 'setup' && <p className="text-text-2">{t('pay.setup.text')}</p>}
      </div>
      {(page.mode === 'payment' || page.mode === 'subscription') && <PaySum page={page} />}
      <PayForm page={page} onPaid={onPaid} />
    </div>
  )
}
