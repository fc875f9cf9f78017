/** The settings of one plugin, as its schema says them. */
import { fieldsOf, type JsonSchema } from '@atrium/sdk'
import { EmptyState, SettingsForm, SettingsPage, useBoot, useParams, useRead, useT } from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import { pluginTitle } from '../frame/pluginWords.ts'

const { pluginSettings, updatePluginSettings } = communities.routes

/** Pictures and what else only the plugin knows how to show are set on its own page. */
const shownOf = (schema: object) => fieldsOf(schema as JsonSchema).filter(({ kind }) => kind !== 'own' && kind !== 'picture')

export default function PluginSettings() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const { plugins } = useBoot()
  const plugin = plugins.find((one) => one.id === id)
  const query = useRead(pluginSettings, { params: { id } })
  return (
    <SettingsPage
      name="communities/PluginSettings"
      title={plugin ? pluginTitle(plugin) : id}
      back={{ to: '/settings/plugins', label: t('admin.plugins') }}
      query={query}
      height={260}
      isEmpty={({ schema }) => shownOf(schema).length === 0}
      empty={<EmptyState icon="sliders-horizontal" title={t('settings.empty.title')} text={t('settings.empty.text')} />}
    >
      {({ schema, value }) => <SettingsForm key={id} saved={value} save={updatePluginSettings} params={{ id }} plugin={id} fields={shownOf(schema)} />}
    </SettingsPage>
  )
}
