/** A page from afar. It is asked for once it comes near the screen: of a long list no more than what is looked at. */
import { useEffect, useRef, useState } from 'react'
import type { PageData } from '../../../contract.ts'
import { PageFrame } from './PageFrame.tsx'
import { useWhole } from './useWhole.ts'

/** Width of the page before it is made small. */
const SEEN = 1180

interface ThumbnailProps {
  /** Blocks, or the id of a page as it was saved last. */
  of: PageData | number
  name: string
}
export function Thumbnail(props: ThumbnailProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), { rootMargin: '120px' })
    watcher.observe(box.current!)
    return () => watcher.disconnect()
  }, [])
  return (
    <span ref={box} aria-hidden="true" className="block size-full">
      {isNear && <Drawn {...props} />}
    </span>
  )
}
function Drawn({ of, name }: ThumbnailProps) {
  const { html } = useWhole(of)
  return html === null ? null : <PageFrame html={html} width={SEEN} height="100%" title={name} inert />
}
