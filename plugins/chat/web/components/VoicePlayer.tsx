/** A voice message: play, the waveform as a slider, the time. */
import { cx, Icon, useT } from '@atrium/sdk/web'
import { useRef, useState } from 'react'
import type { Voice } from '../../contract.ts'

export const clock = (ms: number): string => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`

export function VoicePlayer({ voice }: { voice: Pick<Voice, 'url' | 'duration_ms' | 'peaks'> }) {
  const t = useT()
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const length = voice.duration_ms / 1000
  const toggle = () => (playing ? audio.current?.pause() : void audio.current?.play().catch(() => setPlaying(false)))
  const seek = (part: number) => {
    const time = Math.min(Math.max(part, 0), 1) * length
    if (audio.current) audio.current.currentTime = time
    setAt(time)
  }
  return (
    <div className="mt-1.5 inline-flex max-w-full items-center gap-2.5 rounded-full border bg-surface py-1.5 ps-1.5 pe-4">
      {/* biome-ignore lint/a11y/useMediaCaption: a recording of a moment has no captions */}
      <audio
        ref={audio}
        src={voice.url}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
      />
      <button
        type="button"
        aria-label={t(playing ? 'voice.pause' : 'voice.play', { time: clock(voice.duration_ms) })}
        onClick={toggle}
        className="grid size-8 flex-none place-items-center rounded-full bg-brand text-on-brand hover:bg-brand-hover max-desk:size-11"
      >
        <Icon name={playing ? 'pause' : 'play'} size="sm" />
      </button>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('voice.position')}
        aria-valuemin={0}
        aria-valuemax={Math.round(length)}
        aria-valuenow={Math.round(at)}
        aria-valuetext={clock(at * 1000)}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          seek((event.clientX - box.left) / box.width)
        }}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key]
          if (!step) return
          event.preventDefault()
          seek((at + step) / length)
        }}
        className="flex h-8 min-w-0 cursor-pointer items-center gap-[2px] max-desk:gap-px"
      >
        {voice.peaks.map((peak, i) => (
          <span
            key={i}
            className={cx('w-[3px] min-w-px rounded-full', i / voice.peaks.length < at / length ? 'bg-brand' : 'bg-strong')}
            style={{ height: 4 + (peak / 100) * 22 }}
          />
        ))}
      </div>
      <span className="flex-none text-12 tabular-nums text-text-3">{clock(at > 0 ? at * 1000 : voice.duration_ms)}</span>
    </div>
  )
}
