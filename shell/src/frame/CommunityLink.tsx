/** A community's icon that leads to it: on the bare host the session chooses it first, elsewhere its own address opens. */
import type { MouseEvent, ReactNode } from 'react'
import { Avatar, type AvatarSize, type BootData, useSession, useT } from '@atrium/sdk/web'
import { useChoose } from './useChoose.ts'

interface CommunityLinkProps {
  entry: BootData['communities'][number]
  size: AvatarSize
  className: string
  /** Shows the name beside it, where no name is written. */
  tip?: boolean
  children?: ReactNode
}

export function CommunityLink({ entry, size, className, tip, children }: CommunityLinkProps) {
  const t = useT()
  const { community } = useSession()
  const { choose } = useChoose()
  const here = entry.id === community.id
  function follow(event: MouseEvent) {
    if (here || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void choose(entry)
  }
  return (
    <a href={here ? '/' : entry.url} onClick={follow} aria-current={here ? 'true' : undefined} data-tip={tip ? entry.name : undefined} className={className}>
      <Avatar square size={size} name={entry.name} id={entry.id} src={entry.icon_url} />
      <span className="sr-only">{entry.unread ? t('rail.unread', { name: entry.name }) : entry.name}</span>
      {children}
    </a>
  )
}
