/** `/settings/emails/settings`: the sender's postal address, what is counted, looks and templates. */
import {
  Card,
  CardHead,
  Field,
  Form,
  Input,
  SaveBar,
  SettingRow,
  SettingsPage,
  Switch,
  Tabs,
  Textarea,
  useEdits,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useMemo, useState } from 'react'
import contract, { type Sender } from '../../contract.ts'
import { htmlOf, linesOf } from '../components/address.ts'
import { Deliverability } from '../components/Deliverability.tsx'
import { NoMailServer } from '../components/DraftDialogs.tsx'
import { SystemEmails } from '../components/SystemEmails.tsx'
import { Templates } from '../components/Templates.tsx'
import { Themes } from '../components/Themes.tsx'

const { routes } = contract
/** Signs of an address that is kept as HTML. */
const MAX_ADDRESS = 500

export default function Settings() {
  const t = useT()
  const query = useRead(routes.addressSettings)
  const [tab, setTab] = useState<'broadcasts' | 'system'>(() => (location.hash === '#system' ? 'system' : 'broadcasts'))
  return (
    <SettingsPage name="email/Settings" title={t('admin.settings')} text={t('sender.text')} who="email.manage" query={query}>
      {(sender) => (
        <div className="grid gap-4">
          <Tabs
            label={t('admin.settings')}
            current={tab}
            items={(['broadcasts', 'system'] as const).map((key) => ({ key, label: t(`settings_tab.${key}`), onSelect: () => setTab(key) }))}
          />
          {!sender.has_mail_server && <NoMailServer />}
          {tab === 'system' ? (
            <SystemEmails />
          ) : (
            <>
              <SenderForm sender={sender} />
              <Deliverability />
              <Themes />
              <Templates />
            </>
          )}
        </div>
      )}
    </SettingsPage>
  )
}

interface Fields {
  address: string
  from_email: string
  is_open_tracked: boolean
  is_click_tracked: boolean
}
function SenderForm({ sender }: { sender: Sender }) {
  const t = useT()
  const write = useWrite(routes.saveAddressSettings, { invalidates: [routes.addressSettings, routes.preview] })
  const saved = useMemo<Fields>(
    () => ({
      address: linesOf(sender.footer_html),
      from_email: sender.from_email,
      is_open_tracked: sender.is_open_tracked,
      is_click_tracked: sender.is_click_tracked,
    }),
    [sender],
  )
  const { value, set, errors, form, bar } = useEdits<Fields>(saved, ({ address, ...switches }) =>
    write.mutateAsync({ body: { ...switches, ...(address !== undefined && { footer_html: htmlOf(address) }) } }),
  )
  return (
    <Form {...form}>
      <Card as="section" aria-label={t('sender.title')}>
        <CardHead title={t('sender.title')} text={t('sender.from', { email: sender.from_address })} />
        <div className="grid gap-4 p-5">
          <Field label={t('sender.from_email')} help={t('sender.from_email_help')} error={errors.from_email}>
            <Input
              type="email"
              value={value.from_email}
              spellCheck={false}
              placeholder={sender.from_address}
              onChange={(event) => set({ from_email: event.target.value.trim() })}
            />
          </Field>
          <Field label={t('sender.address')} help={t('sender.address_help')} error={errors.footer_html}>
            <Textarea
              rows={3}
              value={value.address}
              maxLength={MAX_ADDRESS}
              autoComplete="street-address"
              placeholder={t('sender.address_example')}
              onChange={(event) => set({ address: event.target.value })}
            />
          </Field>
        </div>
      </Card>
      <Card as="section" aria-label={t('tracking.title')}>
        <CardHead title={t('tracking.title')} text={t('tracking.text')} />
        {(['is_open_tracked', 'is_click_tracked'] as const).map((key) => (
          <SettingRow
            key={key}
            title={t(`settings.${key}`)}
            text={t(`tracking.${key}`)}
            control={(aria) => <Switch {...aria} checked={value[key]} onChange={(on) => set({ ...value, [key]: on })} />}
          />
        ))}
      </Card>
      <SaveBar {...bar} />
    </Form>
  )
}
