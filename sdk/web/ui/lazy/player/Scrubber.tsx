/** The bar of a video: where it is, what is loaded, and a small picture of where one points. */
import { type PointerEvent, useState } from 'react'
import { useWords } from '../../../core/i18n.tsx'
import { type Piece, useSprite } from './sprite.ts'
import { clock, type MediaState } from './useMedia.ts'

export interface ScrubberProps {
  state: MediaState
  seek: (seconds: number) => void
  sprite: string | null
}
export function Scrubber({ state, seek, sprite }: ScrubberProps) {
  const t = useWords()
  const { time, duration, buffered } = state
  const [pointed, point] = useState<{ at: number; x: number; room: number } | null>(null)
  const pieces = useSprite(sprite, pointed !== null)
  const share = (seconds: number) => `${duration ? Math.min(100, (seconds / duration) * 100) : 0}%`
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const x = Math.min(width, Math.max(0, clientX - left))
    point({ at: (x / width) * duration, x, room: width })
  }
  const piece = pointed ? (pieces.find(({ start, end }) => pointed.at >= start && pointed.at < end) ?? pieces.at(-1)) : undefined
  return (
    <div className="group relative h-5" onPointerMove={follow} onPointerLeave={() => point(null)}>
      {pointed && duration > 0 && <Pointed piece={piece} text={clock(pointed.at)} x={pointed.x} room={pointed.room} />}
      <span aria-hidden="true" className="absolute inset-x-0 top-2 h-1 overflow-hidden rounded-full bg-[oklch(1_0_0/0.3)]">
        <span className="absolute inset-y-0 start-0 bg-[oklch(1_0_0/0.35)]" style={{ width: share(buffered) }} />
        <span className="absolute inset-y-0 start-0 bg-white" style={{ width: share(time) }} />
      </span>
      <input
        type="range"
        min={0}
        max={Math.max(0.1, duration)}
        step="any"
        value={time}
        onChange={(event) => seek(Number(event.target.value))}
        aria-label={t('player.position')}
        aria-valuetext={t('player.time', { time: clock(time), duration: clock(duration) })}
        className="peer absolute inset-0 m-0 h-full w-full cursor-pointer opacity-0"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1 size-3 -translate-x-1/2 rounded-full bg-white opacity-0 transition-opacity group-hover:opacity-100 peer-focus-visible:opacity-100 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-white"
        style={{ left: share(time) }}
      />
    </div>
  )
}

function Pointed({ piece, text, x, room }: { piece: Piece | undefined; text: string; x: number; room: number }) {
  const half = (piece?.width ?? 48) / 2
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute bottom-6 grid -translate-x-1/2 justify-items-center gap-1"
      style={{ left: Math.min(Math.max(x, half), Math.max(half, room - half)) }}
    >
      {piece && (
        <span
          className="rounded-control shadow-float outline-1 outline-[oklch(1_0_0/0.5)]"
          style={{ width: piece.width, height: piece.height, background: `url("${piece.image}") -${piece.x}px -${piece.y}px no-repeat` }}
        />
      )}
      <span className="rounded-mark bg-[oklch(0_0_0/0.75)] px-1.5 py-0.5 text-12 tabular-nums text-white">{text}</span>
    </span>
  )
}
