/** Faces: a picture, or initials on a colour that belongs to the id. */
import { useState } from 'react'
import { hueOf, initialsOf } from '../../core/rules/faces.ts'
import { cx } from './cx.ts'

export type AvatarSize = 20 | 24 | 28 | 32 | 36 | 40 | 48 | 64 | 96
export interface AvatarProps {
  name: string
  /** Decides the colour of the initials. */
  id: number | string
  src?: string | null
  size?: AvatarSize
  presence?: 'online' | 'idle' | 'offline'
  /** For communities and spaces; people are round. */
  square?: boolean
  /** Says the name to screen readers, where it is not written beside. */
  label?: string
  className?: string
}

const DOT = { online: 'bg-online', idle: 'bg-idle', offline: 'bg-(--ring,var(--surface)) shadow-[inset_0_0_0_1.75px_var(--offline)]' }

export function Avatar({ name, id, src, size = 32, presence, square, label, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shown = src && broken !== src
  const round = square ? 'rounded-[25%]' : 'rounded-full'
  const dot = Math.min(15, Math.max(8, size * 0.27))
  // its middle on the edge of the circle, which leaves the corner of the box the further the larger the face is
  const inset = square ? -1 : Math.max(-1, size * 0.146 - dot / 2)
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the label and the role come together
    <span
      role={label ? 'img' : undefined}
      aria-label={label}
      className={cx('relative inline-grid shrink-0 place-items-center', round, !shown && 'initials', className)}
      style={{ width: size, height: size, fontSize: size * 0.37, ['--h' as string]: hueOf(id) }}
    >
      {shown ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
          className={cx('size-full bg-skeleton object-cover', round)}
        />
      ) : (
        // Drawn, not written: nobody would say the letters of a face to press the button that it is.
        <span aria-hidden="true" data-initials={initialsOf(name)} className="before:content-[attr(data-initials)]" />
      )}
      {presence && (
        <span
          aria-hidden="true"
          className={cx('absolute rounded-full border-2 border-(--ring,var(--surface))', DOT[presence])}
          style={{ width: dot, height: dot, bottom: inset, insetInlineEnd: inset }}
        />
      )}
    </span>
  )
}

export interface AvatarStackProps {
  people: readonly { id: number | string; name: string; src?: string | null; avatar_url?: string | null }[]
  /** Faces shown. Default 4. */
  max?: number
  size?: AvatarSize
  className?: string
}
/** Faces that overlap; write beside it who and how many they are. */
export const AvatarStack = ({ people, max = 4, size = 24, className }: AvatarStackProps) => (
  <span aria-hidden="true" className={cx('inline-flex', className)}>
    {people.slice(0, max).map((person, index) => (
      <Avatar
        key={person.id}
        id={person.id}
        name={person.name}
        src={person.src ?? person.avatar_url}
        size={size}
        className={cx('shadow-[0_0_0_2px_var(--ring,var(--surface))]', index > 0 && '-ms-[7px]')}
      />
    ))}
  </span>
)
