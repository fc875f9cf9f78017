/** Who speaks just now, and who did last: judged by what is heard here. */
import { useEffect, useRef, useState } from 'react'
import { listenTo } from './sound.ts'

const LOOK_MS = 150
const VOICE = 0.32
/** Pauses within a sentence are no silence. */
const HOLD_MS = 700

export interface Speech {
  speaking: ReadonlySet<number>
  last: number | null
}
const SILENCE: Speech = { speaking: new Set(), last: null }

/** @param voices by participant; what is muted is left out */
export function useSpeech(voices: ReadonlyMap<number, MediaStreamTrack>): Speech {
  const [speech, setSpeech] = useState(SILENCE)
  const ears = useRef(new Map<number, { track: MediaStreamTrack; ear: ReturnType<typeof listenTo>; heardAt: number }>())
  useEffect(() => {
    for (const [id, { track, ear }] of ears.current)
      if (voices.get(id) !== track) {
        ear.end()
        ears.current.delete(id)
      }
    for (const [id, track] of voices) if (!ears.current.has(id)) ears.current.set(id, { track, ear: listenTo(track), heardAt: 0 })
  }, [voices])
  useEffect(() => {
    const own = ears.current
    const timer = setInterval(() => {
      const now = performance.now()
      let loudest = { id: null as number | null, level: VOICE }
      for (const [id, one] of own) {
        const level = one.ear.level()
        if (level < VOICE) continue
        one.heardAt = now
        if (level > loudest.level) loudest = { id, level }
      }
      const speaking = new Set([...own].flatMap(([id, { heardAt }]) => (heardAt > 0 && now - heardAt < HOLD_MS ? [id] : [])))
      setSpeech((before) => {
        const last = before.last !== null && speaking.has(before.last) ? before.last : (loudest.id ?? before.last)
        const isSame = last === before.last && speaking.size === before.speaking.size && [...speaking].every((id) => before.speaking.has(id))
        return isSame ? before : { speaking, last }
      })
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
      for (const { ear } of own.values()) ear.end()
      own.clear()
    }
  }, [])
  return speech
}
