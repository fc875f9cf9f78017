/** `/settings/affiliates_settings`: the terms, read as a sentence while one changes them. */
import { parseMoney, writeMoney } from '@atrium/sdk'
import {
  Card,
  CardHead,
  Field,
  Form,
  Input,
  Note,
  SaveBar,
  Select,
  SettingRow,
  SettingsPage,
  Switch,
  Textarea,
  toast,
  useEdits,
  useRead,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Terms } from '../../contract.ts'
import { useAffiliateWords } from '../components/words.ts'

const { routes } = contract

export default function Settings() {
  const { t } = useAffiliateWords()
  const query = useRead(routes.settings)
  return (
    <SettingsPage
      name="affiliates/Settings"
      title={t('settings.title')}
      text={t('settings.text')}
      who="affiliates.manage"
      query={query}
      actions={[{ label: t('admin.directory'), icon: 'handshake', to: '/settings/affiliates_directory' }]}
    >
      {(terms) => <TermsForm saved={terms} />}
    </SettingsPage>
  )
}

function TermsForm({ saved }: { saved: Terms }) {
  const { t, terms: sentence } = useAffiliateWords()
  const write = useWrite(routes.updateSettings, { invalidates: [contract], onSuccess: () => toast.success(t('settings.saved')) })
  const { value, set, errors, form, bar } = useEdits<Terms>(saved, (changes) => write.mutateAsync({ body: changes }))
  const select = <K extends 'enrolment' | 'kind' | 'duration' | 'touch'>(key: K, options: readonly Terms[K][]) => (
    <Field label={t(`settings.${key}`)} help={t(`settings.${key}.help`)} error={errors[key]}>
      <Select
        value={value[key]}
        onChange={(event) => set({ [key]: event.target.value } as Partial<Terms>)}
        options={options.map((one) => ({ value: one, label: t(`settings.${key}.${one}`) }))}
      />
    </Field>
  )
  const number = (key: 'percent' | 'months' | 'cookie_days' | 'hold_days' | 'payout_day' | 'coupon_percent', step = 1) => (
    <Field label={t(`settings.${key}`)} help={t(`settings.${key}.help`)} error={errors[key]}>
      <Input type="number" min={0} step={step} value={value[key]} onChange={(event) => set({ [key]: Number(event.target.value) } as Partial<Terms>)} />
    </Field>
  )
  const money = (key: 'amount' | 'minimum_payout' | 'monthly_limit') => (
    <MoneyField name={key} value={value[key]} currency={value.currency} error={errors[key]} onChange={(amount) => set({ [key]: amount } as Partial<Terms>)} />
  )
  return (
    <Form {...form} className="grid gap-4">
      <Note title={t('programme.title')}>{sentence(value)}</Note>
      <Card>
        <SettingRow
          title={t('settings.enabled')}
          text={t('settings.enabled.help')}
          control={<Switch aria-label={t('settings.enabled')} checked={value.enabled} onChange={(enabled) => set({ enabled })} />}
        />
        <div className="grid gap-4 border-t p-5">{select('enrolment', ['open', 'approval', 'invited'])}</div>
      </Card>
      <Card>
        <CardHead title={t('settings.share')} text={t('settings.share_text')} />
        <div className="grid gap-4 p-5 desk:grid-cols-2">
          {select('kind', ['percent', 'amount'])}
          {value.kind === 'percent' ? number('percent', 0.1) : money('amount')}
          {select('duration', ['once', 'months', 'forever'])}
          {value.duration === 'months' && number('months')}
          <Field label={t('settings.currency')} help={t('settings.currency.help')} error={errors.currency}>
            <Input value={value.currency} maxLength={3} onChange={(event) => set({ currency: event.target.value.toLowerCase() })} />
          </Field>
        </div>
      </Card>
      <Card>
        <CardHead title={t('settings.link')} text={t('settings.link_text')} />
        <div className="grid gap-4 p-5 desk:grid-cols-2">
          {number('cookie_days')}
          {select('touch', ['first', 'last'])}
          {number('coupon_percent')}
        </div>
      </Card>
      <Card>
        <CardHead title={t('settings.paying')} text={t('settings.paying_text')} />
        <div className="grid gap-4 p-5 desk:grid-cols-2">
          {number('hold_days')}
          {number('payout_day')}
          {money('minimum_payout')}
          {money('monthly_limit')}
        </div>
      </Card>
      <Card className="p-5">
        <Field label={t('settings.rules')} help={t('settings.rules.help')} error={errors.rules}>
          <Textarea rows={4} maxLength={2000} value={value.rules} onChange={(event) => set({ rules: event.target.value })} />
        </Field>
      </Card>
      <SaveBar {...bar} />
    </Form>
  )
}

function MoneyField({
  name,
  value,
  currency,
  error,
  onChange,
}: {
  name: string
  value: number
  currency: string
  error?: string
  onChange: (amount: number) => void
}) {
  const { t } = useAffiliateWords()
  const known = /^[a-z]{3}$/.test(currency) ? currency : 'eur'
  const [text, setText] = useState(() => writeMoney(value, known))
  const wrong = parseMoney(text, known) === null
  return (
    <Field label={t(`settings.${name}`)} help={t(`settings.${name}.help`)} error={wrong ? t('settings.no_sum') : error}>
      <Input
        inputMode="decimal"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          const amount = parseMoney(event.target.value, known)
          if (amount !== null) onChange(amount)
        }}
      />
    </Field>
  )
}
