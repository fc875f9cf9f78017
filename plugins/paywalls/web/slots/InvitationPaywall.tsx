/** What whoever comes by an invitation is offered to buy. */
import type { SlotPropsOf } from '@atrium/sdk'
import { EmptyState, Field, Input, LinkButton, Query, Select, Skeleton, useRead, useSession, useT } from '@atrium/sdk/web'
import type invitations from '../../../invitations/contract.ts'
import contract from '../../contract.ts'

export default function InvitationPaywall({ value, onChange }: SlotPropsOf<(typeof invitations)['slots']['invitations.paywall']>) {
  const t = useT()
  const { can } = useSession()
  const query = useRead(contract.routes.list, { query: { status: 'active', per_page: 100 } }, { enabled: can('paywalls.manage') })
  if (!can('paywalls.manage')) return <EmptyState icon="lock" title={t('methods.notYours')} text={t('invitation.notYours')} />
  return (
    <Query
      query={query}
      skeleton={<Skeleton w="100%" h={120} />}
      isEmpty={({ records }) => records.length === 0}
      empty={
        <EmptyState
          icon="store"
          title={t('list.none')}
          text={t('list.noneText')}
          action={<LinkButton to="/settings/paywalls/new">{t('action.new')}</LinkButton>}
        />
      }
    >
      {({ records }) => {
        const chosen = records.find(({ id }) => id === value?.paywall_id)
        return (
          <div className="grid gap-4">
            <Field label={t('invitation.paywall')} help={t('invitation.help')}>
              <Select
                value={String(value?.paywall_id ?? '')}
                onChange={(event) => onChange(event.target.value ? { paywall_id: Number(event.target.value) } : null)}
                options={[{ value: '', label: t('invitation.none') }, ...records.map(({ id, name }) => ({ value: String(id), label: name }))]}
              />
            </Field>
            {chosen && value && (
              <div className="grid gap-4 desk:grid-cols-2">
                <Field label={t('invitation.trial')}>
                  <Input
                    type="number"
                    min={1}
                    max={730}
                    value={value.trial_days ?? ''}
                    onChange={(event) =>
                      onChange({ ...value, trial_days: event.target.value ? Math.min(730, Math.max(1, Math.floor(Number(event.target.value)))) : null })
                    }
                  />
                </Field>
                <Field label={t('order.coupon')}>
                  <Input
                    maxLength={60}
                    value={value.paywall_coupon_code ?? ''}
                    onChange={(event) => onChange({ ...value, paywall_coupon_code: event.target.value.toUpperCase() || null })}
                  />
                </Field>
              </div>
            )}
          </div>
        )
      }}
    </Query>
  )
}
