/** A screen alone, as another site shows it in a frame: without header, sidebar, bar and palette. */
import { inFrame, loadAnew, Overlays, useLocation } from '@atrium/sdk/web'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFlash } from './useFlash.ts'

export function Embedded({ bare, children }: { bare: boolean; children: ReactNode }) {
  useFlash()
  usePlainLinks()
  const isSpace = SPACE.test(useLocation())
  const content = useHeight(isSpace)
  // a screen that fills its window cannot be as high as a frame that is to be as high as the screen
  return (
    <>
      <div ref={content} className={`[--bottom-h:0px] [--header-h:0px] ${isSpace ? '' : '[--window-h:640px]'}`}>
        {bare ? (
          children
        ) : (
          <main id="main" tabIndex={-1} className="min-w-0 outline-none">
            {children}
          </main>
        )}
      </div>
      <Overlays />
    </>
  )
}

/** Spaces load more as one scrolls, or fill their window: they scroll inside a frame that is as high as its code says. */
const SPACE = /^\/c\/[^/]+(\/members)?\/?$/

/**
 * Tells the page that shows this one how high it is: `{ from: 'atrium-page', height }`, in pixels; null for the height that the frame had
 * at first. It is no secret, so any page may hear it.
 */
function useHeight(isSpace: boolean) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!content.current || window.parent === window) return
    const tell = (height: number | null) => window.parent.postMessage({ from: 'atrium-page', height }, '*')
    if (isSpace) return tell(null)
    const watch = new ResizeObserver(([entry]) => tell(Math.ceil(entry!.borderBoxSize[0]!.blockSize)))
    watch.observe(content.current)
    return () => watch.disconnect()
  }, [isSpace])
  return content
}

/** Links that no component of ours follows, as those in texts: they stay in the frame or open in a tab of their own, as all others do. */
function usePlainLinks() {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
      if (!link || event.defaultPrevented || link.target === '_blank' || link.hasAttribute('download')) return
      if (inFrame(new URL(link.href))) {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        loadAnew(link.href)
      } else {
        link.target = '_blank'
        link.rel = 'noopener'
      }
    }
    addEventListener('click', follow)
    return () => removeEventListener('click', follow)
  }, [])
}
