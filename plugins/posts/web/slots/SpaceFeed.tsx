/** The posts of one space: sorted, narrowed to a topic, as cards or as pictures. */
import { cx, LinkButton, useNavigate, useRead, useReadPages, useRoom, useSearch, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import { Feed } from '../components/Feed.tsx'
import { type Sort, SortMenu, SORTS } from '../components/SortMenu.tsx'
import { useFresh } from '../components/useFresh.ts'
import { PostList } from '../components/views/PostList.tsx'
import { useView } from '../components/views/useView.ts'
import { ViewMenu } from '../components/views/ViewMenu.tsx'
import contract from '../../contract.ts'

export interface SpaceFeedProps {
  space: {
    id: number
    slug: string
    name: string
    display_view?: string
    types?: string[]
    default_sort?: string | null
    hide_sorting?: boolean
    pinned_posts_label?: string | null
    policies: { can_create_post: boolean }
  }
}

export default function SpaceFeed({ space }: SpaceFeedProps) {
  const t = useT()
  const navigate = useNavigate()
  const preferred = SORTS.find((sort) => sort === space.default_sort) ?? 'latest'
  const [sort, setSort] = useState<Sort>(preferred)
  const pictures = space.types?.[0] === 'image'
  const { view, setView } = useView(space)
  const wanted = Number(useSearch().get('topic')) || null
  const topics = useRead(contract.routes.topics, { query: { per_page: 100, space_id: space.id } }, { staleTime: 300_000 })
  const offered = topics.data?.records ?? []
  const query = useReadPages(
    contract.routes.list,
    { params: { spaceId: space.id }, query: { sort, ...(wanted ? { topics: String(wanted) } : {}) } },
    { keepPrevious: true },
  )
  useRoom('space', space.id)
  const { fresh, show } = useFresh(space.id)
  const chip = (id: number | null, name: string) => (
    <button
      key={id ?? 0}
      type="button"
      aria-pressed={wanted === id}
      onClick={() => navigate(id === null || id === wanted ? `/c/${space.slug}` : `/c/${space.slug}?topic=${id}`, { replace: true })}
      className={cx(
        'h-8 shrink-0 rounded-full border px-3 text-13 font-medium transition-colors max-desk:h-11',
        wanted === id ? 'border-transparent bg-brand-soft text-on-brand-soft' : 'border-border bg-surface text-text-2 hover:border-field',
      )}
    >
      {name}
    </button>
  )
  return (
    <section aria-label={t('feed.label')} className="min-w-0">
      <div className="mb-3 flex items-center gap-2">
        {offered.length > 0 && (
          <div role="group" aria-label={t('card.topics')} className="-my-1 flex min-w-0 flex-1 gap-1.5 overflow-x-auto py-1">
            {chip(null, t('feed.all_topics'))}
            {offered.map((topic) => chip(topic.id, topic.name))}
          </div>
        )}
        <span className="ms-auto flex shrink-0 gap-1">
          <ViewMenu value={view} onChange={setView} />
          {!space.hide_sorting && <SortMenu value={sort} onChange={setSort} />}
        </span>
      </div>
      <Feed
        query={query}
        view={view}
        fresh={fresh}
        onShowFresh={show}
        empty={
          wanted
            ? { title: t('empty.topic_title'), text: t('empty.topic_text') }
            : {
                title: t('empty.space_title', { name: space.name }),
                text: t(pictures ? 'empty.pictures_text' : 'empty.space_text'),
                action: space.policies.can_create_post ? (
                  <LinkButton variant="primary" to={`/c/${space.slug}/new`}>
                    {t(pictures ? 'prompt.start_pictures' : 'prompt.start')}
                  </LinkButton>
                ) : undefined,
              }
        }
      >
        {(posts) => <PostList posts={posts} view={view} inSpace pinnedLabel={space.pinned_posts_label} />}
      </Feed>
    </section>
  )
}
