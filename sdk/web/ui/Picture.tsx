/** A picture that holds its place before it comes: ratio first, blurred placeholder, then the picture. */
import { useState } from 'react'
import { cx } from './cx.ts'

export interface PictureProps {
  src: string | null | undefined
  /** Width by height, `1.9`; without it the picture's own shape (then give `width` and `height`). */
  ratio?: number
  /** Tiny data: address. */
  placeholder?: string | null
  alt: string
  /** Variants for other widths, as in `<img srcset>`. */
  srcSet?: string
  sizes?: string
  width?: number
  height?: number
  /** First picture of the screen: fetched at once. */
  priority?: boolean
  className?: string
}

export function Picture({ src, ratio, placeholder, alt, srcSet, sizes, width, height, priority, className }: PictureProps) {
  const [loaded, setLoaded] = useState<string | null>(null)
  const ready = loaded === src
  const shape = ratio ?? (width && height ? width / height : undefined)
  return (
    <span className={cx('relative block w-full overflow-hidden bg-skeleton', className)} style={{ aspectRatio: shape }}>
      {placeholder && !ready && <img src={placeholder} alt="" aria-hidden="true" className="absolute inset-0 size-full scale-110 object-cover blur-xl" />}
      {src && (
        <img
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0 && !ready) setLoaded(src)
          }}
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          alt={alt}
          width={width}
          height={height}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : undefined}
          decoding="async"
          onLoad={() => setLoaded(src)}
          className={cx(
            shape ? 'absolute inset-0 size-full object-cover' : 'w-full',
            placeholder && 'transition-opacity duration-(--slow)',
            placeholder && !ready && 'opacity-0',
          )}
        />
      )}
    </span>
  )
}
