/** What the landing page says and shows. */
import { Field, Select, SettingsForm, SettingsPage, useRead, useT } from '@atrium/sdk/web'
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
          sections={({ value, set }) => [
            { fields: ['enabled'] },
            { title: t('landing.words'), fields: ['headline', 'text', 'button_label', 'picture'] },
            { fields: ['show_members', 'show_spaces'] },
            {
              children: (
                <div className="p-4 desk:p-5">
                  <Field label={t('landing.settings.host_id')} help={t('landing.settings.host_id.help')}>
                    <Select
                      value={String(value.host_id ?? '')}
                      onChange={(event) => set({ host_id: Number(event.target.value) || null })}
                      options={[{ value: '', label: t('landing.owner') }, ...saved.hosts.map(({ id, name }) => ({ value: String(id), label: name }))]}
                    />
                  </Field>
                </div>
              ),
            },
          ]}
        />
      )}
    </SettingsPage>
  )
}
