/** On a profile: the conversation with this person, begun where there is none. */
import { Button, call, toast, useNavigate, useSession, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import type { OfMember } from '../../../members/contract.ts'
import contract from '../../contract.ts'

export default function Message({ memberId, compact }: OfMember) {
  const t = useT()
  const navigate = useNavigate()
  const { can, viewOnly } = useSession()
  const [opening, setOpening] = useState(false)
  if (!can('chat.create') || viewOnly) return null
  const open = async () => {
    setOpening(true)
    try {
      const { chat_room } = await call(contract.routes.create, { body: { chat_room: { kind: 'direct', community_member_ids: [memberId] } } })
      navigate(`/messages/${chat_room.uuid}`)
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setOpening(false)
    }
  }
  return (
    <Button variant={compact ? 'default' : 'primary'} size={compact ? 'sm' : undefined} icon="message-circle" loading={opening} onClick={() => void open()}>
      {t('profile.message')}
    </Button>
  )
}
