/** One icon of the sprite; it weighs no JavaScript. */
import { type IconName, icons } from '../icons.ts'
import { cx } from './cx.ts'

/** A listed icon; any text is accepted, since manifests bring theirs as data. */
export type IconRef = IconName | (string & {})

const known = import.meta.env?.DEV ? new Set<string>(icons) : null
/** What points along the line turns with the script. */
const ALONG = /^(chevron|arrow)s?-(left|right)$/
const SIZE = { sm: 'size-[15px]', md: '', lg: 'size-[22px] stroke-[1.6]' }

export interface IconProps {
  name: IconRef
  size?: keyof typeof SIZE
  /** Said to screen readers; without it the icon is decoration. */
  label?: string
  className?: string
}

export function Icon({ name, size = 'md', label, className }: IconProps) {
  if (known && !known.has(name)) console.error(`The icon "${name}" is not in the sprite: add it to sdk/web/icons.ts.`)
  return (
    <svg
      className={cx('icon', SIZE[size], ALONG.test(name) && 'rtl:-scale-x-100', className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={`${__ICON_SPRITE__}#${name}`} />
    </svg>
  )
}
