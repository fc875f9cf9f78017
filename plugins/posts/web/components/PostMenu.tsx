/** The ⋯ of a post. */
import { IconButton, lateMenu, useT } from '@atrium/sdk/web'
import type { PostActsProps } from './PostActs.tsx'

const Acts = lateMenu<PostActsProps>(async () => (await import('./PostActs.tsx')).PostActs)

export function PostMenu(props: PostActsProps) {
  const t = useT()
  return <Acts {...props} trigger={<IconButton icon="ellipsis" label={t('menu.open')} />} />
}
