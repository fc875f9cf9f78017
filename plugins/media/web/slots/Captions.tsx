/** The captions of a file, where another screen edits what it stands in. */
import { CaptionsPart } from '../components/CaptionsPart.tsx'

export default function Captions({ fileId, src }: { fileId: number; src: string }) {
  return <CaptionsPart fileId={fileId} src={src} />
}
