/** What the landing page says and shows. */
import type { RouteReply } from '@atrium/sdk'
import {
  Card,
  CardHead,
  Field,
  Form,
  host,
  Input,
  PictureField,
  SaveBar,
  SettingRow,
  Switch,
  Textarea,
  useEdits,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { RecordFrame } from '../components/AdminFrame.tsx'

type Values = RouteReply<typeof contract.routes.landingSettings>

export default function LandingSettings() {
  const t = useT()
  const query = useRead(contract.routes.landingSettings)
  return (
    <RecordFrame
      name="LandingSettings"
      title="admin.landing"
      text={t('landing.settings_text')}
      shown={{ to: '/landing', icon: 'eye', label: t('landing.preview') }}
      query={query}
      height={420}
    >
      {(saved) => <Edited saved={saved} />}
    </RecordFrame>
  )
}

function Edited({ saved }: { saved: Values }) {
  const t = useT()
  const { community } = useSession()
  const write = useWrite(contract.routes.updateLandingSettings, { invalidates: [contract.routes.landingSettings, contract.routes.landing] })
  const { value, set, errors, form, bar } = useEdits(saved, async ({ picture_url: _shown, ...changes }) => {
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
    <Form {...form}>
      <Card>{flag('enabled')}</Card>
      <Card>
        <CardHead title={t('landing.words')} />
        <div className="grid gap-4 p-4 desk:p-5">
          <Field label={t('landing.headline')} help={t('landing.headline_help', { name: community.name })} error={errors.headline}>
            <Input maxLength={150} value={value.headline} onChange={(event) => set({ headline: event.target.value })} />
          </Field>
          <Field label={t('landing.body')} aside={`${value.text.length} / 2000`} error={errors.text}>
            <Textarea rows={5} maxLength={2000} value={value.text} onChange={(event) => set({ text: event.target.value })} />
          </Field>
          <Field label={t('landing.button')} className="max-w-[320px]" error={errors.button_label}>
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
      <SaveBar {...bar} />
    </Form>
  )
}
