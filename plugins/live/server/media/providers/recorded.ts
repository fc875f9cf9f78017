/** What a recording has left in its folder, also when nobody was there to end it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedTrack, Source } from './engine.ts'

export const LIST = 'tracks.jsonl'
export type RecordingLine = { began: number } | { name: string; identity: string; source: Source; begins: number } | { at: number; active: string | null }

export interface Recorded {
  /** Milliseconds since 1970, by the machine's clock. */
  began: number
  tracks: RecordedTrack[]
  /** Who spoke most from which millisecond on. */
  speakers: { at: number; identity: string | null }[]
}

export function readRecording(folder: string): Recorded {
  const recorded: Recorded = { began: 0, tracks: [], speakers: [] }
  for (const text of readFileSync(join(folder, LIST), 'utf8').split('\n')) {
    const line = parsed(text)
    if (line && 'began' in line) recorded.began = line.began
    else if (line && 'name' in line && existsSync(join(folder, line.name)))
      recorded.tracks.push({ path: join(folder, line.name), identity: line.identity, source: line.source, begins: line.begins })
    else if (line && 'at' in line) recorded.speakers.push({ at: line.at, identity: line.active })
  }
  return recorded
}
/** The last line may be half written. */
function parsed(text: string): RecordingLine | null {
  try {
    return text ? (JSON.parse(text) as RecordingLine) : null
  } catch {
    return null
  }
}
