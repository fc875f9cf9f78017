/** A video with controls of its own: keys, captions, speed, quality, small pictures on the bar, picture in picture, full screen. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useWords } from '../../../core/i18n.tsx'
import { Spinner } from '../../Button.tsx'
import { cx } from '../../cx.ts'
import { Icon } from '../../Icon.tsx'
import { Clock, Press, Resumed, SettingsMenu, State } from './parts.tsx'
import type { Playback } from './playback.ts'
import { Scrubber } from './Scrubber.tsx'
import { useCaptions } from './useCaptions.ts'
import { useControls } from './useControls.ts'
import { useMedia } from './useMedia.ts'
import { useSource } from './useSource.ts'
import { useWatch } from './useWatch.ts'

export interface PlayerParts {
  id: number | undefined
  src: string
  label: string
  playback: Playback | undefined
  settled: boolean
  onMedia?: (media: HTMLMediaElement | null) => void
}

const IDLE_MS = 2_500
/** Controls are shown while somebody moves, and always while it stands. */
function useIdle(box: RefObject<HTMLElement | null>, playing: boolean): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element || !playing) return setIdle(false)
    let timer: ReturnType<typeof setTimeout>
    const awake = () => {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), IDLE_MS)
    }
    const leave = (event: PointerEvent) => event.pointerType === 'mouse' && setIdle(true)
    awake()
    for (const name of ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const) element.addEventListener(name, awake)
    element.addEventListener('pointerleave', leave)
    return () => {
      clearTimeout(timer)
      for (const name of ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const) element.removeEventListener(name, awake)
      element.removeEventListener('pointerleave', leave)
    }
  }, [box, playing])
  return idle
}

function useFullscreen(box: RefObject<HTMLElement | null>, video: RefObject<HTMLVideoElement | null>): [on: boolean, toggle: () => void] {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const read = () => setOn(document.fullscreenElement === box.current && box.current !== null)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [box])
  const toggle = () => {
    if (document.fullscreenElement) return void document.exitFullscreen()
    if (box.current?.requestFullscreen)
      return void box.current.requestFullscreen().catch(() => {})
      // iPhones let videos alone on the whole screen
    ;(video.current as { webkitEnterFullscreen?: () => void } | null)?.webkitEnterFullscreen?.()
  }
  return [on, toggle]
}

export function VideoPlayer({
  id,
  src,
  label,
  playback,
  settled,
  poster = playback?.poster_url ?? undefined,
  onMedia,
}: PlayerParts & { poster?: string | undefined }) {
  const t = useWords()
  const box = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const source = useSource(video, playback, settled, src)
  const state = useMedia(video, playback?.duration ?? null)
  const captions = useCaptions(video, playback?.captions ?? [])
  const [full, toggleFull] = useFullscreen(box, video)
  useWatch(video, id, src)
  const inPicture = 'pictureInPictureEnabled' in document && document.pictureInPictureEnabled
  const togglePicture = () => {
    if (document.pictureInPictureElement) void document.exitPictureInPicture()
    else void video.current?.requestPictureInPicture().catch(() => {})
  }
  const nextCaptions = () => {
    const all = [null, ...(playback?.captions ?? []).map(({ language }) => language)]
    captions.choose(all[(all.indexOf(captions.language) + 1) % all.length]!)
  }
  const controls = useControls(video, state, source, playback, { f: toggleFull, c: nextCaptions, ...(inPicture && { i: togglePicture }) })
  const { toggle, resumed } = controls
  const idle = useIdle(box, state.playing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element stays the same
  useEffect(() => {
    onMedia?.(video.current)
    return () => onMedia?.(null)
  }, [])
  const ratio = playback?.width && playback.height ? playback.width / playback.height : 16 / 9
  const untouched = !state.playing && state.time === 0
  return (
    <section
      ref={box}
      data-layer=""
      data-player="video"
      aria-label={label}
      // a press on the picture brings the keys here
      tabIndex={-1}
      onKeyDown={controls.onKeyDown}
      className={cx(
        'group/player relative isolate mx-auto overflow-hidden bg-black text-white outline-none',
        full ? 'size-full' : 'max-h-[70vh] rounded-card',
        idle && 'cursor-none',
      )}
      style={full ? undefined : { aspectRatio: ratio, maxWidth: ratio < 1 ? `${70 * ratio}vh` : undefined }}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: its tracks are drawn below, above the controls */}
      <video
        ref={video}
        playsInline
        preload={poster ? 'none' : 'metadata'}
        poster={poster}
        aria-label={label}
        className="size-full object-contain"
        onClick={toggle}
        onDoubleClick={toggleFull}
      >
        {playback?.captions.map(({ id: key, language, label: name, url }) => (
          <track key={key} kind="captions" srcLang={language} label={name} src={url} />
        ))}
      </video>
      {source.broken && <p className="absolute inset-0 grid place-items-center bg-black px-6 text-center text-13">{t('player.broken')}</p>}
      {untouched && !source.broken && (
        <button
          type="button"
          aria-label={t('player.play')}
          onClick={() => {
            toggle()
            // this button goes, and would take the focus with it
            box.current?.focus()
          }}
          className="absolute inset-0 grid place-items-center outline-none"
        >
          <span className="grid size-16 place-items-center rounded-full bg-[oklch(0_0_0/0.62)] outline-offset-2 transition-transform group-hover/player:scale-105 [button:focus-visible>&]:outline-2 [button:focus-visible>&]:outline-white">
            <Icon name="play" size="lg" />
          </span>
        </button>
      )}
      {state.waiting && <Spinner className="absolute inset-0 m-auto size-8" />}
      <State playback={playback} className="absolute start-3 top-3 max-w-[calc(100%-24px)] rounded-control bg-[oklch(0_0_0/0.7)] px-2.5 py-1 text-12" />
      {captions.lines.length > 0 && (
        <div
          data-captions=""
          className={cx(
            'pointer-events-none absolute inset-x-4 grid justify-items-center gap-0.5 text-center transition-[bottom]',
            idle ? 'bottom-4' : 'bottom-20',
          )}
        >
          {captions.lines.map((line) => (
            <span key={line} className={cx('rounded-mark bg-[oklch(0_0_0/0.78)] px-2 py-0.5', full ? 'text-20' : 'text-15')}>
              {line}
            </span>
          ))}
        </div>
      )}
      <div
        className={cx(
          'absolute inset-x-0 bottom-0 bg-gradient-to-t from-[oklch(0_0_0/0.78)] to-transparent px-3 pb-1.5 pt-8 transition-opacity focus-within:opacity-100',
          idle && 'opacity-0',
          untouched && 'max-desk:hidden',
        )}
      >
        {resumed !== null && <Resumed at={resumed} again={controls.startOver} className="mb-1 rounded-control bg-[oklch(0_0_0/0.6)] px-2.5 py-1 text-13" />}
        <Scrubber state={state} seek={controls.seek} sprite={playback?.sprite_url ?? null} />
        <div className="-mx-1.5 flex items-center gap-0.5">
          <Press
            icon={state.playing ? 'pause' : state.ended ? 'rotate-ccw' : 'play'}
            label={t(state.playing ? 'player.pause' : 'player.play')}
            onClick={toggle}
          />
          <Press
            icon={state.muted || state.volume === 0 ? 'volume-x' : 'volume-2'}
            label={t(state.muted ? 'player.unmute' : 'player.mute')}
            onClick={controls.toggleMute}
          />
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={state.muted ? 0 : state.volume}
            onChange={(event) => controls.setVolume(Number(event.target.value))}
            aria-label={t('player.volume')}
            className="w-16 accent-white max-desk:hidden"
          />
          <Clock state={state} />
          <span className="flex-1" />
          {(playback?.captions.length ?? 0) > 0 && (
            <Press
              icon="captions"
              label={t('player.captions')}
              aria-pressed={captions.language !== null}
              onClick={nextCaptions}
              className={cx(captions.language !== null && 'bg-[oklch(1_0_0/0.22)]')}
            />
          )}
          <SettingsMenu
            {...{ source, captions, playback, rate: controls.rate, setRate: controls.setRate }}
            trigger={
              <Press label={t('player.settings')} className="px-1.5 text-12 font-semibold tabular-nums">
                {controls.rate === 1 ? <Icon name="settings" /> : `${controls.rate}×`}
              </Press>
            }
          />
          {inPicture && <Press icon="picture-in-picture-2" label={t('player.pip')} onClick={togglePicture} className="max-desk:hidden" />}
          <Press icon={full ? 'minimize-2' : 'maximize-2'} label={t(full ? 'player.window' : 'player.full')} onClick={toggleFull} />
        </div>
      </div>
    </section>
  )
}
