/** Choosing the processor, and what each of them needs. */
import { Button, Field, Form, Input, Note, RadioGroup, Textarea, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { PROVIDERS, type ProviderKey, type Setup } from '../../contract.ts'

const { connect, preferences, saveSetup, setup } = contract.routes

export function ProcessorForm({ record }: { record: Setup }) {
  const t = useT()
  const [provider, setProvider] = useState<ProviderKey>(record.provider)
  const [key, setKey] = useState('')
  const [secret, setSecret] = useState('')
  const [instructions, setInstructions] = useState(record.manual_instructions)
  const [days, setDays] = useState(String(record.manual_days))
  const save = useWrite(saveSetup, { invalidates: [setup, preferences], onSuccess: () => toast.success(t('saved')) })
  const link = useWrite(connect, { onSuccess: ({ url }) => location.assign(url), onError: (error) => toast.error(error.message) })
  const errors = useFieldErrors(save.error)
  const { stripe } = record
  async function submit() {
    await save.mutateAsync({
      body: {
        provider,
        ...(key.trim() ? { secret_key: key.trim() } : {}),
        ...(secret.trim() ? { webhook_secret: secret.trim() } : {}),
        ...(provider === 'manual' ? { manual_instructions: instructions, manual_days: Number(days) } : {}),
      },
    })
    setKey('')
    setSecret('')
  }
  return (
    <Form onSubmit={submit} error={save.error}>
      <RadioGroup
        cards
        label={t('provider.label')}
        value={provider}
        onChange={setProvider}
        options={PROVIDERS.map((value) => ({ value, label: t(`provider.${value}`), text: t(`provider.${value}.text`) }))}
      />
      {provider === 'stripe' && (
        <>
          {stripe.house && (
            <Note tone="info" title={t(stripe.account_id ? 'stripe.connected' : 'stripe.house')}>
              <span className="grid justify-items-start gap-2">
                {t(stripe.account_id ? 'stripe.connected.text' : 'stripe.house.text')}
                <Button loading={link.isPending} onClick={() => link.mutate({ body: {} })}>
                  {t(stripe.account_id ? 'stripe.continue' : 'stripe.connect')}
                </Button>
              </span>
            </Note>
          )}
          <Field
            label={t('stripe.key')}
            help={stripe.has_secret_key ? t('stripe.key.kept', { hint: stripe.secret_key_hint ?? '' }) : t('stripe.key.help')}
            error={errors.secret_key}
          >
            <Input
              type="password"
              autoComplete="new-password"
              maxLength={300}
              placeholder="sk_…"
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          </Field>
          <Field label={t('stripe.secret')} help={t(stripe.has_webhook_secret ? 'stripe.secret.kept' : 'stripe.secret.help')} error={errors.webhook_secret}>
            <Input
              type="password"
              autoComplete="new-password"
              maxLength={300}
              placeholder="whsec_…"
              value={secret}
              onChange={(event) => setSecret(event.target.value)}
            />
          </Field>
        </>
      )}
      {provider === 'manual' && (
        <>
          <Field label={t('manual.instructions')} help={t('manual.instructions.help')} error={errors.manual_instructions}>
            <Textarea rows={4} maxLength={2000} value={instructions} onChange={(event) => setInstructions(event.target.value)} />
          </Field>
          <Field label={t('manual.days')} help={t('manual.days.help')} error={errors.manual_days}>
            <Input type="number" min={1} max={90} required value={days} onChange={(event) => setDays(event.target.value)} />
          </Field>
        </>
      )}
      {provider !== record.provider && (
        <Note tone={record.provider === 'test' ? 'warning' : 'info'}>
          {record.provider === 'test' ? t('provider.changeTest', record.test_sales) : t('provider.change')}
        </Note>
      )}
      <Button type="submit" variant="primary" className="justify-self-start" loading={save.isPending}>
        {t('save')}
      </Button>
    </Form>
  )
}
