/** The picture before a space's name: its emoji, icon or shape, its own picture, or a sign. */
import { cx, Icon, IconMark } from '@atrium/sdk/web'
import type { SpaceRecord } from '../../contract.ts'

type Props = { space: Pick<SpaceRecord, 'emoji' | 'custom_emoji_url' | 'custom_emoji_dark_url'>; className?: string }

export function Glyph({ space, className = 'w-[18px] text-[14px]' }: Props) {
  if (space.custom_emoji_url)
    return (
      <>
        <img
          src={space.custom_emoji_url}
          alt=""
          className={cx('aspect-square shrink-0 object-contain', space.custom_emoji_dark_url && 'dark:hidden', className)}
        />
        {space.custom_emoji_dark_url && (
          <img src={space.custom_emoji_dark_url} alt="" className={cx('hidden aspect-square shrink-0 object-contain dark:block', className)} />
        )}
      </>
    )
  if (!space.emoji) return <Icon name="hash" className={cx('shrink-0', className)} />
  return <IconMark value={space.emoji} className={className} />
}
