/** What the community is, for visitors of its home page, with the ways in. */
import { WaysIn } from '@atrium/sdk/web'
import { Outside } from '../components/Outside.tsx'

export default function About() {
  return (
    <Outside>
      <WaysIn className="mt-4" />
    </Outside>
  )
}
