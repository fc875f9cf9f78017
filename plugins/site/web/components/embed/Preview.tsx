/** The frame itself, as another site shows it; whoever looks here is signed in, and sees it as themselves. */
import { useT } from '@atrium/sdk/web'
import { useEffect, useRef, useState } from 'react'

/** Of the place on this page, in pixels: what is higher scrolls. */
const MOST = 640

export function Preview({ url, title, height }: { url: string; title: string; height: number }) {
  const t = useT()
  const frame = useRef<HTMLIFrameElement>(null)
  const [said, setSaid] = useState<number | null>(null)
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<{ height?: unknown } | null>) => {
      if (source !== frame.current?.contentWindow) return
      if (data?.height === null) setSaid(null)
      else if (typeof data?.height === 'number' && data.height > 0) setSaid(data.height)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  return (
    <section aria-label={t('embed.preview')} className="grid gap-2">
      <h3 className="text-13 font-medium">{t('embed.preview')}</h3>
      <div className="overflow-auto rounded-card border" style={{ maxHeight: MOST }}>
        <iframe ref={frame} src={url} title={title} className="block w-full border-0" style={{ height: said ?? height }} />
      </div>
    </section>
  )
}
