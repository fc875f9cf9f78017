/** The settings of one plugin. */
import { EmptyState, Form, host, Query, SaveBar, Skeleton, useBoot, useParams, useEdits, useRead, useT, useWrite } from '@atrium/sdk/web'
import { type PluginSettings as Settings, pluginSettings, updatePluginSettings } from '../api.ts'
import { pluginTitle } from '../frame/pluginWords.ts'
import { AdminPage } from './AdminPage.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { fieldsOf } from './schema.ts'

export default function PluginSettings() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const { plugins } = useBoot()
  const plugin = plugins.find((one) => one.id === id)
  const query = useRead(pluginSettings, { params: { id } })
  return (
    <AdminPage
      name="communities/PluginSettings"
      heading={plugin ? pluginTitle(plugin) : id}
      title="admin.pluginSettings"
      back={{ to: '/settings/plugins', label: t('admin.plugins') }}
    >
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={260} />}
        isEmpty={({ schema }) => fieldsOf(schema).length === 0}
        empty={<EmptyState icon="sliders-horizontal" title={t('settings.empty.title')} text={t('settings.empty.text')} />}
      >
        {(settings) => <Edited key={id} id={id} settings={settings} />}
      </Query>
    </AdminPage>
  )
}

function Edited({ id, settings }: { id: string; settings: Settings }) {
  const write = useWrite(updatePluginSettings, { invalidates: [pluginSettings] })
  const { value, set, errors, form, bar } = useEdits(settings.value, async (changes) => {
    await write.mutateAsync({ params: { id }, body: changes })
    void host.refreshBoot()
  })

  return (
    <Form {...form}>
      <SettingsForm plugin={id} fields={fieldsOf(settings.schema)} value={value} errors={errors} onChange={(key, next) => set({ [key]: next })} />
      <SaveBar {...bar} />
    </Form>
  )
}
