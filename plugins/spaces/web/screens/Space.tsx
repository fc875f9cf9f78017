/** A space: its head, its welcome, and what plugins show in it. */
import {
  IconButton,
  IconMark,
  Link,
  Picture,
  Query,
  RATIOS,
  Screen,
  Slot,
  useEvent,
  useParams,
  useQueryCache,
  useRead,
  useRoom,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract, { type Space as SpaceReply } from '../../contract.ts'
import { Locked } from '../components/Locked.tsx'
import { MemberList } from '../components/MemberList.tsx'
import { SpaceHead } from '../components/SpaceHead.tsx'
import { SpaceSkeleton } from '../components/SpaceSkeleton.tsx'
import { useMarkedRead } from '../components/useSidebar.ts'

const { routes, events } = contract

function Banner({ space }: { space: SpaceReply }) {
  const t = useT()
  const cache = useQueryCache()
  const { viewOnly } = useSession()
  const hide = useWrite(routes.updateNotificationDetails, {
    optimistic: () => cache.update(routes.bySlug, { params: { slug: space.slug } }, (reply) => ({ ...reply, display_space_welcome_banner: false })),
  })
  if (!space.display_space_welcome_banner) return null
  return (
    <section aria-label={t('banner.label')} className="relative mb-4 overflow-hidden rounded-card border bg-surface">
      {space.welcome_banner_cover_url && <Picture src={space.welcome_banner_cover_url} ratio={RATIOS.spaceCover} alt="" className="w-full" />}
      <div className="p-4 pr-14 desk:p-5 desk:pr-14">
        {space.welcome_banner.title && <h2 className="text-17">{space.welcome_banner.title}</h2>}
        {space.welcome_banner.text && <p className="mt-1 max-w-[64ch] whitespace-pre-line text-text-2">{space.welcome_banner.text}</p>}
      </div>
      {space.is_member && !viewOnly && (
        <span className="absolute right-2 top-2">
          <IconButton
            icon="x"
            label={t('banner.hide')}
            onClick={() => hide.mutate({ params: { id: space.id }, body: { display_space_welcome_banner: false } })}
          />
        </span>
      )}
    </section>
  )
}

function Links({ space }: { space: SpaceReply }) {
  const t = useT()
  if (space.links.length === 0) return null
  return (
    <section>
      <h2 className="mb-2.5 text-13 font-semibold">{t('aside.links')}</h2>
      <ul className="grid gap-2">
        {space.links.map((link) => (
          <li key={link.url}>
            <Link to={link.url} className="flex gap-2 text-text-2 hover:text-text">
              <IconMark value={link.emoji} className="w-[18px]" />
              {link.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Inside({ space }: { space: SpaceReply }) {
  const cache = useQueryCache()
  const { viewOnly } = useSession()
  const markedRead = useMarkedRead()
  // The list is read anew: one that was asked for before the mark may still be on its way.
  const read = useWrite(routes.resetUnreadCount, { invalidates: [routes.list] })
  useRoom('space', space.id)
  useEvent(events['space.updated'], ({ spaceId }) => spaceId === space.id && void cache.invalidate(routes.bySlug))
  const { mutate } = read
  const { id, is_member, unread_content_count: unread } = space
  // Opening the space reads it; a view-only masquerade leaves no trace.
  useEffect(() => {
    if (!is_member || unread === 0 || viewOnly) return
    markedRead(id)
    mutate({ params: { id } })
  }, [id, is_member, unread, viewOnly])
  const props = { spaceId: space.id, space, view: space.display_view }
  return (
    <>
      <Banner space={space} />
      <Slot name="space.tools" props={props} />
      {space.types[0] === 'members' ? (
        <MemberList space={space} />
      ) : (
        <div className="grid gap-4">
          <Slot name="space.composer" props={props} />
          <Slot name="space.feed" props={props} />
        </div>
      )}
    </>
  )
}

export default function Space() {
  const t = useT()
  const { space: slug } = useParams<{ space: string }>()
  const query = useRead(routes.bySlug, { params: { slug } })
  const space = query.data
  const enters = space?.policies.can_view_space
  const aside = enters && !space.hide_right_sidebar && (
    <>
      <Links space={space} />
      <Slot name="space.aside" props={{ spaceId: space.id, space }} />
    </>
  )
  return (
    <Screen name="spaces/Space" title={space?.meta_tag_attributes.meta_title || space?.name || t('space.title')} aside={aside || undefined}>
      <Query query={query} skeleton={<SpaceSkeleton />}>
        {(data) =>
          data.policies.can_view_space ? (
            <>
              <SpaceHead space={data} tab="posts" />
              <Inside key={data.id} space={data} />
            </>
          ) : (
            <Locked space={data} />
          )
        }
      </Query>
    </Screen>
  )
}
