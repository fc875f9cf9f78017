/** A cover: its picture, or where there is none a drawn one, in a colour and pattern that belong to what it stands for. */
import { coverOf } from '../../core/rules/faces.ts'
import { cx } from './cx.ts'
import { IconMark } from './IconMark.tsx'
import { Picture } from './Picture.tsx'

export interface CoverProps {
  src: string | null | undefined
  /** Whose colour and pattern: of a course the space's id. */
  id: number
  /** An emoji or icon that stands in the middle of a drawn one. */
  mark?: string | null
  /** Width by height. */
  ratio: number
  priority?: boolean
  className?: string
}

export function Cover({ src, id, mark, ratio, priority, className }: CoverProps) {
  if (src) return <Picture src={src} ratio={ratio} alt="" priority={priority} className={className} />
  const { hue, pattern } = coverOf(id)
  return (
    <span aria-hidden="true" className={cx('cover', className)} data-pattern={pattern} style={{ aspectRatio: ratio, ['--h' as string]: hue }}>
      {mark && <IconMark value={mark} className="cover-mark" />}
    </span>
  )
}
