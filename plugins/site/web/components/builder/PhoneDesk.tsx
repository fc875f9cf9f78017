/** The editor on phones: the list of blocks, one of them at a time to write in, and the page to look at. */
import { Badge, Button, cx, Dialog, Drawer, EmptyState, Icon, IconButton, Link, Menu, Sortable, useT } from '@atrium/sdk/web'
import { lazy, Suspense, useState } from 'react'
import type { Block, SitePage } from '../../../contract.ts'
import { AT, BLOCKS_AT } from '../pages/paths.ts'
import { Publish, SavedText } from './Bar.tsx'
import { BlockPicture } from './BlockPicture.tsx'
import { BlocksTab } from './BlocksTab.tsx'
import { History } from './History.tsx'
import { BlockPanel } from './Panel.tsx'
import { Settings } from './Settings.tsx'
import { ScheduleNote } from './ScheduleNote.tsx'
import { RevisionStage } from './RevisionStage.tsx'
import { useBlockMenu } from './useBlockMenu.ts'
import { useBlocks, usePage, usePuckState, useSelected } from './useBlocks.ts'
import { useBuilding } from './useBuilding.ts'
import { useChanges } from './usePublishing.ts'
import { everyBlock, wordsOf } from './data.ts'

const LookDialog = lazy(async () => ({ default: (await import('./LookDialog.tsx')).LookDialog }))
const PublishDialog = lazy(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }))

interface PhoneDeskProps {
  page: SitePage | null
  onPage: (page: SitePage) => void
  busy: boolean
}
type Open = 'settings' | 'look' | 'publish' | 'schedule' | 'add' | 'history'
export function PhoneDesk({ page, onPage, busy }: PhoneDeskProps) {
  const t = useT()
  const { name, saving, kinds } = useBuilding()
  const blocks = useBlocks()
  const { content } = usePage()
  const selected = useSelected()
  const hasPast = usePuckState(({ history }) => history.hasPast)
  const changes = useChanges(page)
  const [open, setOpen] = useState<Open | null>(null)
  const [revision, setRevision] = useState<number | null>(null)
  const hows = new Map(changes.map(({ block, how }) => [block.props.id, how]))
  const close = () => setOpen(null)
  return (
    <div className="flex h-full flex-col bg-bg">
      <header className="flex min-h-13 flex-none items-center gap-2 border-b bg-header px-2 text-header-text">
        <Link to={page ? AT : BLOCKS_AT} aria-label={t('builder.back')} className="grid size-11 flex-none place-items-center">
          <Icon name="arrow-left" />
        </Link>
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{name}</p>
          <SavedText saving={saving} className="block text-12" />
        </div>
        {page ? (
          <Publish page={page} changes={changes.length} onPublish={() => !busy && setOpen('publish')} onSchedule={() => !busy && setOpen('schedule')} />
        ) : (
          <Button variant="primary" disabled={saving.state === 'saved'} loading={saving.state === 'saving'} onClick={() => void saving.save()}>
            {t('builder.save')}
          </Button>
        )}
        <Menu
          trigger={<IconButton icon="ellipsis" label={t('builder.more')} className="size-11 text-inherit!" />}
          items={[
            { label: t('builder.redo'), icon: 'redo-2', onSelect: blocks.redo },
            page && { label: t('builder.settings'), icon: 'settings', onSelect: () => setOpen('settings') },
            page && { label: t('builder.history'), icon: 'history', onSelect: () => setOpen('history') },
          ]}
        />
      </header>
      {page && <ScheduleNote page={page} onPage={onPage} />}
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        <p className="px-1 pb-3 text-13 text-text-2">{t('phone.text', { count: content.length })}</p>
        {content.length === 0 ? (
          <EmptyState icon="layout-grid" title={t('builder.empty')} text={t('phone.empty_text')} />
        ) : (
          <Sortable
            label={t('layers.title')}
            items={content}
            itemKey={({ props }) => props.id}
            nameOf={({ type }) => kinds.get(type)?.title ?? type}
            onMove={(moved) => blocks.order(moved)}
            className="grid gap-2"
          >
            {(block, handle) => <Row block={block} grip={handle.grip} how={hows.get(block.props.id)} />}
          </Sortable>
        )}
      </div>
      <footer className="flex flex-none gap-2 border-t bg-surface px-3 pt-2.5 pb-[max(10px,env(safe-area-inset-bottom))]">
        <Button icon="undo-2" disabled={!hasPast} onClick={blocks.undo} className="min-h-11">
          {t('builder.undo')}
        </Button>
        <Button icon="plus" onClick={() => setOpen('add')} className="min-h-11 flex-1">
          {t('phone.add')}
        </Button>
        <Button icon="eye" onClick={() => setOpen('look')} className="min-h-11">
          {t('phone.look')}
        </Button>
      </footer>
      <Dialog open={open === 'add'} onOpenChange={close} title={t('phone.add')} flush>
        <BlocksTab drags={false} onAdded={close} />
      </Dialog>
      {selected && open === null && <BlockDialog block={selected} />}
      {page && (
        <Drawer open={open === 'history'} onOpenChange={close} title={t('history.title')} flush>
          {open === 'history' && <History page={page} onPage={onPage} chosen={revision} onChoose={setRevision} />}
          {revision !== null && (
            <div className="relative h-[60dvh]">
              <RevisionStage page={page} revisionId={revision} device="phone" />
            </div>
          )}
        </Drawer>
      )}
      <Suspense>
        {open === 'settings' && page && <Settings page={page} onPage={onPage} onClose={close} />}
        {open === 'look' && <LookDialog page={page} onClose={close} />}
        {(open === 'publish' || open === 'schedule') && page && (
          <PublishDialog page={page} changes={changes} atFirst={open === 'schedule' ? 'later' : 'now'} onPage={onPage} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

function BlockDialog({ block }: { block: Block }) {
  const t = useT()
  const { kinds } = useBuilding()
  const blocks = useBlocks()
  const inner = everyBlock([block]).slice(1)
  return (
    <Drawer open onOpenChange={() => blocks.select(null)} title={kinds.get(block.type)?.title ?? block.type} flush>
      <BlockPanel key={block.props.id} block={block} head={false} />
      {inner.length > 0 && (
        <section aria-label={t('phone.inside')} className="grid gap-2 p-4 pt-0">
          <h3 className="text-13 font-semibold">{t('phone.inside')}</h3>
          {inner.map((one) => (
            <Row key={one.props.id} block={one} />
          ))}
        </section>
      )}
    </Drawer>
  )
}

interface RowProps {
  block: Block
  grip?: React.ReactNode
  how?: 'added' | 'changed' | 'removed' | 'moved' | undefined
}
function Row({ block, grip, how }: RowProps) {
  const t = useT()
  const { kinds } = useBuilding()
  const blocks = useBlocks()
  const items = useBlockMenu(block)
  const title = kinds.get(block.type)?.title ?? block.type
  const look = block.props['look'] as { devices?: string } | undefined
  const isHidden = look?.devices === 'desktop'
  return (
    <div className={cx('flex items-center gap-2 rounded-card border bg-surface py-2 ps-1 pe-2', isHidden && 'border-dashed')}>
      {grip}
      <button type="button" className="flex min-h-11 min-w-0 flex-1 items-center gap-3" onClick={() => blocks.select(block.props.id)}>
        <BlockPicture type={block.type} className="h-10 w-14 flex-none" />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{title}</span>
            {how === 'added' && <Badge tone="success">{t('how.added')}</Badge>}
            {(how === 'changed' || how === 'moved') && <Badge tone="warning">{t('how.changed')}</Badge>}
            {isHidden && <Badge>{t('phone.hidden')}</Badge>}
          </span>
          <span dir="auto" className="block truncate text-13 text-text-2">
            {wordsOf(block, kinds.get(block.type), 60)}
          </span>
        </span>
      </button>
      <Menu trigger={<IconButton icon="ellipsis-vertical" label={t('panel.more', { name: title })} />} items={items} />
    </div>
  )
}
