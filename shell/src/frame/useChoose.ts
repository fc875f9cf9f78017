/** Goes to another community: on the bare host the session remembers the choice first. */
import { useState } from 'react'
import { toast, useSession, useWrite } from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'

const { choose: chooseCommunity } = communities.routes

export function useChoose() {
  const { community } = useSession()
  const choice = useWrite(chooseCommunity)
  const [choosing, setChoosing] = useState<number | null>(null)

  async function choose(entry: { id: number }) {
    if (entry.id === community.id) return location.assign('/')
    setChoosing(entry.id)
    try {
      const { url } = await choice.mutateAsync({ body: { community_id: entry.id } })
      location.assign(url)
    } catch (error) {
      setChoosing(null)
      toast.error((error as Error).message)
    }
  }
  return { choose, choosing }
}
