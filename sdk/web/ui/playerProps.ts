/** What a player takes: shared by its place and by its code. */
export interface PlayerProps {
  /** The file; without it the original plays and nothing is remembered. */
  id?: number
  /** The file's signed address, as the page came with it. */
  src: string
  kind: 'video' | 'audio'
  /** The picture before a video plays, instead of one that was taken from it. */
  poster?: string | undefined
  /** What is heard and read of it: a caption, the file's name. */
  label: string
  /** Told the element while it is there, for screens that move along with it. */
  onMedia?: (media: HTMLMediaElement | null) => void
}
