/** Puts a call together: who is there, what is seen and heard of them, what one sends oneself. */
import { toast, useRead, useSession, useT } from '@atrium/sdk/web'
import { useEffect, useMemo, useRef } from 'react'
import contract, { type Admission, type LiveRoom, type Participant } from '../../contract.ts'
import type { Call } from './call.ts'
import { seatsOf } from './seats.ts'
import type { Local } from './useLocal.ts'
import { useMedia } from './useMedia.ts'
import { useQuiet } from './useQuiet.ts'
import { useScreen } from './useScreen.ts'
import { useSpeech } from './useSpeech.ts'

/** As many as a page of the list has. */
const SHOWN = 100
const NOBODY: readonly Participant[] = []

interface Options {
  room: LiveRoom
  me: Participant
  admission: Admission
  local: Local
  leave: () => void
  speakUp: () => Promise<void>
}
export function useCallOf({ room, me, admission, local, leave, speakUp }: Options): Call {
  const t = useT()
  const { member } = useSession()
  const { data } = useRead(contract.routes.participants, { params: { id: room.id }, query: { per_page: SHOWN } }, { enabled: member !== null })
  const people = data?.records ?? NOBODY
  const media = useMedia({
    ...{ roomId: room.id, admission, me, local },
    onRefused: () => {
      void local.setMuted(true)
      toast.error(t('stage.refused'))
    },
  })
  const screen = useScreen(media.client, me.can_speak)
  const quiet = useQuiet(media.client)
  useSilenced(me, local)
  const own = useMemo(
    () => ({ camera: me.can_speak ? local.camera.track : null, screen: screen.track, isMuted: local.isMuted || !local.microphone.track }),
    [me.can_speak, local.camera.track, local.isMuted, local.microphone.track, screen.track],
  )
  const { tracks } = media
  const seats = useMemo(() => seatsOf({ room, people, me, tracks, own, quiet }), [room, people, me, tracks, own, quiet])
  const microphone = own.isMuted ? null : local.microphone.track
  const voices = useMemo(() => {
    const heard = new Map([...tracks].flatMap(([id, { microphone: voice }]) => (voice ? [[id, voice] as const] : [])))
    if (microphone) heard.set(me.id, microphone)
    return heard
  }, [tracks, microphone, me.id])
  const speech = useSpeech(voices)
  return useMemo(
    () => ({ room, me, people, admission, local, media, screen, speech, seats, leave, speakUp }),
    [room, me, people, admission, local, media, screen, speech, seats, leave, speakUp],
  )
}

/** Who was silenced and may speak again is heard only once they turn their microphone on. */
function useSilenced(me: Participant, local: Local): void {
  const { setMuted } = local
  const before = useRef(me.can_speak)
  useEffect(() => {
    if (before.current && !me.can_speak) void setMuted(true)
    before.current = me.can_speak
  }, [me.can_speak, setMuted])
}
