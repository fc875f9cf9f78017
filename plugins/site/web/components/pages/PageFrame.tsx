/** A document of a page in a frame that runs nothing, as wide as a device and as large as there is room. It keeps our origin: fonts and pictures are let in by it. */
import { cx } from '@atrium/sdk/web'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'

interface PageFrameProps {
  html: string
  /** Of the device, in pixels. */
  width: number
  /** Of the place on this page. */
  height: number | string
  title: string
  /** Only to be looked at from afar: nothing in it takes focus or pointer. */
  inert?: boolean
  className?: string
}
/** Pixels below which it is a phone's. */
const NARROW = 500

export function PageFrame({ html, width, height, title, inert, className }: PageFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setRoom({ width: entry.contentRect.width, height: entry.contentRect.height }))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, room.width / width)
  // They would not run here, and each would say so in the console. From afar nobody looks into frames of others.
  const still = useMemo(() => {
    const quiet = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '')
    // neither pictures of a page nor phones have scrollbars
    const bare = inert || width < NARROW ? quiet.replace('</head>', '<style>html{scrollbar-width:none}</style></head>') : quiet
    return inert ? bare.replace(/(<iframe\b[^>]*?)\ssrc=/gi, '$1 data-src=') : bare
  }, [html, inert, width])
  return (
    <div ref={box} dir="ltr" className={cx('relative w-full overflow-hidden', className)} style={{ height }} inert={inert}>
      {room.width > 0 && (
        <iframe
          title={title}
          sandbox="allow-same-origin"
          srcDoc={still}
          tabIndex={inert ? -1 : undefined}
          className="absolute top-0 border-0 bg-white"
          style={{ left: (room.width - width * scale) / 2, width, height: room.height / scale, scale: String(scale), transformOrigin: 'top left' }}
        />
      )}
    </div>
  )
}
