/** Whose microphone sends nothing: nobody is told that somebody has muted themselves, but nothing comes from them. */
import { useEffect, useState } from 'react'
import type { RoomClient } from '../media/room.ts'

const ASK_MS = 1_000
const NOBODY: ReadonlySet<number> = new Set()

export function useQuiet(client: RoomClient | null): ReadonlySet<number> {
  const [quiet, setQuiet] = useState(NOBODY)
  useEffect(() => {
    if (!client) return
    let isOver = false
    const ask = async () => {
      const stats = await client.stats()
      const next = stats.flatMap(({ identity, source, bitsPerSecond }) =>
        identity !== null && source === 'microphone' && bitsPerSecond === 0 ? Number(identity) : [],
      )
      if (!isOver) setQuiet((before) => (next.length === before.size && next.every((id) => before.has(id)) ? before : new Set(next)))
    }
    const timer = setInterval(() => void ask(), ASK_MS)
    return () => {
      isOver = true
      clearInterval(timer)
      setQuiet(NOBODY)
    }
  }, [client])
  return quiet
}
