/** Where the processor sends its new customer back to: asks it how the account stands, and says so. */
import { AdminPage, Button, Card, EmptyState, Failure, LinkButton, Skeleton, toast, useT, useWrite } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract from '../../contract.ts'

const { connect, refresh, setup } = contract.routes

export default function Refresh() {
  const t = useT()
  const ask = useWrite(refresh, { invalidates: [setup] })
  const link = useWrite(connect, { onSuccess: ({ url }) => location.assign(url), onError: (error) => toast.error(error.message) })
  const { mutate, data, error } = ask
  useEffect(() => mutate({ body: {} }), [mutate])
  const state = data?.state
  return (
    <AdminPage name="payments/Refresh" title={t('refresh.title')} who="payments.manage" back={{ to: '/settings/payments', label: t('admin.title') }}>
      <Card pad>
        {error ? (
          <Failure error={error} onRetry={() => mutate({ body: {} })} />
        ) : state ? (
          <EmptyState
            icon={state === 'ready' ? 'circle-check' : 'clock'}
            title={t(`refresh.${state}`)}
            text={t(`refresh.${state}.text`)}
            action={
              <span className="flex flex-wrap justify-center gap-2">
                <LinkButton to="/settings/payments" variant="primary">
                  {t('refresh.back')}
                </LinkButton>
                {state === 'needs_setup' && data.stripe.house && (
                  <Button loading={link.isPending} onClick={() => link.mutate({ body: {} })}>
                    {t('stripe.continue')}
                  </Button>
                )}
              </span>
            }
          />
        ) : (
          <Skeleton w="100%" h={220} />
        )}
      </Card>
    </AdminPage>
  )
}
