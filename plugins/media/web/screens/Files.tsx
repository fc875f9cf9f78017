/** All files of the community: found by name, kind, size, uploader and use; looked at, and deleted with a warning where they stand. */
import {
  AdminPage,
  Button,
  Chip,
  EmptyState,
  PagedTable,
  Icon,
  IconButton,
  SearchField,
  Segment,
  Select,
  SelectionBar,
  Time,
  toast,
  useConfirm,
  useReadPages,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type AttachedFile, KINDS, SORTS } from '../../contract.ts'
import { FileDrawer, UsedIn } from '../components/FileDrawer.tsx'
import { formatBytes } from '../components/formatBytes.ts'
import { StorageCard } from '../components/StorageCard.tsx'
import { WatchCard } from '../components/WatchCard.tsx'

const CHOICES = ['all', ...KINDS] as const
const USES = ['any', 'yes', 'no'] as const
/** Milliseconds between looks at what is being made ready. */
const LOOK_MS = 2_000
const isInWork = ({ transcoding }: AttachedFile) => transcoding?.status === 'pending' || transcoding?.status === 'processing'
const ICONS = { image: 'image', video: 'file-video', audio: 'file-audio' } as Record<string, string>

export default function Files() {
  const t = useT()
  const confirm = useConfirm()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<(typeof CHOICES)[number]>('all')
  const [used, setUsed] = useState<(typeof USES)[number]>('any')
  const [sort, setSort] = useState<(typeof SORTS)[number]>('newest')
  const [member, setMember] = useState<{ id: number; name: string } | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number | string>>(new Set())
  const [openId, open] = useState<number | null>(null)
  const search_text = useSettled(text.trim()) || undefined
  const query = useReadPages(
    contract.routes.files,
    {
      query: {
        search_text,
        sort,
        ...(kind === 'all' ? {} : { kind }),
        ...(used === 'any' ? {} : { used }),
        ...(member ? { member_id: member.id } : {}),
      },
    },
    { keepPrevious: true, refetchInterval: (read) => read?.pages.some(({ records }) => records.some(isInWork)) === true && LOOK_MS },
  )
  const changed = {
    invalidates: [contract.routes.files, contract.routes.storage, contract.routes.analytics],
    onError: (error: Error) => toast.error(error.message),
  }
  const remove = useWrite(contract.routes.removeMany, changed)
  const files = (query.data?.pages ?? []).flatMap((page) => (page as { records: AttachedFile[] }).records)
  const shown = files.find(({ id }) => id === openId)
  const filtered = Boolean(search_text || member || kind !== 'all' || used !== 'any')
  const ask = async (ids: number[]) => {
    const those = files.filter(({ id }) => ids.includes(id))
    const inUse = those.filter(({ used_by }) => used_by)
    const names = inUse.slice(0, 3).map(({ used_in, filename }) => used_in?.title || filename)
    const answer = await confirm({
      title: those.length === 1 ? t('delete.title', { name: those[0]!.filename }) : t('delete.many', { count: those.length }),
      text: inUse.length ? t('delete.used', { count: inUse.length, names: names.join(', ') }) : t('delete.text'),
      action: t('delete.action'),
      tone: 'danger',
    })
    if (!answer) return
    const done = await remove.mutateAsync({ body: { ids } }).catch(() => null)
    if (!done) return
    setChosen(new Set())
    open(null)
    toast.success(t('delete.done', { count: done.removed }))
  }
  return (
    <AdminPage name="media/Files" title={t('admin.files')} text={t('admin.files_text')} who="media.manage" wide>
      <StorageCard />
      <WatchCard onOpen={({ id, filename }) => (files.some((file) => file.id === id) ? open(id) : setText(filename))} />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField value={text} onChange={setText} placeholder={t('search')} />
        <Segment
          label={t('kind.label')}
          value={kind}
          onChange={(value) => setKind(value as typeof kind)}
          items={CHOICES.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <Select
          aria-label={t('uses.label')}
          value={used}
          onChange={({ target }) => setUsed(target.value as typeof used)}
          options={USES.map((value) => ({ value, label: t(`uses.${value}`) }))}
          className="w-40"
        />
        <Select
          aria-label={t('sort.label')}
          value={sort}
          onChange={({ target }) => setSort(target.value as typeof sort)}
          options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
          className="w-40"
        />
        {member && (
          <Chip icon="x" onClick={() => setMember(null)}>
            {t('by.chip', { name: member.name })}
          </Chip>
        )}
      </div>
      <PagedTable
        query={query}
        height={320}
        label={t('admin.files')}
        rowKey={(file: AttachedFile) => file.id}
        selection={{ selected: chosen, onChange: setChosen }}
        empty={
          filtered ? (
            <EmptyState icon="search" title={t('none.title')} text={t('none.text')} />
          ) : (
            <EmptyState icon="folder" title={t('empty.title')} text={t('empty.text')} />
          )
        }
        columns={[
          {
            key: 'name',
            title: t('column.name'),
            render: (file: AttachedFile) => (
              <button
                type="button"
                onClick={() => open(file.id)}
                className="flex min-h-10 max-w-full items-center gap-3 text-start font-medium hover:underline"
              >
                {file.thumb_url ? (
                  <img src={file.thumb_url} alt="" width={40} height={40} loading="lazy" className="size-10 shrink-0 rounded-control object-cover" />
                ) : (
                  <span className="grid size-10 shrink-0 place-items-center rounded-control bg-hover text-text-3">
                    <Icon name={ICONS[file.content_type.split('/')[0]!] ?? 'file-text'} />
                  </span>
                )}
                <span className="max-w-72 truncate max-desk:max-w-40">{file.filename}</span>
                {file.transcoding?.status === 'processing' && <span className="text-12 text-text-3 tabular-nums">{file.transcoding.progress}%</span>}
              </button>
            ),
          },
          { key: 'type', title: t('column.type'), render: (file: AttachedFile) => file.content_type },
          {
            key: 'size',
            state: true,
            title: t('column.size'),
            align: 'right',
            className: 'whitespace-nowrap',
            render: (file: AttachedFile) => formatBytes(file.byte_size + file.derived_bytes),
          },
          {
            key: 'by',
            title: t('column.by'),

            render: ({ member: by }: AttachedFile) =>
              by && (
                <button type="button" className="hover:underline" onClick={() => setMember(by)}>
                  {by.name}
                </button>
              ),
          },
          {
            key: 'used',
            title: t('column.used'),
            render: (file: AttachedFile) => (
              <span className="block max-w-56 truncate">
                <UsedIn file={file} />
              </span>
            ),
          },
          { key: 'date', title: t('column.date'), render: (file: AttachedFile) => <Time value={file.created_at} kind="day" /> },
          {
            key: 'delete',
            pinned: true,
            title: <span className="sr-only">{t('column.act')}</span>,
            render: (file: AttachedFile) => (
              <IconButton icon="trash-2" size="sm" label={t('delete.label', { name: file.filename })} onClick={() => void ask([file.id])} />
            ),
          },
        ]}
      />
      <SelectionBar count={chosen.size} onClear={() => setChosen(new Set())}>
        <Button size="sm" variant="danger" loading={remove.isPending} onClick={() => void ask([...chosen] as number[])}>
          {t('delete.action')}
        </Button>
      </SelectionBar>
      {shown && (
        <FileDrawer
          file={shown}
          onClose={() => open(null)}
          onDelete={() => void ask([shown.id])}
          onMember={() => {
            setMember(shown.member)
            open(null)
          }}
        />
      )}
    </AdminPage>
  )
}
