/** A tag as it stands beside a name. */
import { Badge, IconMark } from '@atrium/sdk/web'
import type { MemberTag } from '../../contract.ts'

export type ShownTag = Pick<MemberTag, 'name' | 'color' | 'text_color' | 'emoji'> & Partial<Pick<MemberTag, 'display_format' | 'is_background_enabled'>>

export function TagChip({ tag }: { tag: ShownTag }) {
  if (tag.display_format === 'icon' && tag.emoji) return <IconMark value={tag.emoji} label={tag.name} />
  if (tag.is_background_enabled === false)
    return (
      <Badge>
        {tag.emoji && <IconMark value={tag.emoji} />} {tag.name}
      </Badge>
    )
  return (
    <span
      className="inline-flex h-5 max-w-40 items-center gap-1 rounded-full px-2 text-12 font-medium whitespace-nowrap"
      style={{ background: tag.color, color: tag.text_color }}
    >
      {tag.emoji && <IconMark value={tag.emoji} />}
      <span className="truncate">{tag.name}</span>
    </span>
  )
}
