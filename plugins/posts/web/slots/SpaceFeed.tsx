/** The posts of one space. */
import { LinkButton, useReadPages, useRoom, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import { Feed } from '../components/Feed.tsx'
import { type Sort, SortMenu, SORTS } from '../components/SortMenu.tsx'
import { useFresh } from '../components/useFresh.ts'
import { useView } from '../components/views/useView.ts'
import { ViewMenu } from '../components/views/ViewMenu.tsx'
import contract from '../../contract.ts'

export interface SpaceFeedProps {
  space: {
    id: number
    slug: string
    name: string
    display_view?: string
    default_sort?: string | null
    hide_sorting?: boolean
    pinned_posts_label?: string | null
    policies: { can_create_post: boolean }
  }
}

export default function SpaceFeed({ space }: SpaceFeedProps) {
  const t = useT()
  const preferred = SORTS.find((sort) => sort === space.default_sort) ?? 'latest'
  const [sort, setSort] = useState<Sort>(preferred)
  const query = useReadPages(contract.routes.list, { params: { spaceId: space.id }, query: { sort } })
  const { view, setView } = useView(space)
  useRoom('space', space.id)
  const { fresh, show } = useFresh(space.id)
  return (
    <section aria-label={t('feed.label')}>
      <div className="mb-3 flex justify-end gap-1">
        <ViewMenu value={view} onChange={setView} />
        {!space.hide_sorting && <SortMenu value={sort} onChange={setSort} />}
      </div>
      <Feed
        query={query}
        inSpace
        view={view}
        pinnedLabel={space.pinned_posts_label}
        fresh={fresh}
        onShowFresh={show}
        empty={{
          title: t('empty.space_title', { name: space.name }),
          text: t('empty.space_text'),
          action: space.policies.can_create_post ? (
            <LinkButton variant="primary" to={`/c/${space.slug}/new`}>
              {t('prompt.start')}
            </LinkButton>
          ) : undefined,
        }}
      />
    </section>
  )
}
