/** What the landing page says and shows. */
import { SettingsForm, SettingsPage, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function LandingSettings() {
  const t = useT()
  const query = useRead(contract.routes.landingSettings)
  return (
    <SettingsPage
      name="community/LandingSettings"
      title={t('admin.landing')}
      text={t('landing.settings_text')}
      actions={[{ label: t('landing.preview'), icon: 'eye', to: '/landing' }]}
      who="community.manage"
      query={query}
    >
      {(saved) => (
        <SettingsForm
          saved={saved}
          save={contract.routes.updateLandingSettings}
          words="landing.settings"
          sections={[
            { fields: ['enabled'] },
            { title: t('landing.words'), fields: ['headline', 'text', 'button_label', 'picture'] },
            { fields: ['show_members', 'show_spaces'] },
          ]}
        />
      )}
    </SettingsPage>
  )
}
