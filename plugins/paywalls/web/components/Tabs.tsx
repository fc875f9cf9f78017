/** The screens of selling, beside each other as the mock has them. */
import { Tabs, useT } from '@atrium/sdk/web'

const AT = '/settings/paywalls'
const SCREENS = ['overview', 'groups', 'coupons', 'subscriptions', 'charges', 'tax'] as const
const PATH: Record<(typeof SCREENS)[number], string> = {
  overview: AT,
  groups: `${AT}/paywall_groups`,
  coupons: `${AT}/coupons`,
  subscriptions: `${AT}/paywall_subscriptions`,
  charges: `${AT}/paywall_charges`,
  tax: `${AT}/paywall_tax_settings`,
}
export function MoneyTabs({ current }: { current: (typeof SCREENS)[number] }) {
  const t = useT()
  return <Tabs className="mb-5" current={current} label={t('plugin.title')} items={SCREENS.map((key) => ({ key, label: t(`admin.${key}`), to: PATH[key] }))} />
}
