/** Imports running and past. */
import { AdminPage, Badge, EmptyState, PagedTable, Link, LinkButton, Progress, Time, useEvent, useQueryCache, useReadPages, useT } from '@atrium/sdk/web'
import contract, { type ImportTask } from '../../contract.ts'
import { STATE_TONES } from '../components/Ran.tsx'

const { routes } = contract
const LOOK = 4_000
const AT_WORK = ['checking', 'running', 'undoing']
const addressOf = ({ contact_type, id }: ImportTask) => `${contact_type === 'member' ? '/members/bulk_import' : '/contacts/import'}?id=${id}`

export default function Imports() {
  const t = useT()
  const cache = useQueryCache()
  const query = useReadPages(
    routes.imports,
    {},
    {
      staleTime: 0,
      refetchInterval: (read) => read?.pages.some(({ records }) => records.some(({ status }) => AT_WORK.includes(status))) === true && LOOK,
    },
  )
  useEvent(contract.events['import.progressed'], () => void cache.invalidate(routes.imports))
  return (
    <AdminPage
      name="invitations/Imports"
      title={t('admin.imports')}
      text={t('imports.text')}
      actions={[
        { label: t('admin.import'), icon: 'upload', primary: true, to: '/members/bulk_import' },
        { label: t('import.contact'), icon: 'contact', to: '/contacts/import' },
      ]}
      who="members.manage"
      wide
    >
      <PagedTable
        query={query}
        height={240}
        label={t('admin.imports')}
        empty={
          <EmptyState
            icon="file-spreadsheet"
            title={t('imports.none')}
            text={t('imports.none_text')}
            action={
              <LinkButton variant="primary" to="/members/bulk_import">
                {t('admin.import')}
              </LinkButton>
            }
          />
        }
        columns={[
          {
            key: 'file',
            title: t('imports.file'),
            render: (task: ImportTask) => (
              <Link to={addressOf(task)} className="font-medium hover:underline wrap-anywhere">
                {task.filename}
              </Link>
            ),
          },
          {
            key: 'status',
            state: true,
            title: t('links.status'),
            render: (task: ImportTask) =>
              AT_WORK.includes(task.status) ? (
                <span className="grid w-32 gap-1">
                  <Badge tone="info">{t(`status.${task.status}`)}</Badge>
                  <Progress thin label={t(`status.${task.status}`)} value={task.percent} />
                </span>
              ) : (
                <Badge tone={STATE_TONES[task.status]}>{t(`status.${task.status}`)}</Badge>
              ),
          },
          { key: 'type', title: t('imports.type'), render: (task: ImportTask) => t(`type.${task.contact_type}`) },
          { key: 'new', align: 'right', title: t('outcome.new'), render: (task: ImportTask) => task.counts.new.toLocaleString() },
          { key: 'changed', align: 'right', title: t('outcome.changed'), render: (task: ImportTask) => task.counts.changed.toLocaleString() },
          { key: 'wrong', align: 'right', title: t('outcome.wrong'), render: (task: ImportTask) => task.counts.wrong.toLocaleString() },
          { key: 'by', title: t('imports.by'), render: (task: ImportTask) => task.author ?? '–' },
          { key: 'at', title: t('imports.at'), render: (task: ImportTask) => <Time value={task.created_at} /> },
        ]}
      />
    </AdminPage>
  )
}
