/** `/settings/community_ai`: how answers are made, for how much, out of what, and how long conversations are kept. */
import { Card, CardHead, Checkbox, Field, Form, Input, SaveBar, SettingsPage, useEdits, useLocale, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useMemo } from 'react'
import contract, { type AiSettings } from '../../contract.ts'
import { DayBars } from '../components/DayBars.tsx'
import { Provider } from '../components/Provider.tsx'
import { draftOf, type SettingDraft } from '../components/settingDraft.ts'
import { useKindName } from '../components/useKindName.ts'

const { routes } = contract
const whole = (text: string) => Math.max(0, Math.floor(Number(text) || 0))

export default function Settings() {
  const t = useT()
  const query = useRead(routes.setting)
  return (
    <SettingsPage name="ai/Settings" title={t('admin.settings')} text={t('settings.text')} who="ai.manage" query={query} height={640}>
      {(saved) => <Edited saved={saved} />}
    </SettingsPage>
  )
}

function Edited({ saved }: { saved: AiSettings }) {
  const t = useT()
  const locale = useLocale()
  const kindName = useKindName()
  const spaces = useRead(routes.spaces)
  const write = useWrite(routes.updateSetting, { invalidates: [contract] })
  const draft = useMemo(() => draftOf(saved), [saved])
  const { value, set, errors, form, bar } = useEdits<SettingDraft>(draft, (setting) => write.mutateAsync({ body: { setting } }))
  const toggle = <T,>(list: readonly T[], one: T, isOut: boolean) => (isOut ? [...list, one] : list.filter((other) => other !== one))
  const { tokens, days } = saved.use
  return (
    <Form {...form} className="grid gap-4">
      <Provider {...{ value, set, errors }} hasHouse={saved.has_house} hasKey={saved.has_key} dirty={bar.dirty} />
      <Card as="section" aria-label={t('limit.title')}>
        <CardHead
          title={t('limit.title')}
          text={
            saved.monthly_tokens
              ? t('limit.used_of', { used: tokens.toLocaleString(locale), limit: saved.monthly_tokens.toLocaleString(locale) })
              : t('limit.used', { used: tokens.toLocaleString(locale) })
          }
        />
        <div className="grid gap-5 p-4 desk:p-5">
          <Field label={t('limit.monthly')} help={t('limit.monthly_help')} error={errors['setting.monthly_tokens']} className="max-w-60">
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              max={10_000_000_000}
              value={value.monthly_tokens}
              onChange={(event) => set({ monthly_tokens: whole(event.target.value) })}
            />
          </Field>
          {days.some((day) => day.tokens > 0) && (
            <DayBars
              label={t('limit.a_day')}
              days={days.map((day) => ({ day: day.day, values: [day.tokens] }))}
              series={[{ name: t('limit.tokens'), colour: 'var(--chart-1)' }]}
            />
          )}
        </div>
      </Card>
      <Card as="section" aria-label={t('excluded.title')}>
        <CardHead title={t('excluded.title')} text={t('excluded.text')} />
        <div className="grid gap-5 p-4 desk:grid-cols-2 desk:p-5">
          <fieldset className="grid content-start gap-2">
            <legend className="mb-2 text-13 font-medium">{t('excluded.kinds')}</legend>
            {saved.kinds.map((one) => (
              <Checkbox
                key={one.kind}
                label={kindName(one)}
                checked={!value.excluded_kinds.includes(one.kind)}
                onChange={(isRead) => set({ excluded_kinds: toggle(value.excluded_kinds, one.kind, !isRead) })}
              />
            ))}
          </fieldset>
          <fieldset className="grid max-h-80 content-start gap-2 overflow-y-auto">
            <legend className="mb-2 text-13 font-medium">{t('agent.spaces')}</legend>
            {spaces.data?.records.map(({ id, name, emoji }) => (
              <Checkbox
                key={id}
                label={`${emoji ?? ''} ${name}`.trim()}
                checked={!value.excluded_space_ids.includes(id)}
                onChange={(isRead) => set({ excluded_space_ids: toggle(value.excluded_space_ids, id, !isRead) })}
              />
            ))}
          </fieldset>
        </div>
      </Card>
      <Card as="section" aria-label={t('keep.title')}>
        <CardHead title={t('keep.title')} />
        <div className="p-4 desk:p-5">
          <Field label={t('keep.days')} help={t('keep.help')} error={errors['setting.keep_days']} className="max-w-60">
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              max={3_650}
              value={value.keep_days}
              onChange={(event) => set({ keep_days: whole(event.target.value) })}
            />
          </Field>
        </div>
      </Card>
      <SaveBar {...bar} />
    </Form>
  )
}
