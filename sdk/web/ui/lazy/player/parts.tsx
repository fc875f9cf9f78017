/** Parts that the players of videos and sounds share. */
import type { ButtonHTMLAttributes, Ref } from 'react'
import { useWords } from '../../../core/i18n.tsx'
import { cx } from '../../cx.ts'
import { Icon, type IconRef } from '../../Icon.tsx'
import type { MenuItem } from '../../overlayProps.ts'
import { Menu } from '../../overlays.tsx'
import type { Playback } from './playback.ts'
import type { Captions } from './useCaptions.ts'
import { clock, type MediaState } from './useMedia.ts'
import type { Source } from './useSource.ts'

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2]

export interface PressProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: IconRef
  label: string
  ref?: Ref<HTMLButtonElement>
}
/** A button on a picture. */
export const Press = ({ icon, label, className, children, ...rest }: PressProps) => (
  <button
    type="button"
    {...rest}
    aria-label={label}
    data-tip={label}
    className={cx(
      'inline-grid h-9 min-w-9 place-items-center rounded-control text-white outline-offset-0 transition-colors hover:bg-[oklch(1_0_0/0.18)] focus-visible:outline-2 focus-visible:outline-white max-desk:h-11 max-desk:min-w-11',
      className,
    )}
  >
    {icon ? <Icon name={icon} /> : children}
  </button>
)

interface MenuParts {
  rate: number
  setRate: (rate: number) => void
  source: Source
  captions: Captions
  playback: Playback | undefined
}
/** Speed, quality and captions. */
export function useSettings({ rate, setRate, source, captions, playback }: MenuParts): MenuItem[] {
  const t = useWords()
  const { qualities, quality, setQuality } = source
  const tracks = playback?.captions ?? []
  const items: MenuItem[] = [
    { heading: t('player.speed') },
    ...SPEEDS.map((value) => ({ label: value === 1 ? t('player.speed.normal') : `${value}×`, checked: rate === value, onSelect: () => setRate(value) })),
  ]
  if (qualities.length > 1)
    items.push(
      { heading: t('player.quality') },
      { label: t('player.quality.auto'), checked: quality === -1, onSelect: () => setQuality(-1) },
      ...[...qualities].reverse().map(({ height, index }) => ({ label: `${height}p`, checked: quality === index, onSelect: () => setQuality(index) })),
    )
  if (tracks.length)
    items.push(
      { heading: t('player.captions') },
      { label: t('player.captions.off'), checked: captions.language === null, onSelect: () => captions.choose(null) },
      ...tracks.map(({ language, label }) => ({ label, checked: captions.language === language, onSelect: () => captions.choose(language) })),
    )
  return items
}
export const SettingsMenu = ({ trigger, ...parts }: MenuParts & { trigger: Parameters<typeof Menu>[0]['trigger'] }) => (
  <Menu trigger={trigger} items={useSettings(parts)} />
)

/** How far the server is with it, and why it is as it is, for those who can do something about that. */
export function State({ playback, className }: { playback: Playback | undefined; className?: string }) {
  const t = useWords()
  if (!playback) return null
  const { status, progress, reason, can_edit } = playback
  const text =
    status === 'processing'
      ? t('player.preparing', { percent: progress })
      : status === 'pending'
        ? t('player.waiting')
        : status === 'failed' && can_edit && reason !== 'cancelled'
          ? t(`player.failed.${reason}`)
          : null
  return text ? (
    <p role="status" data-transcoding={status} className={className}>
      {text}
    </p>
  ) : null
}

/** Where it is and how long it takes; before either is known, nothing. */
export function Clock({ state: { time, duration } }: { state: Pick<MediaState, 'time' | 'duration'> }) {
  if (time === 0 && duration === 0) return null
  return (
    <span className="px-2 text-13 tabular-nums">
      {clock(time)} {duration > 0 && <span className="opacity-75">/ {clock(duration)}</span>}
    </span>
  )
}

/** Said once playing went on where somebody stopped. */
export function Resumed({ at, again, className }: { at: number; again: () => void; className?: string }) {
  const t = useWords()
  return (
    <span className={cx('inline-flex items-center gap-2', className)}>
      {t('player.resumed', { time: clock(at) })}
      <button type="button" onClick={again} className="font-medium underline max-desk:min-h-11">
        {t('player.again')}
      </button>
    </span>
  )
}
