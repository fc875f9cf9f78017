/** Over the editor: which page it is, whether it is saved, undoing, the device, looking at it, and publishing. */
import { Button, cx, Icon, IconButton, Link, Menu, Segment, SplitButton, Time, useLocale, useNavigate, useRead, useT } from '@atrium/sdk/web'
import contract, { type SitePage } from '../../../contract.ts'
import { AT, BLOCKS_AT, blockPath, editPath } from '../pages/paths.ts'
import { StateBadges } from '../pages/StateBadges.tsx'
import { DEVICE_WIDTHS, type Device, type Zoom } from './Stage.tsx'
import { useBlocks, usePuckState } from './useBlocks.ts'
import { useBuilding } from './useBuilding.ts'
import type { Saving } from './useSaving.ts'

const { routes } = contract
const ICONS = { desktop: 'monitor', tablet: 'square', phone: 'smartphone' } as const
const ZOOMS = [0.5, 0.75, 1]

interface BarProps {
  page: SitePage | null
  /** Blocks that are not as visitors see them. */
  changes: number
  device: Device
  onDevice: (device: Device) => void
  zoom: Zoom
  /** As it is made where there is no choice. */
  zoomed: number
  onZoom: (zoom: Zoom) => void
  history: boolean
  onHistory: () => void
  onSettings: () => void
  onLook: () => void
  onPublish: () => void
  onSchedule: () => void
}
export function Bar({ page, changes, device, onDevice, zoom, zoomed, onZoom, history, onHistory, onSettings, onLook, onPublish, onSchedule }: BarProps) {
  const t = useT()
  const locale = useLocale()
  const percent = (share: number) => share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })
  const { saving } = useBuilding()
  const blocks = useBlocks()
  const hasPast = usePuckState((state) => state.history.hasPast)
  const hasFuture = usePuckState((state) => state.history.hasFuture)
  return (
    <header className="grid min-h-14 flex-none grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 border-b bg-surface px-3">
      <div className="flex min-w-0 items-center gap-2">
        <Link to={page ? AT : BLOCKS_AT} aria-label={t('builder.back')} className="grid size-8 flex-none place-items-center rounded-control hover:bg-hover">
          <Icon name="arrow-left" />
        </Link>
        <Picker page={page} />
        {page && <StateBadges page={page} only />}
        <SavedText saving={saving} />
      </div>
      <div className="flex items-center gap-1">
        <IconButton icon="undo-2" label={t('builder.undo')} disabled={!hasPast} onClick={blocks.undo} />
        <IconButton icon="redo-2" label={t('builder.redo')} disabled={!hasFuture} onClick={blocks.redo} />
        <Segment
          className="mx-2"
          label={t('builder.device')}
          value={device}
          onChange={onDevice}
          items={(Object.keys(DEVICE_WIDTHS) as Device[]).map((value) => ({
            value,
            icon: ICONS[value],
            label: <span className="sr-only">{t(`builder.device.${value}`)}</span>,
          }))}
        />
        <Menu
          align="center"
          trigger={
            <Button variant="ghost" size="sm" className="tabular-nums">
              {percent(zoomed)}
            </Button>
          }
          items={[
            { label: t('builder.zoom_fit'), checked: zoom === null, onSelect: () => onZoom(null) },
            ...ZOOMS.map((value) => ({ label: percent(value), checked: zoom === value, onSelect: () => onZoom(value) })),
          ]}
        />
      </div>
      <div className="flex items-center justify-end gap-2">
        <Button variant="ghost" icon="eye" onClick={onLook} className="max-wide:w-9 max-wide:overflow-hidden max-wide:px-2" aria-label={t('builder.look')}>
          <span className="max-wide:sr-only">{t('builder.look')}</span>
        </Button>
        {page && (
          <>
            <IconButton icon="settings" label={t('builder.settings')} onClick={onSettings} />
            <Button
              icon="history"
              aria-pressed={history}
              aria-label={t('builder.history')}
              onClick={onHistory}
              className="max-wide:w-9 max-wide:overflow-hidden max-wide:px-2"
            >
              <span className="max-wide:sr-only">{t('builder.history')}</span>
            </Button>
            <Publish page={page} changes={changes} onPublish={onPublish} onSchedule={onSchedule} />
          </>
        )}
        {!page && (
          <Button variant="primary" loading={saving.state === 'saving'} disabled={saving.state === 'saved'} onClick={() => void saving.save()}>
            {t('builder.save')}
          </Button>
        )}
      </div>
    </header>
  )
}

export function SavedText({ saving, className }: { saving: Saving; className?: string }) {
  const t = useT()
  const { state, savedAt, error } = saving
  return (
    <span role="status" title={error ?? undefined} className={cx('min-w-0 truncate text-13', state === 'failed' ? 'text-danger' : 'text-text-3', className)}>
      {state === 'failed' && t('builder.not_saved')}
      {(state === 'waiting' || state === 'saving') && t('builder.saving')}
      {state === 'saved' && savedAt && (
        <>
          {t('builder.saved')} <Time value={savedAt} kind="time" />
        </>
      )}
    </span>
  )
}

export function Publish({ page, changes, onPublish, onSchedule }: Pick<BarProps, 'changes' | 'onPublish' | 'onSchedule'> & { page: SitePage }) {
  const t = useT()
  const isLive = page.status === 'published'
  const view = () => void window.open(page.url, '_blank', 'noopener')
  if (isLive && changes === 0)
    return (
      <Button icon="external-link" onClick={view}>
        {t('publish.view')}
      </Button>
    )
  return (
    <SplitButton
      variant="primary"
      menuLabel={t('publish.more')}
      onClick={onPublish}
      items={[{ label: t('publish.at'), icon: 'clock', onSelect: onSchedule }, isLive && { label: t('publish.view'), icon: 'external-link', onSelect: view }]}
    >
      {isLive ? t('publish.changes', { count: changes }) : t('publish.publish')}
    </SplitButton>
  )
}

/** Another page without the way back to the list. */
function Picker({ page }: { page: SitePage | null }) {
  const t = useT()
  const navigate = useNavigate()
  const { name, savedBlockId } = useBuilding()
  const pages = useRead(routes.pages, { query: { per_page: 100 } }, { enabled: page !== null, staleTime: 60_000 })
  const saved = useRead(routes.reusableBlocks, { query: { per_page: 100 } }, { enabled: page === null, staleTime: 60_000 })
  const items = page
    ? (pages.data?.records ?? []).map((one) => ({ label: one.name, checked: one.id === page.id, onSelect: () => navigate(editPath(one.id)) }))
    : (saved.data?.records ?? []).map((one) => ({ label: one.name, checked: one.id === savedBlockId, onSelect: () => navigate(blockPath(one.id)) }))
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="flex min-w-0 items-center gap-2 rounded-control px-1.5 py-1 hover:bg-hover">
          <span className="truncate font-semibold">{name}</span>
          <span className="sr-only">{t('builder.pick')}</span>
          {page && <span className="truncate text-13 text-text-3 max-wide:hidden">{shortOf(page.url)}</span>}
          <Icon name="chevron-down" size="sm" className="flex-none" />
        </button>
      }
      items={items}
    />
  )
}
export const shortOf = (url: string): string => url.replace(/^https?:\/\//, '')
