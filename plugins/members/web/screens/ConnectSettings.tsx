/** `/settings/connect`: how members find each other, connect and write to each other. */
import { type FormField, SettingsForm, SettingsPage, useRead, useT } from '@atrium/sdk/web'
import contract, { SORTS, VIEWS } from '../../contract.ts'

const { routes } = contract
const MESSAGES = [
  'enabled',
  'member_to_member_messaging_enabled',
  'require_connection_before_messaging',
  'group_messaging_enabled',
  'voice_messages_enabled',
] as const
const RECOMMENDING = ['recommendations', 'exclude_admins_from_recommendations', 'exclude_moderators_from_recommendations'] as const
const FIELDS: FormField[] = [
  { key: 'connect', kind: 'switch' },
  ...RECOMMENDING.map((key): FormField => ({ key, kind: 'switch' })),
  { key: 'public', kind: 'switch' },
  { key: 'sort', kind: 'choice', options: [...SORTS] },
  { key: 'view', kind: 'choice', options: [...VIEWS] },
  ...MESSAGES.map((key): FormField => ({ key, kind: 'switch' })),
]

export default function ConnectSettings() {
  const t = useT()
  const query = useRead(routes.connectSettings)
  return (
    <SettingsPage name="members/ConnectSettings" title={t('admin.connect')} text={t('connect.settings_text')} who="members.manage" query={query}>
      {({ connect, member_directory, messaging }) => (
        <SettingsForm<Record<string, unknown>>
          saved={{ connect: connect.enabled, ...pick(connect), ...member_directory, ...messaging }}
          save={routes.updateConnectSettings}
          fields={FIELDS}
          words="connect_settings"
          body={nested}
          disabled={(field, value) =>
            ((MESSAGES as readonly string[]).includes(field) && field !== 'enabled' && value.enabled === false) ||
            ((RECOMMENDING as readonly string[]).includes(field) &&
              (value.connect === false || (field !== 'recommendations' && value.recommendations === false)))
          }
          recordOf={(reply) => ({ connect: reply.connect.enabled, ...pick(reply.connect), ...reply.member_directory, ...reply.messaging })}
          sections={[
            { title: t('connect.settings_connections'), fields: ['connect', ...RECOMMENDING, messaging && 'require_connection_before_messaging'] },
            { title: t('connect.settings_directory'), fields: ['public', 'sort', 'view'] },
            ...(messaging
              ? [{ title: t('connect.settings_messages'), fields: MESSAGES.filter((field) => field !== 'require_connection_before_messaging') }]
              : []),
          ]}
        />
      )}
    </SettingsPage>
  )
}

const pick = ({ enabled: _, ...recommending }: { enabled: boolean } & Record<(typeof RECOMMENDING)[number], boolean>) => recommending

/** Each change in the part that it belongs to. */
function nested(changes: Record<string, unknown>): object {
  const part = (keys: readonly string[]) => Object.fromEntries(Object.entries(changes).filter(([key]) => keys.includes(key)))
  const [member_directory, messaging, recommending] = [part(['public', 'sort', 'view']), part(MESSAGES), part(RECOMMENDING)]
  return {
    ...('connect' in changes || Object.keys(recommending).length
      ? { connect: { ...recommending, ...('connect' in changes ? { enabled: changes.connect } : {}) } }
      : {}),
    ...(Object.keys(member_directory).length ? { member_directory } : {}),
    ...(Object.keys(messaging).length ? { messaging } : {}),
  }
}
