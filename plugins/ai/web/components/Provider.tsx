/** With which model answers are written, and whether it responds. */
import { Button, Card, CardHead, Field, Input, Note, RadioGroup, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import type { SettingDraft } from './settingDraft.ts'

interface ProviderProps {
  value: SettingDraft
  set: (next: Partial<SettingDraft>) => void
  errors: Record<string, string | undefined>
  hasHouse: boolean
  hasKey: boolean
  /** What is tried is what is saved. */
  dirty: boolean
}
export function Provider({ value, set, errors, hasHouse, hasKey, dirty }: ProviderProps) {
  const t = useT()
  const { mutate, data, error, isPending } = useWrite(contract.routes.tryProvider)
  return (
    <Card as="section" aria-label={t('provider.title')}>
      <CardHead title={t('provider.title')} text={t('provider.text')} />
      <div className="grid gap-4 p-4 desk:p-5">
        <RadioGroup
          cards
          label={t('provider.title')}
          value={value.provider}
          options={(['house', 'own', 'none'] as const).map((one) => ({
            value: one,
            label: t(`provider.${one}`),
            text: t(one === 'house' && !hasHouse ? 'provider.house_missing' : `provider.${one}_text`),
          }))}
          onChange={(provider) => set({ provider })}
        />
        {value.provider === 'own' && (
          <>
            <Field label={t('provider.address')} help={t('provider.address_help')} error={errors['setting.address']}>
              <Input
                type="url"
                value={value.address}
                maxLength={2_000}
                spellCheck={false}
                placeholder="https://api.openai.com/v1"
                onChange={(event) => set({ address: event.target.value.trim() })}
              />
            </Field>
            <Field label={t('provider.key')} help={t(hasKey ? 'provider.key_kept' : 'provider.key_help')} error={errors['setting.key']}>
              <Input
                type="password"
                autoComplete="off"
                value={value.key}
                maxLength={500}
                placeholder={hasKey ? '••••••••••••' : 'sk-…'}
                onChange={(event) => set({ key: event.target.value.trim() })}
              />
            </Field>
            <div className="grid gap-4 desk:grid-cols-2">
              <Field label={t('provider.model')} error={errors['setting.model']}>
                <Input
                  value={value.model}
                  maxLength={200}
                  spellCheck={false}
                  placeholder="gpt-4.1-mini"
                  onChange={(event) => set({ model: event.target.value })}
                />
              </Field>
              <Field label={t('provider.embedding_model')} help={t('provider.embedding_help')} error={errors['setting.embedding_model']}>
                <Input
                  value={value.embedding_model}
                  maxLength={200}
                  spellCheck={false}
                  placeholder="text-embedding-3-small"
                  onChange={(event) => set({ embedding_model: event.target.value })}
                />
              </Field>
            </div>
          </>
        )}
        {value.provider !== 'none' && (
          <div className="flex flex-wrap items-center gap-3">
            <Button icon="play" loading={isPending} disabled={dirty} onClick={() => mutate()}>
              {t('provider.try')}
            </Button>
            <span className="text-13 text-text-3">{dirty && t('provider.save_first')}</span>
          </div>
        )}
        <div aria-live="polite">
          {!isPending && data && (
            <Note tone={data.ok ? 'success' : 'danger'}>
              {data.ok ? t('provider.answered', { answer: data.answer ?? '', seconds: (data.took_ms / 1000).toFixed(1) }) : data.problem}
            </Note>
          )}
          {!isPending && error && <Note tone="danger">{error.message}</Note>}
        </div>
      </div>
    </Card>
  )
}
