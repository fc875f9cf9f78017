/** `/settings/workflows/view/:id`: a workflow as it was switched on, and what was done to it. */
import {
  AdminPage,
  Avatar,
  Badge,
  Card,
  CardHead,
  EmptyState,
  LoadMore,
  Query,
  Select,
  Skeleton,
  Time,
  useNavigate,
  useParams,
  useRead,
  useReadPages,
  useSearch,
  useT,
} from '@atrium/sdk/web'
import contract, { type WorkflowDefinition } from '../../contract.ts'
import { ShownFlow } from '../components/flow/ShownFlow.tsx'
import { OneTabs } from '../components/OneTabs.tsx'
import { AT, editPath, viewPath } from '../components/paths.ts'
import { StateBadge } from '../components/StateBadge.tsx'
import { useActs } from '../components/useActs.tsx'

const { routes } = contract

export default function View() {
  const t = useT()
  const acts = useActs()
  const id = Number(useParams<{ id: string }>().id)
  const asked = Number(useSearch().get('version')) || null
  const query = useRead(routes.show, { params: { id } })
  const one = query.data
  const version = asked ?? one?.published_version ?? null
  return (
    <AdminPage
      name="workflows/View"
      title={one?.name ?? t('admin.workflows')}
      text={one && <StateBadge status={one.status} />}
      back={{ to: AT, label: t('admin.workflows') }}
      actions={[
        one && { label: t('menu.duplicate'), icon: 'copy', onSelect: () => acts.duplicate(one) },
        one && { label: t('menu.edit'), icon: 'pencil', primary: true, to: editPath(id) },
      ]}
      who="workflows.manage"
      wide
    >
      <OneTabs id={id} current="versions" />
      <Query query={query} skeleton={<Skeleton w="100%" h={560} />}>
        {(workflow) => (
          <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_340px]">
            {version === null ? (
              <Card>
                <EmptyState icon="workflow" title={t('versions.none')} text={t('versions.none_text')} />
              </Card>
            ) : (
              <Version workflow={workflow} version={version} />
            )}
            <History id={id} />
          </div>
        )}
      </Query>
    </AdminPage>
  )
}

function Version({ workflow, version }: { workflow: WorkflowDefinition; version: number }) {
  const t = useT()
  const navigate = useNavigate()
  const query = useRead(routes.show, { params: { id: workflow.id }, query: { published_version: version } }, { keepPrevious: true })
  const all = Array.from({ length: workflow.published_version ?? 1 }, (_, i) => (workflow.published_version ?? 1) - i)
  return (
    <Card className="overflow-hidden">
      <CardHead
        title={t('versions.title', { version })}
        action={
          all.length > 1 && (
            <Select
              size="sm"
              className="w-auto!"
              aria-label={t('versions.choose')}
              value={String(version)}
              onChange={(event) => navigate(`${viewPath(workflow.id)}?version=${event.target.value}`, { replace: true })}
              options={all.map((one) => ({ value: String(one), label: t('versions.title', { version: one }) }))}
            />
          )
        }
      />
      <Query query={query} skeleton={<Skeleton w="100%" h={480} />}>
        {(shown) => (
          <ShownFlow actions={shown.actions} label={t('versions.title', { version })} type={shown.workflow_type} trigger={shown.trigger_label}>
            <Badge className="justify-self-start">{t(`reentry.${shown.reentry}`)}</Badge>
          </ShownFlow>
        )}
      </Query>
    </Card>
  )
}

function History({ id }: { id: number }) {
  const t = useT()
  const query = useReadPages(routes.history, { params: { id } })
  return (
    <Card as="section" aria-label={t('versions.history')}>
      <CardHead title={t('versions.history')} />
      <Query query={query} skeleton={<Skeleton w="100%" h={240} />}>
        {({ pages }) => (
          <>
            <ol className="divide-y divide-border">
              {pages
                .flatMap(({ records }) => records)
                .map((entry) => (
                  <li key={entry.id} className="flex items-start gap-3 px-5 py-3">
                    <Avatar id={entry.member?.id ?? 0} name={entry.member?.name ?? '?'} src={entry.member?.avatar_url ?? null} size={28} />
                    <div className="min-w-0 flex-1 text-13">
                      <p>{entry.sentence}</p>
                      <Time value={entry.created_at} kind="datetime" className="text-12 text-text-3" />
                    </div>
                  </li>
                ))}
            </ol>
            <LoadMore query={query} />
          </>
        )}
      </Query>
    </Card>
  )
}
