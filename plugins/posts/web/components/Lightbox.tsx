/** One picture over the whole screen: arrow keys, swipes and Escape, as people expect of it. */
import { Icon, useT } from '@atrium/sdk/web'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Gallery } from '../../contract.ts'

/** Pixels of a swipe that turn the page. */
const SWIPE = 48
const ROUND = 'grid size-11 place-items-center rounded-full bg-black/50 text-white transition-colors hover:bg-black/75'

export function Lightbox({ images, start, onClose }: { images: Gallery['images']; start: number; onClose: () => void }) {
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  const [index, setIndex] = useState(start)
  const from = useRef<number | null>(null)
  const image = images[index]!
  // Modal: the browser keeps the focus inside, brings it back, and closes on Escape.
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    return () => opener?.focus()
  }, [])
  useEffect(() => {
    const next = images[index + 1]
    if (next) new Image().src = next.large_url
  }, [images, index])
  const step = (by: number) => setIndex((at) => (at + by + images.length) % images.length)
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, () => void> = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => setIndex(0),
      End: () => setIndex(images.length - 1),
    }
    if (!steps[event.key]) return
    event.preventDefault()
    event.stopPropagation()
    steps[event.key]!()
  }
  const release = (event: PointerEvent) => {
    const moved = from.current === null ? 0 : event.clientX - from.current
    from.current = null
    if (Math.abs(moved) > SWIPE && images.length > 1) step(moved < 0 ? 1 : -1)
  }
  return (
    <dialog
      ref={dialog}
      aria-label={t('gallery.label')}
      onClose={onClose}
      onKeyDown={press}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
      className="fixed inset-0 m-0 grid h-dvh max-h-none w-screen max-w-none grid-rows-[auto_minmax(0,1fr)_auto] bg-black/90 p-0 text-white outline-none backdrop:bg-transparent"
    >
      <header className="flex items-center gap-2 p-3">
        <span className="flex-1 px-2 text-13 tabular-nums" aria-live="polite">
          {t('gallery.position', { number: index + 1, count: images.length })}
        </span>
        {image.original_url && (
          <a href={image.original_url} download={image.filename} aria-label={t('gallery.download')} className={ROUND}>
            <Icon name="download" />
          </a>
        )}
        <button type="button" aria-label={t('gallery.close')} onClick={() => dialog.current?.close()} className={ROUND}>
          <Icon name="x" />
        </button>
      </header>
      <div
        className="relative grid min-h-0 touch-pan-y place-items-center px-3 sm:px-20"
        onPointerDown={(event) => {
          from.current = event.clientX
        }}
        onPointerUp={release}
      >
        <img
          key={image.id}
          src={image.large_url}
          alt={image.alt || image.caption || t('gallery.picture', { number: index + 1 })}
          draggable={false}
          className="max-h-full max-w-full animate-fade object-contain select-none"
        />
        {images.length > 1 && (
          <>
            <button type="button" aria-label={t('gallery.previous')} onClick={() => step(-1)} className={`${ROUND} absolute left-3 max-sm:hidden`}>
              <Icon name="chevron-left" />
            </button>
            <button type="button" aria-label={t('gallery.next')} onClick={() => step(1)} className={`${ROUND} absolute right-3 max-sm:hidden`}>
              <Icon name="chevron-right" />
            </button>
          </>
        )}
      </div>
      <p className="mx-auto min-h-14 max-w-[72ch] px-6 py-4 text-center text-15">{image.caption}</p>
    </dialog>
  )
}
