/** The form of a pay page: test cards by what they do, who pays, and the bank's question. */
import { formatMoney } from '@atrium/sdk'
import { Button, Dialog, Field, Form, Input, loadAnew, Note, Select, useLocale, useParams, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Declined, type TestPage } from '../../contract.ts'
import { declinedBy } from './declined.ts'

/** Numbers that Stripe publishes for tests. */
const CARDS = [
  ['4242424242424242', 'ok'],
  ['4000002500003155', 'secure'],
  ['4000000000009995', 'funds'],
  ['4000000000000002', 'declined'],
  ['4000000000000341', 'later'],
  ['4000000000000259', 'dispute'],
] as const
const COUNTRIES = ['US', 'BR', 'CA', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'NL', 'PL', 'PT', 'SE']

export function PayForm({ page, onPaid }: { page: TestPage; onPaid: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { session } = useParams<{ session: string }>()
  const [card, setCard] = useState<string>(CARDS[0][0])
  const [email, setEmail] = useState(page.email ?? '')
  const [name, setName] = useState(page.name ?? '')
  const [country, setCountry] = useState(page.country ?? 'US')
  const [taxId, setTaxId] = useState('')
  const [asked, setAsked] = useState(false)
  const [unconfirmed, setUnconfirmed] = useState(false)
  const pay = useWrite(contract.routes.testPay, {
    onSuccess: ({ result, url }) => {
      if (result === 'authenticate') return setAsked(true)
      if (url) loadAnew(url)
      else onPaid()
    },
  })
  const declined: Declined | null = unconfirmed ? 'unconfirmed' : declinedBy(pay.error)
  const isAccount = page.mode === 'account'
  const press = (authenticate?: boolean) =>
    pay.mutateAsync({
      params: { session },
      body: isAccount
        ? {}
        : {
            ...(page.needs_method ? { card } : {}),
            email: email.trim(),
            name: name.trim() || undefined,
            country,
            tax_id: taxId.trim() || undefined,
            authenticate,
          },
    })
  const regions = new Intl.DisplayNames([locale], { type: 'region' })
  return (
    <>
      <Form
        onSubmit={() => {
          setUnconfirmed(false)
          return press()
        }}
        error={declined ? null : pay.error}
      >
        {!isAccount && (
          <>
            {page.needs_method && (
              <Field label={t('pay.card')} help={t(`pay.card.${CARDS.find(([number]) => number === card)![1]}.help`)}>
                <Select
                  value={card}
                  onChange={(event) => {
                    setCard(event.target.value)
                    setUnconfirmed(false)
                    pay.reset()
                  }}
                  options={CARDS.map(([number, kind]) => ({ value: number, label: `${number.replace(/(.{4})(?=.)/g, '$1 ')} · ${t(`pay.card.${kind}`)}` }))}
                />
              </Field>
            )}
            <Field label={t('pay.email')}>
              <Input
                type="email"
                required
                maxLength={320}
                autoComplete="email"
                value={email}
                readOnly={page.email !== null}
                onChange={(event) => setEmail(event.target.value)}
              />
            </Field>
            <Field label={t('pay.name')}>
              <Input maxLength={120} autoComplete="name" value={name} readOnly={page.name !== null} onChange={(event) => setName(event.target.value)} />
            </Field>
            <Field label={t('pay.country')}>
              <Select
                value={country}
                disabled={page.country !== null}
                onChange={(event) => setCountry(event.target.value)}
                options={[...new Set([country, ...COUNTRIES])].map((code) => ({ value: code, label: regions.of(code) ?? code }))}
              />
            </Field>
            {page.collects_tax_id && (
              <Field label={t('pay.tax_id')} help={t('pay.tax_id.help')}>
                <Input maxLength={40} value={taxId} onChange={(event) => setTaxId(event.target.value)} />
              </Field>
            )}
          </>
        )}
        {declined && (
          <div role="alert" data-declined={declined}>
            <Note tone="danger" title={t(`pay.declined.${declined}`)}>
              {t(`pay.declined.${declined}.text`)} {t(page.mode === 'setup' ? 'pay.declined.kept_card' : 'pay.declined.kept')}
            </Note>
          </div>
        )}
        <Button type="submit" variant="primary" size="lg" block loading={pay.isPending || (pay.isSuccess && pay.data?.result === 'done')}>
          {isAccount
            ? t('pay.account.action')
            : page.mode === 'setup'
              ? t('pay.setup.action')
              : page.total > 0
                ? t('pay.action', { amount: formatMoney(locale, page.total, page.currency) })
                : t('pay.start')}
        </Button>
        {page.cancel_url && (
          <Button block variant="ghost" onClick={() => loadAnew(page.cancel_url!)}>
            {t('pay.cancel')}
          </Button>
        )}
      </Form>
      <Dialog open={asked} onOpenChange={setAsked} title={t('pay.secure.title')}>
        <div className="grid gap-4">
          <p className="text-text-2">{t('pay.secure.text')}</p>
          <div className="flex justify-end gap-2">
            <Button
              onClick={() => {
                setAsked(false)
                setUnconfirmed(true)
              }}
            >
              {t('pay.secure.refuse')}
            </Button>
            <Button
              variant="primary"
              loading={pay.isPending}
              onClick={() =>
                // what went wrong is said beside the card
                void press(true)
                  .catch(() => {})
                  .then(() => setAsked(false))
              }
            >
              {t('pay.secure.confirm')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
