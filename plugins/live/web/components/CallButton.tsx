/** A round control of a call: the house's icon button in the colours of the dark room, or of the preview. */
import { cx, IconButton, type IconButtonProps } from '@atrium/sdk/web'

const LOOK = {
  /** On the dark ground. */
  room: 'bg-[oklch(0.3_0.008_70)]! text-white! hover:bg-[oklch(0.38_0.008_70)]! aria-pressed:bg-[oklch(0.93_0_0)]! aria-pressed:text-[oklch(0.25_0.01_70)]!',
  off: 'bg-[oklch(0.93_0_0)]! text-[oklch(0.5_0.19_22)]! hover:bg-white!',
  light: 'bg-[oklch(0.98_0_0)]! text-[oklch(0.2_0_0)]! hover:bg-white!',
  dim: 'bg-[oklch(0.3_0.008_70/0.9)]! text-white! hover:bg-[oklch(0.38_0.008_70)]!',
  /** In the bar below a sheet, on phones. */
  sheet: 'bg-hover! text-text! hover:bg-press! aria-pressed:bg-brand-soft! aria-pressed:text-on-brand-soft!',
  sheetOff: 'bg-danger-soft! text-danger! hover:bg-danger-soft!',
}
export type CallLook = keyof typeof LOOK

export interface CallButtonProps extends IconButtonProps {
  look?: CallLook
  /** Of the preview. */
  large?: boolean
}
export const CallButton = ({ look = 'room', large, className, ...rest }: CallButtonProps) => (
  <IconButton
    {...rest}
    // a press by pointer leaves the focus where it is, so that the space bar goes on speaking
    onMouseDown={(event) => event.preventDefault()}
    className={cx('rounded-full! disabled:opacity-45', large ? 'size-12!' : 'size-11!', LOOK[look], className)}
  />
)
