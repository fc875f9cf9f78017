/** Pictures over the whole screen: keys, swipes and zoom are the library's; fetched when the first one is opened. */
import { useEffect, useRef, useState } from 'react'
import Library, { type ControllerRef } from 'yet-another-react-lightbox'
import Download from 'yet-another-react-lightbox/plugins/download'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import sheet from 'yet-another-react-lightbox/styles.css?inline'
import { useWords } from '../../core/i18n.tsx'
import { Icon } from '../Icon.tsx'
import type { LightboxProps } from '../lateProps.ts'

export default function LazyLightbox({ pictures, start, onClose }: LightboxProps) {
  const t = useWords()
  const [index, setIndex] = useState(start)
  const controller = useRef<ControllerRef>(null)
  const several = pictures.length > 1
  // A new list would take the library back to where it began.
  const [slides] = useState(() =>
    pictures.map(({ src, alt, width, height, download }) => ({
      src,
      alt,
      width: width ?? undefined,
      height: height ?? undefined,
      download: download ?? false,
    })),
  )
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const to = { Home: 0, End: pictures.length - 1 }[event.key]
      if (to === undefined || !controller.current) return
      event.preventDefault()
      const steps = to - controller.current.getLightboxState().currentIndex
      if (steps > 0) controller.current.next({ count: steps })
      if (steps < 0) controller.current.prev({ count: -steps })
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [pictures])
  const icon = (name: string) => () => <Icon name={name} size="lg" />
  return (
    <>
      <style>{sheet}</style>
      <Library
        open
        close={onClose}
        index={index}
        slides={slides}
        plugins={pictures.some(({ download }) => download) ? [Zoom, Download] : [Zoom]}
        controller={{ ref: controller, closeOnBackdropClick: true, closeOnPullDown: true }}
        carousel={{ finite: !several, padding: '0px' }}
        zoom={{ maxZoomPixelRatio: 3, scrollToZoom: true }}
        on={{ view: ({ index: now }) => setIndex(now) }}
        labels={{
          Lightbox: t('lightbox.title'),
          'Photo gallery': t('lightbox.title'),
          Previous: t('lightbox.previous'),
          Next: t('lightbox.next'),
          Close: t('close'),
          'Zoom in': t('lightbox.larger'),
          'Zoom out': t('lightbox.smaller'),
          Download: t('lightbox.download'),
          '{index} of {total}': t('lightbox.position', { number: '{index}', count: '{total}' }),
        }}
        toolbar={{
          buttons: [
            several && (
              <span key="position" className="me-auto grid items-center px-4 text-13 tabular-nums text-white" aria-live="polite">
                {t('lightbox.position', { number: index + 1, count: pictures.length })}
              </span>
            ),
            'zoom',
            'download',
            'close',
          ],
        }}
        styles={{ container: { backgroundColor: 'rgb(0 0 0 / 0.96)' }, toolbar: several ? { left: 0 } : {} }}
        render={{
          ...(several ? {} : { buttonPrev: () => null, buttonNext: () => null }),
          iconClose: icon('x'),
          iconPrev: icon('chevron-left'),
          iconNext: icon('chevron-right'),
          iconDownload: icon('download'),
          iconZoomIn: icon('zoom-in'),
          iconZoomOut: icon('zoom-out'),
          slideFooter: ({ slide }) => {
            const { caption } = pictures.find(({ src }) => 'src' in slide && src === slide.src) ?? {}
            return caption ? (
              <p className="absolute inset-x-0 bottom-0 bg-black/60 px-6 py-4 text-center text-15 text-white">
                <span className="mx-auto block max-w-[72ch]">{caption}</span>
              </p>
            ) : null
          },
        }}
      />
    </>
  )
}
