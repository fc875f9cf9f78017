/** What the community is, below an invitation to it, for those who are not in it yet. */
import { useSession } from '@atrium/sdk/web'
import { Outside } from '../components/Outside.tsx'

export default function Invited() {
  const { member } = useSession()
  return member ? null : <Outside className="mx-auto mt-4 max-w-[520px]" />
}
