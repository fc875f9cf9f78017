/** The face of an agent: its picture, or the sign of answers. */
import { Avatar, Icon } from '@atrium/sdk/web'

interface FaceProps {
  agent: { id: number; name: string; avatar_url: string | null }
  size?: 24 | 36 | 40 | 64
}
export const Face = ({ agent, size = 40 }: FaceProps) =>
  agent.avatar_url ? (
    <Avatar id={agent.id} name={agent.name} src={agent.avatar_url} size={size} square />
  ) : (
    <span aria-hidden="true" className="grid shrink-0 place-items-center rounded-[28%] bg-brand-soft text-on-brand-soft" style={{ width: size, height: size }}>
      <Icon name="sparkles" className={size > 36 ? 'size-5' : 'size-4'} />
    </span>
  )
