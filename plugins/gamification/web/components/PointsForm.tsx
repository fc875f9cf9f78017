/** What earns how many points, the limits of a day, who sees the leaderboard. */
import { Card, CardHead, Field, Form, Icon, Input, SaveBar, Select, SettingRow, Switch, toast, useEdits, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Rule, type Settings } from '../../contract.ts'

type Values = Pick<Settings, 'daily_limit' | 'leaderboard_visibility' | 'streak_unit' | 'rules'>
const whole = (text: string) => Math.max(0, Math.floor(Number(text) || 0))

export function PointsForm({ settings }: { settings: Settings }) {
  const t = useT()
  const write = useWrite(contract.routes.updateSettings, { invalidates: [contract], onSuccess: () => toast.success(t('settings.saved')) })
  const { daily_limit, leaderboard_visibility, streak_unit, rules } = settings
  const { value, set, errors, form, bar } = useEdits<Values>({ daily_limit, leaderboard_visibility, streak_unit, rules }, ({ rules: changed, ...general }) =>
    write.mutateAsync({
      body: { ...general, ...(changed ? { rules: changed.map(({ key, points, enabled, limit_per_day }) => ({ key, points, enabled, limit_per_day })) } : {}) },
    }),
  )
  const change = (key: string, next: Partial<Rule>) => set({ rules: value.rules.map((rule) => (rule.key === key ? { ...rule, ...next } : rule)) })
  return (
    <Form {...form} className="grid gap-4">
      <Card>
        <CardHead title={t('points.title')} text={t('points.text')} />
        <ul>
          {value.rules.map((rule, i) => (
            <li
              key={rule.key}
              className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 not-first:border-t desk:grid-cols-[auto_minmax(0,1fr)_auto_auto] desk:px-5"
            >
              <Icon name={rule.icon} className="text-text-3" />
              <span className="text-15 font-medium">{rule.label}</span>
              <div className="flex gap-4 max-desk:col-span-2 max-desk:col-start-2 max-desk:row-start-2">
                <Field label={t('points.each')} error={errors[`rules.${i}.points`]} className="w-24">
                  <Input
                    type="number"
                    inputMode="numeric"
                    min={0}
                    max={1000}
                    value={rule.points}
                    disabled={!rule.enabled}
                    aria-label={t('points.each_of', { rule: rule.label })}
                    onChange={(event) => change(rule.key, { points: whole(event.target.value) })}
                  />
                </Field>
                <Field label={t('points.limit')} error={errors[`rules.${i}.limit_per_day`]} className="w-28">
                  <Input
                    type="number"
                    inputMode="numeric"
                    min={0}
                    max={10_000}
                    placeholder={t('points.unlimited')}
                    value={rule.limit_per_day ?? ''}
                    disabled={!rule.enabled}
                    aria-label={t('points.limit_of', { rule: rule.label })}
                    onChange={(event) => change(rule.key, { limit_per_day: event.target.value === '' ? null : whole(event.target.value) })}
                  />
                </Field>
              </div>
              <Switch checked={rule.enabled} onChange={(enabled) => change(rule.key, { enabled })} aria-label={t('points.on', { rule: rule.label })} />
            </li>
          ))}
        </ul>
      </Card>
      <Card>
        <SettingRow
          title={t('settings.daily_limit')}
          text={t('settings.daily_limit.help')}
          control={(aria) => (
            <Input
              {...aria}
              type="number"
              inputMode="numeric"
              min={0}
              max={10_000}
              className="w-28"
              value={value.daily_limit}
              onChange={(event) => set({ daily_limit: whole(event.target.value) })}
            />
          )}
        />
        <SettingRow
          title={t('settings.leaderboard_visibility')}
          text={t('settings.leaderboard_visibility.help')}
          control={(aria) => (
            <Select
              {...aria}
              className="w-56 max-w-1/2"
              value={value.leaderboard_visibility}
              options={(['members', 'managers'] as const).map((one) => ({ value: one, label: t(`general.visibility.${one}`) }))}
              onChange={(event) => set({ leaderboard_visibility: event.target.value as Values['leaderboard_visibility'] })}
            />
          )}
        />
        <SettingRow
          title={t('settings.streak_unit')}
          text={t('settings.streak_unit.help')}
          control={(aria) => (
            <Select
              {...aria}
              className="w-56 max-w-1/2"
              value={value.streak_unit}
              options={(['days', 'weeks'] as const).map((one) => ({ value: one, label: t(`general.unit.${one}`) }))}
              onChange={(event) => set({ streak_unit: event.target.value as Values['streak_unit'] })}
            />
          )}
        />
      </Card>
      <SaveBar {...bar} />
    </Form>
  )
}
