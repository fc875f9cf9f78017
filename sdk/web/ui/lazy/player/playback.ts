/** What the server knows of a video or sound, asked again while it is being made ready. */
import type { Route } from '../../../../core/contract.ts'
import { useRead } from '../../../core/queries.ts'

export interface Playback {
  id: number
  filename: string
  kind: 'video' | 'audio'
  status: 'none' | 'pending' | 'processing' | 'completed' | 'failed'
  progress: number
  reason: string | null
  duration: number | null
  width: number | null
  height: number | null
  url: string
  playlist_url: string | null
  audio_url: string | null
  poster_url: string | null
  sprite_url: string | null
  peaks: number[] | null
  captions: { id: number; language: string; label: string; url: string }[]
  position: number
  can_edit: boolean
}
const show: Route = { plugin: 'media', name: 'transcoding', method: 'GET', path: '/internal_api/media_transcodings/:id', options: { can: 'member' } }
const ASK_AGAIN_MS = 2_000

/** @param src the signed address by which the page shows the file: the proof that its reader may see it */
export function usePlayback(id: number | undefined, src: string | undefined): { playback: Playback | undefined; settled: boolean; refetch: () => unknown } {
  const { data, isPending, refetch } = useRead(show as Route<any>, { params: { id: id ?? 0 }, query: { src } } as never, {
    enabled: id !== undefined,
    keepPrevious: true,
    staleTime: 300_000,
    refetchInterval: (read) => ['pending', 'processing'].includes((read as Playback | undefined)?.status ?? '') && ASK_AGAIN_MS,
  })
  const playback = data as Playback | undefined
  return { playback, settled: id === undefined || !isPending, refetch }
}
