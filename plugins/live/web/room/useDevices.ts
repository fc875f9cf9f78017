/** The devices there are, by what they are for. Browsers tell their names once one of them may be used. */
import { useCallback, useEffect, useState } from 'react'
import type { Kind } from './capture.ts'

export interface Device {
  id: string
  label: string
}
export type Devices = Record<Kind | 'speaker', Device[]>
const NONE: Devices = { microphone: [], camera: [], speaker: [] }
const KINDS: Record<MediaDeviceKind, keyof Devices> = { audioinput: 'microphone', videoinput: 'camera', audiooutput: 'speaker' }

export function useDevices(): { devices: Devices; look: () => Promise<void> } {
  const [devices, setDevices] = useState(NONE)
  const look = useCallback(async () => {
    const all = (await navigator.mediaDevices?.enumerateDevices?.()) ?? []
    const next: Devices = { microphone: [], camera: [], speaker: [] }
    for (const { kind, deviceId, label } of all) if (label) next[KINDS[kind]].push({ id: deviceId, label })
    setDevices(next)
  }, [])
  useEffect(() => {
    const again = () => void look()
    navigator.mediaDevices?.addEventListener?.('devicechange', again)
    return () => navigator.mediaDevices?.removeEventListener?.('devicechange', again)
  }, [look])
  return { devices, look }
}
/** Whether sound can be sent to another speaker than the usual one. */
export const choosesSpeaker = typeof HTMLMediaElement !== 'undefined' && 'setSinkId' in HTMLMediaElement.prototype
