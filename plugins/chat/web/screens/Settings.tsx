/** Who may write to whom. */
import { SettingsForm, SettingsPage, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const { routes } = contract

export default function Settings() {
  const t = useT()
  const query = useRead(routes.preferences)
  return (
    <SettingsPage name="chat/Settings" title={t('admin.messaging')} text={t('settings.text')} who="chat.manage" query={query}>
      {(saved) => (
        <SettingsForm
          saved={saved}
          save={routes.updatePreferences}
          sections={[
            {
              fields: ['messaging_enabled', 'member_to_member_messaging_enabled', 'connection_required', 'group_messaging_enabled', 'voice_messages_enabled'],
            },
          ]}
          disabled={(field, { messaging_enabled }) => field !== 'messaging_enabled' && !messaging_enabled}
        />
      )}
    </SettingsPage>
  )
}
