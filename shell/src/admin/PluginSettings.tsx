/** The settings of one plugin. */
import {
  EmptyState,
  Form,
  host,
  Query,
  SaveBar,
  Skeleton,
  toast,
  useBlocker,
  useBoot,
  useFieldErrors,
  useParams,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { type PluginSettings as Settings, pluginSettings, updatePluginSettings } from '../api.ts'
import { pluginTitle } from '../frame/pluginWords.ts'
import { useEdit } from '../frame/useEdit.ts'
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
  const t = useT()
  const { value, set, changes, dirty, reset } = useEdit(settings.value)
  const save = useWrite(updatePluginSettings, { invalidates: [pluginSettings] })
  const errors = useFieldErrors(save.error)
  useBlocker(dirty, t('form.leave'))

  async function submit() {
    if (!dirty || save.isPending) return
    await save.mutateAsync({ params: { id }, body: changes })
    reset()
    void host.refreshBoot()
    toast.success(t('form.saved'))
  }

  return (
    <Form onSubmit={submit} error={save.error}>
      <SettingsForm plugin={id} fields={fieldsOf(settings.schema)} value={value} errors={errors} onChange={set} />
      <SaveBar dirty={dirty} saving={save.isPending} onSave={submit} onReset={reset} />
    </Form>
  )
}
