/** The call that one is in, for all that is shown of it. */
import { createContext, useContext } from 'react'
import type { Admission, LiveRoom, Participant } from '../../contract.ts'
import type { Seat } from './seats.ts'
import type { Local } from './useLocal.ts'
import type { Media } from './useMedia.ts'
import type { Screen } from './useScreen.ts'
import type { Speech } from './useSpeech.ts'

export interface Call {
  room: LiveRoom
  me: Participant
  people: readonly Participant[]
  admission: Admission
  local: Local
  media: Media
  screen: Screen
  speech: Speech
  seats: readonly Seat[]
  leave: () => void
  /** Who came in as a listener takes part after all. */
  speakUp: () => Promise<void>
}
export const CallContext = createContext<Call | null>(null)
/** @throws Error outside of a call */
export function useCall(): Call {
  const call = useContext(CallContext)
  if (!call) throw new Error('Nobody is in a call here.')
  return call
}
