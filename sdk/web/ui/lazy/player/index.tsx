/** The player of a video or sound: the server says which of the two it is. */
import type { PlayerProps } from '../../playerProps.ts'
import { AudioPlayer } from './AudioPlayer.tsx'
import { usePlayback } from './playback.ts'
import { VideoPlayer } from './VideoPlayer.tsx'

export default function LazyPlayer({ id, src, kind, poster, label, onMedia }: PlayerProps) {
  const { playback, settled } = usePlayback(id, src)
  const parts = { id, src, label, playback, settled, onMedia }
  return (playback?.kind ?? kind) === 'audio' ? <AudioPlayer {...parts} /> : <VideoPlayer {...parts} poster={poster} />
}
