/** A sound with its loudness over time, which is also the bar one moves along. */
import { useEffect, useRef } from 'react'
import { useWords } from '../../../core/i18n.tsx'
import { IconButton, Spinner } from '../../Button.tsx'
import { cx } from '../../cx.ts'
import { Icon } from '../../Icon.tsx'
import { Resumed, SettingsMenu, State } from './parts.tsx'
import { useCaptions } from './useCaptions.ts'
import { useControls } from './useControls.ts'
import { clock, useMedia } from './useMedia.ts'
import { useSource } from './useSource.ts'
import { useWatch } from './useWatch.ts'
import type { PlayerParts } from './VideoPlayer.tsx'

const BARS = 64

export function AudioPlayer({ id, src, label, playback, settled, onMedia }: PlayerParts) {
  const t = useWords()
  const audio = useRef<HTMLAudioElement>(null)
  const source = useSource(audio, playback, settled, src)
  const state = useMedia(audio, playback?.duration ?? null)
  const captions = useCaptions(audio, playback?.captions ?? [])
  const controls = useControls(audio, state, source, playback, {})
  useWatch(audio, id, src)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element stays the same
  useEffect(() => {
    onMedia?.(audio.current)
    return () => onMedia?.(null)
  }, [])
  const share = state.duration ? state.time / state.duration : 0
  return (
    <section
      data-player="audio"
      aria-label={label}
      onKeyDown={controls.onKeyDown}
      className="grid w-full max-w-120 gap-1 rounded-card border bg-surface px-3 py-2.5 text-text"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: its tracks are drawn below */}
      <audio ref={audio} preload="metadata" aria-label={label}>
        {playback?.captions.map(({ id: key, language, label: name, url }) => (
          <track key={key} kind="captions" srcLang={language} label={name} src={url} />
        ))}
      </audio>
      <div className="flex items-center gap-3">
        <button
          type="button"
          onClick={controls.toggle}
          aria-label={t(state.playing ? 'player.pause' : 'player.play')}
          className="grid size-10 shrink-0 place-items-center rounded-full bg-brand text-on-brand transition-colors hover:bg-brand-hover max-desk:size-11"
        >
          {state.waiting ? <Spinner /> : <Icon name={state.playing ? 'pause' : 'play'} />}
        </button>
        <div className="relative h-9 min-w-0 flex-1">
          <Waveform peaks={playback?.peaks ?? null} share={share} />
          <input
            type="range"
            min={0}
            max={Math.max(0.1, state.duration)}
            step="any"
            value={state.time}
            onChange={(event) => controls.seek(Number(event.target.value))}
            aria-label={t('player.position')}
            aria-valuetext={t('player.time', { time: clock(state.time), duration: clock(state.duration) })}
            className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute -inset-0.5 rounded-control peer-focus-visible:outline-2 peer-focus-visible:outline-(--focus)"
          />
        </div>
        <span className="shrink-0 text-12 tabular-nums text-text-2">
          {[state.time, state.duration]
            .filter((seconds) => seconds > 0)
            .map(clock)
            .join(' / ')}
        </span>
        <SettingsMenu
          {...{ source, captions, playback, rate: controls.rate, setRate: controls.setRate }}
          trigger={<IconButton icon="gauge" size="sm" label={t('player.settings')} />}
        />
      </div>
      {source.broken && <p className="text-13 text-danger">{t('player.broken')}</p>}
      {controls.resumed !== null && <Resumed at={controls.resumed} again={controls.startOver} className="text-13 text-text-2" />}
      {captions.lines.length > 0 && (
        <p data-captions="" className="text-15">
          {captions.lines.join(' ')}
        </p>
      )}
      <State playback={playback} className="text-12 text-text-3" />
    </section>
  )
}

/** Bars as many as there is room for; without peaks a plain line. */
function Waveform({ peaks, share }: { peaks: number[] | null; share: number }) {
  if (!peaks)
    return (
      <span aria-hidden="true" className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 overflow-hidden rounded-full bg-press">
        <span className="absolute inset-y-0 start-0 bg-brand" style={{ width: `${share * 100}%` }} />
      </span>
    )
  const bars = Array.from({ length: BARS }, (_, i) => {
    const part = peaks.slice(Math.floor((i * peaks.length) / BARS), Math.max(Math.floor(((i + 1) * peaks.length) / BARS), 1))
    return Math.max(0, ...part)
  })
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${BARS * 4} 100`} preserveAspectRatio="none" className="absolute inset-0 size-full">
      {bars.map((peak, i) => {
        const height = Math.max(8, peak)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={i}
            x={i * 4}
            y={50 - height / 2}
            width={2.4}
            height={height}
            rx={1}
            className={cx((i + 0.5) / BARS <= share ? 'fill-brand' : 'fill-(--border-field)')}
          />
        )
      })}
    </svg>
  )
}
