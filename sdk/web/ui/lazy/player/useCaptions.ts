/** Captions of one language, read from the element's own tracks and drawn by us, above the controls. */
import { type RefObject, useEffect, useState } from 'react'
import { useStored } from '../../../core/stored.ts'
import type { Playback } from './playback.ts'

export interface Captions {
  /** The language shown; null: none. */
  language: string | null
  choose: (language: string | null) => void
  lines: string[]
}

export function useCaptions(media: RefObject<HTMLMediaElement | null>, tracks: Playback['captions']): Captions {
  const [wanted, choose] = useStored<string | null>('player.captions', null)
  const [lines, setLines] = useState<string[]>([])
  const language = tracks.some((track) => track.language === wanted) ? wanted : null
  const ids = tracks.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tracks are other ids
  useEffect(() => {
    setLines([])
    const list = [...(media.current?.textTracks ?? [])]
    for (const track of list) track.mode = track.language === language ? 'hidden' : 'disabled'
    const track = list.find((item) => item.language === language)
    if (!track) return
    const read = () => setLines([...(track.activeCues ?? [])].flatMap((cue) => (cue as VTTCue).text.split('\n')).map(plain))
    track.addEventListener('cuechange', read)
    read()
    return () => track.removeEventListener('cuechange', read)
  }, [media, language, ids])
  return { language, choose, lines }
}
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
const plain = (text: string) => text.replace(/&(amp|lt|gt);/g, (entity) => ENTITIES[entity]!)
