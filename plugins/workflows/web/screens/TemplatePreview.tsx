/** `/settings/workflows/new/preview/:id`: a template as the column of cards that it becomes. */
import { Badge, Card, Note, SettingsPage, useNavigate, useParams, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract, { type Template } from '../../contract.ts'
import { draftPath, NEW } from '../components/paths.ts'
import { ShownFlow } from '../components/flow/ShownFlow.tsx'

const { routes } = contract

export default function TemplatePreview() {
  const t = useT()
  const navigate = useNavigate()
  const { id } = useParams<{ id: string }>()
  const query = useRead(routes.template, { params: { key: id } })
  const create = useWrite(routes.createFromTemplate, {
    invalidates: [contract],
    onSuccess: (made) => navigate(draftPath(made), { replace: true }),
  })
  return (
    <SettingsPage
      name="workflows/TemplatePreview"
      title={query.data?.title ?? t('template.title')}
      text={query.data?.sentence}
      back={{ to: NEW, label: t('new.title') }}
      actions={[
        {
          label: t('template.use'),
          icon: 'check',
          primary: true,
          loading: create.isPending,
          onSelect: () => create.mutateAsync({ params: { key: id }, body: {} }).catch(() => {}),
        },
      ]}
      who="workflows.manage"
      wide
      query={query}
      height={520}
    >
      {(template) => (
        <>
          {create.error && (
            <Note tone="danger" className="mb-4">
              {create.error.message}
            </Note>
          )}
          <Shown template={template} />
        </>
      )}
    </SettingsPage>
  )
}

function Shown({ template }: { template: Template }) {
  const t = useT()
  return (
    <>
      {template.missing.length > 0 && (
        <Note tone="warning" className="mb-4" title={t('template.needs', { names: template.missing.join(', ') })}>
          {t('template.needs_text')}
        </Note>
      )}
      <Card className="overflow-hidden">
        <ShownFlow actions={template.actions} label={template.title} type={template.workflow_type} trigger={template.trigger_label}>
          {template.recurrence && <Badge className="justify-self-start">{t(`type.${template.workflow_type}`)}</Badge>}
        </ShownFlow>
      </Card>
    </>
  )
}
