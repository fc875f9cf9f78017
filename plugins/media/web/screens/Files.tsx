/** All files of the community, with what uses them. */
import {
  Badge,
  DataTable,
  EmptyState,
  ErrorState,
  IconButton,
  LoadMore,
  PageHeader,
  Screen,
  SearchField,
  Segment,
  Skeleton,
  Time,
  toast,
  useConfirm,
  useReadPages,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useDeferredValue, useState } from 'react'
import contract, { type AttachedFile } from '../../contract.ts'
import { formatBytes } from '../components/formatBytes.ts'
import { StorageCard } from '../components/StorageCard.tsx'

const KINDS = ['all', 'image', 'video', 'audio', 'other'] as const

export default function Files() {
  const t = useT()
  const confirm = useConfirm()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<(typeof KINDS)[number]>('all')
  const search_text = useDeferredValue(text.trim()) || undefined
  const query = useReadPages(contract.routes.files, { query: { search_text, ...(kind === 'all' ? {} : { kind }) } })
  const remove = useWrite(contract.routes.remove, { invalidates: [contract.routes.files] })
  const files = (query.data?.pages ?? []).flatMap((page) => (page as { records: AttachedFile[] }).records)
  const ask = async (file: AttachedFile) => {
    if (
      !(await confirm({
        title: t('delete.title', { name: file.filename }),
        text: file.used_by ? t('delete.used') : t('delete.text'),
        action: t('delete.action'),
        tone: 'danger',
      }))
    )
      return
    try {
      await remove.mutateAsync({ params: { id: file.id } })
      toast.success(t('delete.done'))
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  return (
    <Screen name="media/Files" title={t('admin.files')} layout="wide">
      <PageHeader title={t('admin.files')} text={t('admin.files_text')} />
      <StorageCard />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField value={text} onChange={setText} placeholder={t('search')} />
        <Segment
          label={t('kind.label')}
          value={kind}
          onChange={(value) => setKind(value as typeof kind)}
          items={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </div>
      {query.isPending ? (
        <Skeleton w="100%" h={320} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <>
          <DataTable
            label={t('admin.files')}
            rows={files}
            rowKey={(file: AttachedFile) => file.id}
            empty={<EmptyState icon="folder" title={t('empty.title')} text={t('empty.text')} />}
            columns={[
              {
                key: 'name',
                title: t('column.name'),
                render: (file: AttachedFile) => (
                  <a href={file.url} className="flex items-center gap-3 hover:underline">
                    {file.thumb_url && (
                      <img src={file.thumb_url} alt="" width={40} height={40} loading="lazy" className="size-10 rounded-control object-cover" />
                    )}
                    <span className="max-w-72 truncate">{file.filename}</span>
                  </a>
                ),
              },
              { key: 'type', title: t('column.type'), render: (file: AttachedFile) => file.content_type },
              { key: 'size', title: t('column.size'), align: 'right', render: (file: AttachedFile) => formatBytes(file.byte_size) },
              { key: 'by', title: t('column.by'), render: (file: AttachedFile) => file.member?.name ?? '' },
              {
                key: 'used',
                title: t('column.used'),
                render: (file: AttachedFile) => <Badge tone={file.used_by ? 'success' : undefined}>{file.used_by ? t('used.yes') : t('used.no')}</Badge>,
              },
              { key: 'date', title: t('column.date'), render: (file: AttachedFile) => <Time value={file.created_at} kind="date" /> },
              {
                key: 'delete',
                title: '',
                render: (file: AttachedFile) => (
                  <IconButton icon="trash-2" size="sm" label={t('delete.label', { name: file.filename })} onClick={() => void ask(file)} />
                ),
              },
            ]}
          />
          <LoadMore query={query} />
        </>
      )}
    </Screen>
  )
}
