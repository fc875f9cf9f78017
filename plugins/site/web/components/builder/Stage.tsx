/** The canvas: the page at the width of a device, made as large as there is room. Upwards and downwards only the page itself scrolls. */
import { Puck } from '@puckeditor/core'
import { EmptyState, useT } from '@atrium/sdk/web'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePage, useSelected } from './useBlocks.ts'

export const DEVICE_WIDTHS = { desktop: 1180, tablet: 820, phone: 390 } as const
export type Device = keyof typeof DEVICE_WIDTHS
/** Null: as large as there is room. */
export type Zoom = number | null
const GAP = 24

interface StageProps {
  device: Device
  zoom: Zoom
  onZoomed: (zoom: number) => void
  children?: ReactNode
}
export function Stage({ device, zoom, onZoomed, children }: StageProps) {
  const t = useT()
  const { content } = usePage()
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setRoom({ width: entry.contentRect.width, height: entry.contentRect.height }))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  useInView(useSelected()?.props.id ?? null)
  const width = DEVICE_WIDTHS[device]
  const scale = zoom ?? Math.min(1, Math.max(0.2, (room.width - 2 * GAP) / width))
  useEffect(() => onZoomed(scale), [scale, onZoomed])
  const height = Math.max(0, room.height - 2 * GAP)
  return (
    <div ref={box} className="relative min-h-0 flex-1 overflow-x-auto overflow-y-hidden bg-surface-2">
      {room.width > 0 && (
        <div className="mx-auto" style={{ width: width * scale, marginBlock: GAP }}>
          <div
            className="origin-top-left overflow-clip rounded-card bg-surface shadow-float rtl:origin-top-right"
            style={{ width, height: height / scale, scale: String(scale), marginBottom: height - height / scale, ['--zoom' as string]: scale }}
          >
            <Puck.Preview />
          </div>
        </div>
      )}
      {content.length === 0 && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center">
          <EmptyState icon="layout-grid" title={t('builder.empty')} text={t('builder.empty_text')} className="rounded-card bg-surface shadow-float" />
        </div>
      )}
      {children}
    </div>
  )
}

/** A block that is chosen elsewhere than in the canvas comes into sight there, once it is drawn. */
function useInView(id: string | null) {
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => {
      const inside = document.querySelector<HTMLIFrameElement>('#preview-frame')?.contentDocument
      const block = inside?.querySelector(`[data-puck-component="${CSS.escape(id)}"]`)
      const box = block?.getBoundingClientRect()
      if (box && (box.bottom < MARGIN || box.top > inside!.documentElement.clientHeight - MARGIN)) block!.scrollIntoView({ block: 'center' })
    }, SEEN_MS)
    return () => clearTimeout(timer)
  }, [id])
}
/** Of a block that counts as seen, in pixels of the page. */
const MARGIN = 120
const SEEN_MS = 120
