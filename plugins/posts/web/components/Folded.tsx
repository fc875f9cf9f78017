/** In place of a post of somebody whom the reader has muted, until it is asked for. */
import { Button, useT } from '@atrium/sdk/web'
import { type ReactNode, useState } from 'react'
import type { PostReply } from '../../contract.ts'

export function Folded({ post, children }: { post: PostReply; children: ReactNode }) {
  const t = useT()
  const [shown, setShown] = useState(!post.author_muted)
  if (shown) return children
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-card border bg-surface px-4 py-2 text-13 text-text-3">
      {t('muted.post')}
      <Button size="sm" variant="ghost" onClick={() => setShown(true)}>
        {t('muted.show')}
      </Button>
    </p>
  )
}
