/** What people may pay with. The processor itself is connected elsewhere. */
import {
  AdminPage,
  Badge,
  Card,
  EmptyState,
  LinkButton,
  Query,
  SettingRow,
  Skeleton,
  Switch,
  toast,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import payments from '../../../payments/contract.ts'

const { routes } = payments

export default function PaymentSettings() {
  const t = useT()
  const { can } = useSession()
  const mayManage = can('payments.manage')
  const query = useRead(routes.preferences, undefined, { enabled: mayManage })
  const write = useWrite(routes.setPreference, { invalidates: [routes.preferences], onError: (error) => toast.error(error.message) })
  return (
    <AdminPage
      name="paywalls/PaymentSettings"
      title={t('admin.methods')}
      text={t('methods.text')}
      actions={[{ label: t('methods.processor'), icon: 'plug', to: '/settings/payments' }]}
      who="paywalls.manage"
    >
      {!mayManage ? (
        <Card>
          <EmptyState icon="lock" title={t('methods.notYours')} text={t('methods.notYoursText')} />
        </Card>
      ) : (
        <Query
          query={query}
          skeleton={<Skeleton w="100%" h={320} />}
          isEmpty={({ records }) => records.length === 0}
          empty={
            <Card>
              <EmptyState
                icon="wallet"
                title={t('methods.none')}
                text={t('methods.noneText')}
                action={<LinkButton to="/settings/payments">{t('methods.processor')}</LinkButton>}
              />
            </Card>
          }
        >
          {({ records }) => (
            <Card>
              {records.map((one) => (
                <SettingRow
                  key={one.payment_method}
                  title={
                    <span className="flex items-center gap-2">
                      {t(`methods.name.${one.payment_method}`) === `methods.name.${one.payment_method}`
                        ? one.payment_method
                        : t(`methods.name.${one.payment_method}`)}
                      {one.normalized_state !== 'active' && one.normalized_state !== 'disabled' && (
                        <Badge tone="warning">{t(`methods.state.${one.normalized_state}`)}</Badge>
                      )}
                    </span>
                  }
                  control={(aria) => (
                    <Switch
                      {...aria}
                      checked={one.is_enabled}
                      disabled={!one.mutable || write.isPending}
                      onChange={(is_enabled) => write.mutate({ body: { payment_method: one.payment_method, is_enabled } })}
                    />
                  )}
                />
              ))}
            </Card>
          )}
        </Query>
      )}
    </AdminPage>
  )
}
