/** Sound and pictures of a call: one's own go out as the devices give them, those of the others come in. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useEvent } from '@atrium/sdk/web'
import contract, { type Admission, type Participant } from '../../contract.ts'
import { RoomClient, type RoomClientState, type Source } from '../media/room.ts'
import { isFinal, signalOf } from './signal.ts'
import type { Local } from './useLocal.ts'

export type Tracks = Partial<Record<Source, MediaStreamTrack>>
export interface Media {
  /** Null where pictures come by a playlist. */
  client: RoomClient | null
  state: RoomClientState
  /** Of the others, by participant. */
  tracks: ReadonlyMap<number, Tracks>
  /** Connects again after it was given up. */
  retry: () => void
}

interface Options {
  roomId: number
  admission: Admission
  me: Participant
  local: Local
  /** One may not send any more, or the way there could not be made. */
  onRefused: (error: unknown) => void
}
export function useMedia({ roomId, admission, me, local, onRefused }: Options): Media {
  const [client, setClient] = useState<RoomClient | null>(null)
  const [state, setState] = useState<RoomClientState>('connecting')
  const [tracks, setTracks] = useState<ReadonlyMap<number, Tracks>>(new Map())
  const [attempt, setAttempt] = useState(0)
  const refused = useRef(onRefused)
  refused.current = onRefused

  useEffect(() => {
    if (admission.media !== 'room') return
    const change = (identity: string, source: Source, track: MediaStreamTrack | undefined) =>
      setTracks((before) => {
        const next = new Map(before)
        const { [source]: _, ...rest } = next.get(Number(identity)) ?? {}
        const own: Tracks = track ? { ...rest, [source]: track } : rest
        if (Object.keys(own).length) next.set(Number(identity), own)
        else next.delete(Number(identity))
        return next
      })
    const made = new RoomClient({
      signal: signalOf(roomId),
      iceServers: admission.ice_servers,
      isFinal,
      onState: setState,
      onTrack: change,
      onGone: (identity, source) => change(identity, source, undefined),
      onRefused: (error) => refused.current(error),
    })
    made.join()
    setClient(made)
    setState('connecting')
    return () => {
      made.leave()
      setClient(null)
      setTracks(new Map())
    }
  }, [roomId, admission, attempt])
  useEvent(contract.events['tracks.changed'], (fact) => fact.roomId === roomId && client?.tracksChanged())

  usePublished(client, 'microphone', me.can_speak ? local.microphone.track : null, local.isMuted)
  usePublished(client, 'camera', me.can_speak ? local.camera.track : null, false)
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  return useMemo(() => ({ client, state, tracks, retry }), [client, state, tracks, retry])
}

/** Sends a track for as long as it is there and may be sent; another one takes its place without a break. */
export function usePublished(client: RoomClient | null, source: Source, track: MediaStreamTrack | null, isMuted: boolean): void {
  const isThere = track !== null
  useEffect(() => {
    if (client && track) void client.publish(source, track)
  }, [client, source, track])
  useEffect(() => {
    if (client && isThere) void client.mute(source, isMuted)
  }, [client, source, isThere, isMuted])
  useEffect(() => {
    if (!client || !isThere) return
    return () => void client.unpublish(source)
  }, [client, source, isThere])
}
