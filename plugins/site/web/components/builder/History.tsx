/** What a page was: every revision with who made it, shown in the canvas when it is chosen, and brought back from here. */
import { Avatar, Badge, Button, Chip, cx, Failure, IconButton, LoadMore, Time, toast, useConfirm, useReadPages, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type PageData, type Revision, type SitePage } from '../../../contract.ts'
import { Waiting } from './Waiting.tsx'
import { useBlocks } from './useBlocks.ts'
import { useBuilding } from './useBuilding.ts'

const { routes } = contract

interface HistoryProps {
  page: SitePage
  onPage: (page: SitePage) => void
  chosen: number | null
  onChoose: (revision: number | null) => void
  onClose?: () => void
}
export function History({ page, onPage, chosen, onChoose, onClose }: HistoryProps) {
  const t = useT()
  const { saving } = useBuilding()
  const blocks = useBlocks()
  const confirm = useConfirm()
  const [onlyPublished, setOnlyPublished] = useState(false)
  const list = useReadPages(routes.revisions, { params: { pageId: page.id } })
  const restore = useWrite(routes.restoreRevision, { invalidates: [routes.revisions, routes.pages], onError: (error) => toast.error(error.message) })
  const revisions = (list.data?.pages ?? []).flatMap(({ records }) => records)
  const shown = revisions.filter(({ kind }) => !onlyPublished || kind === 'published')
  const bringBack = async (revision: Revision) => {
    if (!(await saving.save())) return
    if (!(await confirm({ title: t('history.restore_title'), text: t('history.restore_text'), action: t('history.restore'), tone: 'primary' }))) return
    const reply = await restore.mutateAsync({ params: { pageId: page.id, revisionId: revision.id }, body: { version: saving.version() } }).catch(() => null)
    if (!reply) return
    onPage(reply)
    // a step of its own, which can be undone
    blocks.order((reply.data as PageData).content)
    saving.begin(reply as { data: PageData; version: number })
    onChoose(null)
    toast.success(t('history.restored'))
  }
  return (
    <>
      <header className="flex items-start gap-2 border-b py-3 ps-4 pe-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-15">{t('history.title')}</h2>
          <p className="text-12 text-text-3">{t('history.text')}</p>
        </div>
        {onClose && <IconButton icon="x" label={t('history.close')} onClick={onClose} />}
      </header>
      <div className="border-b px-4 py-2.5">
        <Chip size="sm" pressed={onlyPublished} onClick={() => setOnlyPublished(!onlyPublished)}>
          {t('history.published_only')}
        </Chip>
      </div>
      {list.error && !list.data && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Waiting />}
      <ol className="p-2">
        {page.has_changes && page.status === 'published' && !onlyPublished && (
          <li className={cx('rounded-card', chosen === null && 'bg-hover')}>
            <button type="button" className="block w-full px-3 py-2" onClick={() => onChoose(null)}>
              <span className="flex items-center gap-2 text-13 font-semibold">
                {t('history.now')} <Badge tone="warning">{t('history.unpublished')}</Badge>
              </span>
            </button>
          </li>
        )}
        {shown.map((revision) => (
          <Row
            key={revision.id}
            revision={revision}
            isChosen={chosen === revision.id}
            isPending={restore.isPending}
            onChoose={() => onChoose(chosen === revision.id ? null : revision.id)}
            onRestore={() => void bringBack(revision)}
          />
        ))}
      </ol>
      {list.data && shown.length === 0 && <p className="px-5 pb-4 text-13 text-text-2">{t('history.none')}</p>}
      <LoadMore query={list} className="px-4 pb-4" />
    </>
  )
}

interface RowProps {
  revision: Revision
  isChosen: boolean
  isPending: boolean
  onChoose: () => void
  onRestore: () => void
}
function Row({ revision, isChosen, isPending, onChoose, onRestore }: RowProps) {
  const t = useT()
  const { kind, author, created_at, counts } = revision
  const parts = (['added', 'changed', 'removed'] as const).flatMap((how) => (counts[how] ? [t(`history.${how}`, { count: counts[how] })] : []))
  return (
    <li className={cx('rounded-card', isChosen && 'bg-brand-soft')}>
      <button type="button" aria-pressed={isChosen} onClick={onChoose} className="block w-full rounded-card px-3 py-2.5 hover:bg-hover">
        <span className="flex flex-wrap items-center gap-2 text-13 font-semibold">
          <span aria-hidden="true" className={cx('size-2 rounded-full', kind === 'published' ? 'bg-success-solid' : 'bg-strong')} />
          <Time value={created_at} kind="short" />
          {kind !== 'saved' && <Badge tone={kind === 'published' ? 'success' : 'info'}>{t(`history.kind.${kind}`)}</Badge>}
        </span>
        <span className="mt-0.5 block ps-4 text-13 text-text-2">{parts.join(', ') || t('history.same')}</span>
        {author && (
          <span className="mt-1 flex items-center gap-1.5 ps-4 text-12 text-text-2">
            <Avatar name={author.name} id={author.id} size={20} /> {author.name}
          </span>
        )}
      </button>
      {isChosen && (
        <div className="px-3 pb-3 ps-7">
          <Button size="sm" variant="primary" icon="rotate-ccw" loading={isPending} onClick={onRestore}>
            {t('history.restore')}
          </Button>
        </div>
      )}
    </li>
  )
}
