/** Who answers: a colleague by their picture, an agent or the team by a mark. */
import { Avatar, Icon } from '@atrium/sdk/web'
import type { OwnChat } from '../../contract.ts'

interface FaceProps {
  chat: OwnChat
  name: string
  /** Pixels. */
  size: 32 | 36
}
export function Face({ chat: { assignee, ai }, name, size }: FaceProps) {
  if (assignee) return <Avatar id={assignee.id} name={name} src={assignee.avatar_url} size={size} />
  return (
    <span className="grid flex-none place-items-center rounded-full bg-brand-soft text-on-brand-soft" style={{ width: size, height: size }}>
      <Icon name={ai === 'on' ? 'sparkles' : 'users'} size="sm" />
    </span>
  )
}
