/** An import in four steps: the file, its columns, the check, and what comes of it. */
import {
  AdminPage,
  Card,
  EmptyState,
  ErrorState,
  FilePicker,
  LinkButton,
  Note,
  Skeleton,
  useEvent,
  useNavigate,
  useQueryCache,
  useRead,
  useSearch,
  useLocale,
  useT,
  useWrite,
  uploadFile,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type ContactType, type ImportTask, MOST_BYTES, MOST_COLUMNS, MOST_ROWS } from '../../contract.ts'
import { Checked } from './Checked.tsx'
import { Columns } from './Columns.tsx'
import { Ran } from './Ran.tsx'
import { StepBar } from './StepBar.tsx'

const { routes } = contract
/** Events tell who began it; others look from time to time (ms). */
const LOOK = 2_000
const isAtWork = (task?: Pick<ImportTask, 'status'>) => ['checking', 'running', 'undoing'].includes(task?.status ?? '')
const STEP_OF: Record<ImportTask['status'], 'columns' | 'check' | 'run'> = {
  mapping: 'columns',
  checking: 'check',
  ready: 'check',
  running: 'run',
  done: 'run',
  stopped: 'run',
  undoing: 'run',
  undone: 'run',
  failed: 'run',
}

export function ImportWizard({ type, base }: { type: ContactType; base: string }) {
  const t = useT()
  const cache = useQueryCache()
  const id = Number(useSearch().get('id') ?? 0)
  const [asked, setAsked] = useState<'columns' | null>(null)
  const query = useRead(
    routes.importTask,
    { params: { id } },
    {
      enabled: id > 0,
      staleTime: 0,
      refetchInterval: (task) => isAtWork(task) && LOOK,
    },
  )
  useEvent(contract.events['import.progressed'], ({ importId }) => {
    if (importId === id) void cache.invalidate(routes.importTask)
  })
  const task = id > 0 ? query.data : undefined
  const step = !task ? 'file' : asked === 'columns' && task.status === 'ready' ? 'columns' : STEP_OF[task.status]
  const texts = {
    file: task?.filename,
    columns: task && t('import.columns_used', { used: task.columns.filter(({ target }) => target).length, all: task.columns.length }),
    check: task && task.rows > 0 ? t('import.rows', { count: task.rows }) : undefined,
    run: undefined,
  }
  const mayGoBack = task?.status === 'ready'
  return (
    <AdminPage
      name={type === 'member' ? 'invitations/ImportMembers' : 'invitations/ImportContacts'}
      title={t(`import.${task?.contact_type ?? type}`)}
      text={id ? undefined : t(`import.${type}_text`)}
      back={{ to: '/settings/members/bulk_import_tasks', label: t('admin.imports') }}
      who="members.manage"
      wide
    >
      <StepBar
        label={t('import.steps')}
        current={step}
        steps={(['file', 'columns', 'check', 'run'] as const).map((key) => ({
          key,
          label: t(`import.step.${key}`),
          text: texts[key],
          ...(key === 'columns' && mayGoBack ? { onSelect: () => setAsked('columns') } : {}),
        }))}
      />
      {id > 0 && query.isPending ? (
        <Skeleton w="100%" h={320} />
      ) : id > 0 && query.error ? (
        query.error.status === 404 ? (
          <EmptyState icon="file-spreadsheet" title={t('import.gone')} action={<LinkButton to={base}>{t('import.another')}</LinkButton>} />
        ) : (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        )
      ) : !task ? (
        <FileStep type={type} base={base} />
      ) : step === 'columns' ? (
        <Columns key={`${task.encoding}${task.delimiter}${task.has_header}`} task={task} onChecked={() => setAsked(null)} />
      ) : step === 'check' ? (
        <Checked task={task} onBack={() => setAsked('columns')} />
      ) : (
        <Ran task={task} base={base} />
      )}
    </AdminPage>
  )
}

function FileStep({ type, base }: { type: ContactType; base: string }) {
  const t = useT()
  const locale = useLocale()
  const navigate = useNavigate()
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string | null>(null)
  const start = useWrite(routes.startImport, { invalidates: [routes.imports] })
  async function take(file: File) {
    setProblem(null)
    if (file.size > MOST_BYTES) return setProblem(t('import.too_large', { max: MOST_BYTES / 1024 / 1024 }))
    try {
      setProgress(0)
      const { signed_id } = await uploadFile(file, { onProgress: setProgress })
      const task = await start.mutateAsync({ body: { contact_type: type, signed_id } })
      navigate(`${base}?id=${task.id}`)
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_300px]">
      <Card pad className="grid gap-3">
        <FilePicker
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onFile={(file) => void take(file)}
          progress={progress}
          disabled={progress !== undefined}
          label={t('import.pick')}
        />
        {problem && (
          <Note tone="danger" icon="circle-alert">
            {problem}
          </Note>
        )}
      </Card>
      <Card as="aside" pad>
        <h2 className="mb-2 text-14 font-semibold">{t('import.good')}</h2>
        <ul className="grid list-disc gap-1 ps-5 text-13 text-text-2">
          <li>{t('import.good.email')}</li>
          <li>{t('import.good.names')}</li>
          <li>{t('import.good.any')}</li>
          <li>{t('import.good.limits', { mb: MOST_BYTES / 1024 / 1024, columns: MOST_COLUMNS, rows: MOST_ROWS.toLocaleString(locale) })}</li>
          <li>{t('import.good.undo')}</li>
        </ul>
      </Card>
    </div>
  )
}
