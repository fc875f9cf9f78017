/** The editor on wide screens: blocks and layers, the canvas, and the fields of what is chosen. */
import { Tabs, useSearch, useStored, useT } from '@atrium/sdk/web'
import { lazy, Suspense, useState } from 'react'
import type { SitePage } from '../../../contract.ts'
import { Bar } from './Bar.tsx'
import { BlocksTab } from './BlocksTab.tsx'
import { History } from './History.tsx'
import { LayersTab } from './LayersTab.tsx'
import { Panel } from './Panel.tsx'
import { Settings } from './Settings.tsx'
import { ScheduleNote } from './ScheduleNote.tsx'
import { RevisionStage } from './RevisionStage.tsx'
import { type Device, Stage, type Zoom } from './Stage.tsx'
import { ThemeTab } from './ThemeTab.tsx'
import { useChanges } from './usePublishing.ts'

const LookDialog = lazy(async () => ({ default: (await import('./LookDialog.tsx')).LookDialog }))
const PublishDialog = lazy(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }))

interface DeskProps {
  page: SitePage | null
  onPage: (page: SitePage) => void
  busy: boolean
  zoomed: number
  onZoomed: (zoom: number) => void
}
export function Desk({ page, onPage, busy, zoomed, onZoomed }: DeskProps) {
  const t = useT()
  const [device, setDevice] = useState<Device>('desktop')
  const [zoom, setZoom] = useState<Zoom>(null)
  const [tab, setTab] = useStored('site.tab', 'blocks')
  const [isHistory, setIsHistory] = useState(useSearch().has('history'))
  const [revision, setRevision] = useState<number | null>(null)
  const [dialog, setDialog] = useState<'look' | 'publish' | 'schedule' | 'settings' | null>(null)
  const changes = useChanges(page)
  const close = () => setDialog(null)
  const tabs = ['blocks', 'layers', ...(page ? ['theme'] : [])]
  const shown = tabs.includes(tab) ? tab : 'blocks'
  const closeHistory = () => {
    setIsHistory(false)
    setRevision(null)
  }
  return (
    <div className="flex h-full flex-col">
      <Bar
        page={page}
        changes={changes.length}
        device={device}
        onDevice={setDevice}
        zoom={zoom}
        zoomed={zoomed}
        onZoom={setZoom}
        history={isHistory}
        onHistory={() => (isHistory ? closeHistory() : setIsHistory(true))}
        onSettings={() => setDialog('settings')}
        onLook={() => setDialog('look')}
        onPublish={() => !busy && setDialog('publish')}
        onSchedule={() => !busy && setDialog('schedule')}
      />
      {page && <ScheduleNote page={page} onPage={onPage} />}
      <div className="flex min-h-0 flex-1">
        <aside aria-label={t('builder.parts')} className="flex w-[268px] flex-none flex-col border-e bg-surface">
          <Tabs
            className="flex-none px-3"
            label={t('builder.parts')}
            current={shown}
            items={tabs.map((key) => ({ key, label: t(`builder.tab.${key}`), onSelect: () => setTab(key) }))}
          />
          <div className="min-h-0 flex-1 overflow-y-auto">
            {shown === 'blocks' && <BlocksTab />}
            {shown === 'layers' && <LayersTab />}
            {shown === 'theme' && page && <ThemeTab page={page} themeId={page.theme_id} onChange={(theme_id) => onPage({ ...page, theme_id })} />}
          </div>
        </aside>
        <section aria-label={t('builder.canvas')} className="relative flex min-w-0 flex-1 flex-col">
          <Stage device={device} zoom={zoom} onZoomed={onZoomed} />
          {page && revision !== null && <RevisionStage page={page} revisionId={revision} device={device} />}
        </section>
        <aside aria-label={t(isHistory ? 'history.title' : 'builder.panel')} className="w-[308px] flex-none overflow-y-auto border-s bg-surface">
          {isHistory && page ? <History page={page} onPage={onPage} chosen={revision} onChoose={setRevision} onClose={closeHistory} /> : <Panel />}
        </aside>
      </div>
      <Suspense>
        {dialog === 'settings' && page && <Settings page={page} onPage={onPage} onClose={close} />}
        {dialog === 'look' && <LookDialog page={page} onClose={close} />}
        {(dialog === 'publish' || dialog === 'schedule') && page && (
          <PublishDialog page={page} changes={changes} atFirst={dialog === 'schedule' ? 'later' : 'now'} onPage={onPage} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}
