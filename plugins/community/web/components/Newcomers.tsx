/** How newcomers are received: words of welcome, what they are asked for, where they belong from the start. */
import { Card, CardHead, Chip, Field, Form, Input, SaveBar, SettingRow, Switch, Textarea, useEdits, useRead, useT, useWrite } from '@atrium/sdk/web'
import spaces from '../../../spaces/contract.ts'
import contract, { type Onboarding } from '../../contract.ts'

export function Newcomers({ saved }: { saved: Onboarding }) {
  const t = useT()
  const list = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  const write = useWrite(contract.routes.updateOnboarding, { invalidates: [contract.routes.onboarding, contract.routes.welcome] })
  const { value, set, errors, form, bar } = useEdits(saved, (changes) => write.mutateAsync({ body: changes }))
  const flag = (key: 'welcome_enabled' | 'ask_for_picture' | 'ask_for_headline') => (
    <SettingRow
      title={t(`newcomers.${key}`)}
      text={t(`newcomers.${key}_text`)}
      control={(aria) => <Switch {...aria} checked={value[key]} onChange={(on) => set({ [key]: on })} />}
    />
  )
  const chosen = new Set(value.default_space_ids)
  const toggle = (id: number) =>
    set({ default_space_ids: chosen.has(id) ? value.default_space_ids.filter((one) => one !== id) : [...value.default_space_ids, id] })
  return (
    <Form {...form}>
      <Card>
        {flag('welcome_enabled')}
        {value.welcome_enabled && (
          <div className="grid gap-4 border-t px-4 py-4 desk:px-5">
            <Field label={t('newcomers.title')} error={errors.welcome_title}>
              <Input
                maxLength={120}
                placeholder={t('welcome.title')}
                value={value.welcome_title}
                onChange={(event) => set({ welcome_title: event.target.value })}
              />
            </Field>
            <Field label={t('newcomers.words')} error={errors.welcome_text}>
              <Textarea
                rows={3}
                maxLength={1000}
                placeholder={t('welcome.text')}
                value={value.welcome_text}
                onChange={(event) => set({ welcome_text: event.target.value })}
              />
            </Field>
          </div>
        )}
        {flag('ask_for_picture')}
        {flag('ask_for_headline')}
      </Card>
      <Card>
        <CardHead title={t('newcomers.spaces')} text={t('newcomers.spaces_text')} />
        <fieldset className="flex flex-wrap gap-2 p-4 desk:p-5">
          <legend className="sr-only">{t('newcomers.spaces')}</legend>
          {list.data?.records.map((space) => (
            <Chip key={space.id} pressed={chosen.has(space.id)} icon={chosen.has(space.id) ? 'check' : undefined} onClick={() => toggle(space.id)}>
              {space.emoji} {space.name}
            </Chip>
          ))}
          {list.data?.records.length === 0 && <p className="text-13 text-text-3">{t('newcomers.no_spaces')}</p>}
        </fieldset>
      </Card>
      <SaveBar {...bar} />
    </Form>
  )
}
