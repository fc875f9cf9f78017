/** A package for who edits the course: uploaded, read, replaced; what learners have reached in it. */
import {
  Avatar,
  Badge,
  Button,
  Card,
  DataTable,
  EmptyState,
  Failure,
  FilePicker,
  LoadMore,
  Loading,
  Note,
  Progress,
  Skeleton,
  Switch,
  toast,
  uploadFile,
  useConfirm,
  useEvent,
  useRead,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import type { LessonEditor } from '../../../courses/contract.ts'
import { useState } from 'react'
import contract, { type Package } from '../../contract.ts'
import { ReportedResult } from '../components/ReportedResult.tsx'

const { routes, events } = contract
const POLL_MS = 2_000

export default function PackageEditor({ lesson, courseId }: LessonEditor) {
  const t = useT()
  const params = { lessonId: lesson.id }
  const [progress, setProgress] = useState<number | undefined>(undefined)
  const query = useRead(routes.show, { params }, { staleTime: 0, refetchInterval: (read) => read?.status === 'reading' && POLL_MS })
  const create = useWrite(routes.create, { invalidates: [routes.show], onError: (error) => toast.error(error.message) })
  useEvent(events['package.read'], ({ lessonId }) => lessonId === lesson.id && void query.refetch())
  const pack = query.error ? null : (query.data ?? null)
  const take = async (file: File) => {
    try {
      const { signed_id } = await uploadFile(file, { onProgress: setProgress })
      await create.mutateAsync({ params, body: { signed_id } })
      await query.refetch()
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  if (query.isPending)
    return (
      <Loading>
        <Skeleton h={200} />
      </Loading>
    )
  if (query.error && query.error.status !== 404) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="grid gap-4">
      {pack && <Shown pack={pack} courseId={courseId} onChange={() => void query.refetch()} />}
      <FilePicker
        accept=".zip"
        label={t(pack ? 'editor.replace' : 'editor.upload')}
        text={t('editor.upload.text')}
        disabled={progress !== undefined || pack?.status === 'reading'}
        {...(progress === undefined ? {} : { progress })}
        onFile={(file) => void take(file)}
      />
    </div>
  )
}

function Shown({ pack, courseId, onChange }: { pack: Package; courseId: number; onChange: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const remove = useWrite(routes.destroy, { onSuccess: onChange, onError: (error) => toast.error(error.message) })
  const update = useWrite(routes.update, { onSuccess: onChange, onError: (error) => toast.error(error.message) })
  const outline = useWrite(routes.outline, {
    onSuccess: ({ sections, lessons }) => toast.success(t('editor.outline.done', { sections, lessons })),
    onError: (error) => toast.error(error.message),
  })
  const ask = async () => {
    if (await confirm({ title: t('editor.delete.title'), text: t('editor.delete.text'), action: t('editor.delete'), tone: 'danger' }))
      remove.mutate({ params: { lessonId: pack.lesson_id } })
  }
  return (
    <>
      <Card pad className="grid gap-3" data-package-state={pack.status}>
        <div className="flex flex-wrap items-center gap-2">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{pack.title || pack.filename}</p>
            <p className="text-13 text-text-3">
              {pack.kind && `${t(`kind.${pack.kind}`)} · `}
              {t('editor.files', { count: pack.files_count })}
            </p>
          </div>
          <Badge tone={pack.status === 'ready' ? 'success' : pack.status === 'failed' ? 'danger' : 'neutral'}>{t(`state.${pack.status}`)}</Badge>
          <Button size="sm" icon="trash-2" onClick={() => void ask()}>
            {t('editor.delete')}
          </Button>
        </div>
        {pack.status === 'reading' && <Progress value={pack.progress} label={t('state.reading')} />}
        {pack.problem && <Note tone="danger">{pack.problem}</Note>}
        {pack.kind === 'cartridge' && pack.status === 'ready' && (
          <Note tone="info" title={t('editor.outline.title')}>
            <p>{t('editor.outline.text')}</p>
            <Button size="sm" className="mt-2" loading={outline.isPending} onClick={() => outline.mutate({ params: { id: pack.id } })}>
              {t('editor.outline')}
            </Button>
          </Note>
        )}
        {pack.kind !== 'cartridge' && pack.status === 'ready' && (
          <div className="grid gap-1">
            <Switch
              label={t('editor.programs')}
              checked={pack.counts_programs}
              disabled={update.isPending}
              onChange={(counts_programs) => update.mutate({ params: { lessonId: pack.lesson_id }, body: { package: { counts_programs } } })}
            />
            <p className="text-13 text-text-3">{t('editor.programs.text')}</p>
          </div>
        )}
        {pack.items.length > 0 && (
          <ol className="grid gap-1 text-13">
            {pack.items.map((item) => (
              <li key={item.id} style={{ paddingInlineStart: `${item.depth * 16}px` }}>
                {item.title}
              </li>
            ))}
          </ol>
        )}
      </Card>
      {pack.status === 'ready' && pack.kind !== 'cartridge' && <Learners key={courseId} pack={pack} />}
    </>
  )
}

function Learners({ pack }: { pack: Package }) {
  const t = useT()
  const query = useReadPages(routes.registrations, { params: { id: pack.id } }, { staleTime: 0 })
  if (query.error && !query.data) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <Card className="overflow-hidden">
        <DataTable
          label={t('learners.title')}
          rows={query.data?.pages.flatMap(({ records }) => records) ?? []}
          empty={<EmptyState icon="users" title={t('learners.none.title')} text={t('learners.none.text')} />}
          columns={[
            {
              key: 'member',
              title: t('learners.member'),
              render: ({ community_member: who }) => (
                <span className="flex items-center gap-2">
                  <Avatar id={who.id} name={who.name} src={who.avatar_url} size={28} />
                  {who.name}
                </span>
              ),
            },
            { key: 'score', title: t('learners.score'), align: 'right', render: ({ score }) => (score === null ? '–' : `${score} %`) },
            { key: 'time', title: t('learners.time'), align: 'right', render: ({ seconds }) => t('learners.minutes', { count: Math.round(seconds / 60) }) },
            {
              key: 'status',
              title: t('learners.status'),
              state: true,
              render: ({ status, success, reported }) => (
                <span className="grid justify-items-start gap-1">
                  <Badge tone={status === 'completed' ? 'success' : 'neutral'}>{t(success === 'unknown' ? `status.${status}` : `success.${success}`)}</Badge>
                  {reported && <ReportedResult reported={reported} />}
                </span>
              ),
            },
          ]}
        />
      </Card>
      <LoadMore query={query} />
    </>
  )
}
