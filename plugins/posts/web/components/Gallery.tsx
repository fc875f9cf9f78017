/** The pictures of a post: a few side by side in cards, all of them on the post's own page; each opens large. */
import { cx, Lightbox, Picture, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { Gallery as GalleryReply } from '../../contract.ts'

type Image = GalleryReply['images'][number]

/** Columns of six that each picture of a card takes, by how many there are. */
const SPANS = [[], [6], [3, 3], [6, 3, 3], [3, 3, 3, 3], [3, 3, 2, 2, 2]]
const SHAPES: Record<number, number> = { 6: 1.78, 3: 1.25, 2: 1 }
const SPAN_CLASS: Record<number, string> = { 6: 'col-span-6', 3: 'col-span-3', 2: 'col-span-2' }

interface TileProps {
  image: Image
  index: number
  ratio?: number
  more?: number
  onOpen: () => void
  className?: string
}
function Tile({ image, index, ratio, more = 0, onOpen, className }: TileProps) {
  const t = useT()
  const said = image.alt || image.caption
  const name = said ? t('gallery.open_named', { name: said }) : t('gallery.open', { number: index + 1 })
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={more > 0 ? `${name}, ${t('gallery.more', { count: more })}` : name}
      className={cx('relative block w-full cursor-zoom-in overflow-hidden', className)}
    >
      <Picture src={image.url} ratio={ratio} width={image.width ?? undefined} height={image.height ?? undefined} placeholder={image.placeholder} alt="" />
      {more > 0 && (
        <span aria-hidden="true" className="absolute inset-0 grid place-items-center bg-overlay text-24 font-semibold text-white tabular-nums">
          +{more}
        </span>
      )}
    </button>
  )
}

export interface GalleryProps {
  gallery: GalleryReply
  /** `mosaic`: up to five, cropped, for cards. `masonry`: all in their own shapes, with captions. */
  layout: 'mosaic' | 'masonry'
}
export function Gallery({ gallery, layout }: GalleryProps) {
  const t = useT()
  const [open, setOpen] = useState<number | null>(null)
  const { images, images_count: count } = gallery
  const spans = SPANS[Math.min(images.length, 5)]!
  return (
    <>
      {layout === 'mosaic' ? (
        <div className="grid grid-cols-6 gap-0.5">
          {spans.map((span, index) => (
            <Tile
              key={images[index]!.id}
              image={images[index]!}
              index={index}
              ratio={SHAPES[span]}
              more={index === 4 ? count - 5 : 0}
              onOpen={() => setOpen(index)}
              className={SPAN_CLASS[span]}
            />
          ))}
        </div>
      ) : (
        <div className={cx('gap-3', images.length > 1 && 'sm:columns-2')}>
          {images.map((image, index) => (
            <figure key={image.id} className="mb-3 break-inside-avoid">
              <Tile image={image} index={index} onOpen={() => setOpen(index)} className="rounded-card" />
              {image.caption && <figcaption className="mt-1.5 text-13 text-text-2">{image.caption}</figcaption>}
            </figure>
          ))}
        </div>
      )}
      {open !== null && (
        <Lightbox
          pictures={images.map(({ large_url, alt, caption, original_url, filename, width, height }, index) => ({
            src: large_url,
            alt: alt || caption || t('gallery.picture', { number: index + 1 }),
            caption,
            width,
            height,
            download: original_url ? { url: original_url, filename } : null,
          }))}
          start={open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
