/** One's own microphone and camera: opened before the room, taken along into it, closed when one leaves. */
import { useStored } from '@atrium/sdk/web'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Captured, capture, type Chosen, type Kind, NOTHING, onPermission } from './capture.ts'
import { type Devices, useDevices } from './useDevices.ts'

export interface Local extends Record<Kind, Captured> {
  devices: Devices
  chosen: Chosen
  choose: (kind: Kind | 'speaker', id: string) => void
  /** The browser is asked just now. */
  isAsking: boolean
  /** Opens what is wanted, or what did not open before. */
  ask: () => Promise<void>
  isMuted: boolean
  setMuted: (isMuted: boolean) => Promise<void>
  isCameraOn: boolean
  setCamera: (isOn: boolean) => Promise<void>
  /** Closes both. */
  close: () => void
}

export function useLocal(): Local {
  const [chosen, setChosen] = useStored<Chosen>('live.devices', {})
  const [isMuted, setIsMuted] = useState(false)
  const [isCameraOn, setIsCameraOn] = useStored('live.camera', true)
  const [held, setHeld] = useState<Record<Kind, Captured>>({ microphone: NOTHING, camera: NOTHING })
  const [isAsking, setAsking] = useState(false)
  const { devices, look } = useDevices()
  const now = useRef({ held, chosen, isMuted, isCameraOn })
  now.current.chosen = chosen
  const isGone = useRef(false)

  const put = useCallback((kind: Kind, captured: Captured) => {
    now.current.held = { ...now.current.held, [kind]: captured }
    setHeld(now.current.held)
  }, [])
  const drop = useCallback(
    (kind: Kind) => {
      now.current.held[kind].track?.stop()
      put(kind, NOTHING)
    },
    [put],
  )
  const open = useCallback(
    async (kinds: readonly Kind[]) => {
      setAsking(true)
      const found = await capture(kinds, now.current.chosen)
      setAsking(false)
      for (const [kind, captured] of found) {
        const { track } = captured
        if (isGone.current || (kind === 'camera' && !now.current.isCameraOn)) {
          track?.stop()
          continue
        }
        now.current.held[kind].track?.stop()
        if (track) {
          track.enabled = kind === 'camera' || !now.current.isMuted
          track.addEventListener('ended', () => put(kind, { track: null, problem: 'none' }))
        }
        put(kind, captured)
      }
      void look()
    },
    [put, look],
  )
  const ask = useCallback(() => {
    const wanted: Kind[] = now.current.isCameraOn ? ['microphone', 'camera'] : ['microphone']
    const missing = wanted.filter((kind) => now.current.held[kind].track === null)
    return missing.length ? open(missing) : Promise.resolve()
  }, [open])

  const setMuted = useCallback(
    async (next: boolean) => {
      now.current.isMuted = next
      setIsMuted(next)
      const { track } = now.current.held.microphone
      if (track) track.enabled = !next
      else if (!next) await open(['microphone'])
    },
    [open],
  )
  const setCamera = useCallback(
    async (isOn: boolean) => {
      now.current.isCameraOn = isOn
      setIsCameraOn(isOn)
      if (isOn) await open(['camera'])
      else drop('camera')
    },
    [open, drop, setIsCameraOn],
  )
  const choose = useCallback(
    (kind: Kind | 'speaker', id: string) => {
      now.current.chosen = { ...now.current.chosen, [kind]: id }
      setChosen(now.current.chosen)
      if (kind !== 'speaker' && now.current.held[kind].track) void open([kind])
    },
    [open, setChosen],
  )
  const close = useCallback(() => {
    drop('microphone')
    drop('camera')
  }, [drop])

  const isStuck = held.microphone.problem !== null || held.camera.problem !== null
  useEffect(() => (isStuck ? onPermission(() => void ask()) : undefined), [isStuck, ask])
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      for (const { track } of Object.values(now.current.held)) track?.stop()
    }
  }, [])
  return { ...held, devices, chosen, choose, isAsking, ask, isMuted, setMuted, isCameraOn, setCamera, close }
}
