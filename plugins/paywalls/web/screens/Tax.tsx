/** Who sells, and which tax that bears. */
import { Field, SettingsForm, SettingsPage, Select, useLocale, useRead, useT } from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import contract from '../../contract.ts'
import { Rates } from '../components/admin/Rates.tsx'
import { countries } from '../components/money.ts'

const { routes } = contract
type Saved = RouteReply<typeof routes.taxSettings>['tax_setting']

export default function Tax() {
  const t = useT()
  const query = useRead(routes.taxSettings)
  return (
    <SettingsPage name="paywalls/Tax" title={t('admin.tax')} text={t('tax.text')} who="paywalls.manage" query={query} height={480}>
      {({ tax_setting }) => <Edited saved={tax_setting} />}
    </SettingsPage>
  )
}
function Edited({ saved: { processor_status: _, ...saved } }: { saved: Saved }) {
  const t = useT()
  const locale = useLocale()
  return (
    <SettingsForm
      saved={saved}
      save={routes.updateTaxSettings}
      words="tax"
      recordOf={(reply) => reply.tax_setting}
      sections={(edits) => [
        { title: t('tax.seller'), text: t('tax.sellerText'), fields: ['seller_name', 'seller_address', 'refund_terms', 'tax_id', 'receipt_prefix'] },
        {
          title: t('tax.charging'),
          text: t('tax.chargingText'),
          fields: [
            'platform_status',
            'default_tax_behavior',
            <Field key="country" label={t('tax.country')} help={t('tax.country.help')} error={edits.errors.country}>
              <Select
                value={edits.value.country}
                onChange={(event) => edits.set({ country: event.target.value })}
                options={[{ value: '', label: t('order.choose') }, ...countries(locale)]}
              />
            </Field>,
          ],
        },
        {
          title: t('tax.rates'),
          text: t('tax.ratesText'),
          children: <Rates value={edits.value.rates} onChange={(rates) => edits.set({ rates })} options={countries(locale)} />,
        },
      ]}
    />
  )
}
