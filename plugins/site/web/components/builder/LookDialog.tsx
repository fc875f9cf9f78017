/** The whole page as somebody will see it: with its menus, at the width of a device. */
import { Dialog, Failure, Segment, Skeleton, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { SitePage } from '../../../contract.ts'
import { PageFrame } from '../pages/PageFrame.tsx'
import { useWhole } from '../pages/useWhole.ts'
import type { Viewer } from './drawings.ts'
import { DEVICE_WIDTHS, type Device } from './Stage.tsx'
import { usePage } from './useBlocks.ts'

const ICONS = { desktop: 'monitor', tablet: 'square', phone: 'smartphone' } as const

export function LookDialog({ page, onClose }: { page: SitePage | null; onClose: () => void }) {
  const t = useT()
  const data = usePage()
  const [viewer, setViewer] = useState<Viewer>('visitor')
  const [device, setDevice] = useState<Device>('desktop')
  const { html, error, retry } = useWhole(data, { themeId: page?.theme_id ?? null, language: page?.language ?? null, viewer })
  return (
    <Dialog open onOpenChange={onClose} title={t('look.title')} width={1240} flush>
      <div className="flex flex-wrap items-center gap-3 border-b px-4 py-2">
        <Segment
          label={t('look.as')}
          value={viewer}
          onChange={setViewer}
          items={(['visitor', 'member'] as const).map((value) => ({ value, label: t(`look.${value}`) }))}
        />
        <Segment
          label={t('builder.device')}
          value={device}
          onChange={setDevice}
          items={(Object.keys(DEVICE_WIDTHS) as Device[]).map((value) => ({ value, icon: ICONS[value], label: t(`builder.device.${value}`) }))}
        />
      </div>
      <div className="bg-surface-2 p-4">
        {error ? (
          <Failure error={error} onRetry={retry} />
        ) : html === null ? (
          <Skeleton w="100%" h={560} />
        ) : (
          <PageFrame html={html} width={DEVICE_WIDTHS[device]} height="64vh" title={t('look.title')} />
        )}
      </div>
    </Dialog>
  )
}
