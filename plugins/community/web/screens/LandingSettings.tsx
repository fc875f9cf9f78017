/** What the landing page says and shows. */
import type { RouteReply } from '@atrium/sdk'
import {
  Card,
  Field,
  host,
  Input,
  LinkButton,
  PictureField,
  Query,
  SaveBar,
  SettingRow,
  Skeleton,
  Switch,
  Textarea,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { AdminFrame, CardHead } from '../components/AdminFrame.tsx'
import { useEdits } from '../components/useEdits.ts'

type Values = RouteReply<typeof contract.routes.landingSettings>

export default function LandingSettings() {
  const t = useT()
  const query = useRead(contract.routes.landingSettings)
  return (
    <AdminFrame
      name="LandingSettings"
      title="admin.landing"
      text={t('landing.settings_text')}
      actions={
        <LinkButton to="/landing" icon="eye">
          {t('landing.preview')}
        </LinkButton>
      }
    >
      <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
        {(saved) => <Form saved={saved} />}
      </Query>
    </AdminFrame>
  )
}

function Form({ saved }: { saved: Values }) {
  const t = useT()
  const { community } = useSession()
  const write = useWrite(contract.routes.updateLandingSettings, { invalidates: [contract.routes.landingSettings, contract.routes.landing] })
  const { value, set, ...form } = useEdits(saved, async ({ picture_url: _shown, ...changes }) => {
    await write.mutateAsync({ body: changes })
    void host.refreshBoot()
  })
  const flag = (key: 'enabled' | 'show_members' | 'show_spaces') => (
    <SettingRow
      title={t(`landing.${key}`)}
      text={t(`landing.${key}_text`)}
      control={(aria) => <Switch {...aria} checked={value[key]} onChange={(on) => set({ [key]: on })} />}
    />
  )
  return (
    <div className="grid gap-4">
      <Card>{flag('enabled')}</Card>
      <Card>
        <CardHead title={t('landing.words')} />
        <div className="grid gap-4 p-4 desk:p-5">
          <Field label={t('landing.headline')} help={t('landing.headline_help', { name: community.name })}>
            <Input maxLength={150} value={value.headline} onChange={(event) => set({ headline: event.target.value })} />
          </Field>
          <Field label={t('landing.body')} aside={`${value.text.length} / 2000`}>
            <Textarea rows={5} maxLength={2000} value={value.text} onChange={(event) => set({ text: event.target.value })} />
          </Field>
          <Field label={t('landing.button')} className="max-w-[320px]">
            <Input
              maxLength={60}
              placeholder={t('landing.join', { name: community.name })}
              value={value.button_label}
              onChange={(event) => set({ button_label: event.target.value })}
            />
          </Field>
          <PictureField
            label={t('landing.picture')}
            help={t('landing.picture_help')}
            ratio={2.8}
            url={value.picture_url}
            onChange={(picture) => set({ picture: picture?.signedId ?? null, picture_url: picture?.url ?? null })}
          />
        </div>
      </Card>
      <Card>
        {flag('show_members')}
        {flag('show_spaces')}
      </Card>
      <SaveBar dirty={form.dirty} saving={form.saving} onSave={form.save} onReset={form.reset} />
    </div>
  )
}
