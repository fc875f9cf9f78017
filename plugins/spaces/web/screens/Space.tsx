/** A space: its head, its welcome, and the tab that its address names. */
import {
  EmptyState,
  IconButton,
  IconMark,
  Link,
  NotAllowed,
  Picture,
  Query,
  RATIOS,
  Screen,
  Slot,
  toast,
  useEvent,
  useParams,
  useQueryCache,
  useRoom,
  useSearch,
  useSession,
  useSlotFilled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract, { type Space as SpaceReply, type SpaceTab } from '../../contract.ts'
import { Locked } from '../components/Locked.tsx'
import { MemberList } from '../components/MemberList.tsx'
import { SpaceHead } from '../components/SpaceHead.tsx'
import { SpaceSkeleton, TabSkeleton } from '../components/SpaceSkeleton.tsx'
import { tabAt } from '../components/tabs.ts'
import { useMarkedRead } from '../components/useSidebar.ts'
import { useSpace } from '../components/useSpace.ts'

const { routes, events, slots } = contract
/** Types that the plugin of posts shows in one feed. */
const POSTS = new Set(['basic', 'image'])
/** Types that take the height of the window and scroll in themselves. */
const FILLS = new Set<string | null | undefined>(['chat'])

interface InsideProps {
  space: SpaceReply
  tab: SpaceTab | undefined
  fill: boolean
  update: ReturnType<typeof useSpace>['update']
}
function Banner({ space, update }: Pick<InsideProps, 'space' | 'update'>) {
  const t = useT()
  const { viewOnly } = useSession()
  const hide = useWrite(routes.updateNotificationDetails, {
    optimistic: () => update((reply) => ({ ...reply, display_space_welcome_banner: false })),
    onError: (error) => toast.error(error.message),
  })
  if (!space.display_space_welcome_banner) return null
  return (
    <section aria-label={t('banner.label')} className="relative mb-4 overflow-hidden rounded-card border bg-surface">
      {space.welcome_banner_cover_url && <Picture src={space.welcome_banner_cover_url} ratio={RATIOS.spaceCover} alt="" className="w-full" />}
      <div className="p-4 pe-14 desk:p-5 desk:pe-14">
        {space.welcome_banner.title && <h2 className="text-17">{space.welcome_banner.title}</h2>}
        {space.welcome_banner.text && <p className="mt-1 max-w-[64ch] whitespace-pre-line text-text-2">{space.welcome_banner.text}</p>}
      </div>
      {space.is_member && !viewOnly && (
        <span className="absolute end-2 top-2 rounded-control bg-surface">
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

/** What a type's plugin draws. A type whose plugin is off says so. */
function Tab({ space, tab }: { space: SpaceReply; tab: SpaceTab }) {
  const t = useT()
  const isPosts = tab.type !== null && POSTS.has(tab.type)
  const slot = slots[isPosts ? 'space.feed' : 'space.type.*']
  const part = tab.type ?? ''
  const filled = useSlotFilled(slot, part)
  const props = { spaceId: space.id, space, tab: tab.key, view: space.display_view }
  if (tab.type === null) return <MemberList where={{ space }} />
  if (!filled) return <EmptyState icon="power" title={t('tab.off')} text={t('tab.offText')} />
  return (
    <div className={FILLS.has(tab.type) ? 'grid min-h-[280px] flex-1 grid-cols-1 grid-rows-[minmax(0,1fr)]' : 'grid grid-cols-1 gap-4'}>
      {isPosts && <Slot of={slots['space.composer']} props={props} />}
      <Slot of={slot} part={part} props={props} pending={<TabSkeleton />} />
    </div>
  )
}

function Inside({ space, tab, fill, update }: InsideProps) {
  const t = useT()
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
  return (
    <>
      <SpaceHead space={space} tab={tab?.key} compact={fill} />
      <Banner space={space} update={update} />
      <Slot of={slots['space.tools']} props={{ spaceId: space.id, space, tab: tab?.key }} />
      {tab ? <Tab space={space} tab={tab} /> : <EmptyState icon="layout-grid" title={t('tab.none')} text={t('tab.noneText')} />}
    </>
  )
}

export default function Space() {
  const t = useT()
  const { space: slug } = useParams<{ space: string }>()
  const { query, state, listed, update } = useSpace(slug)
  const space = query.data
  const enters = space?.policies.can_view_space
  const search = useSearch()
  const tab = space && tabAt(space, search)
  const fill = enters === true && FILLS.has(tab?.type)
  const asideFilled = useSlotFilled(slots['space.aside'])
  const aside = enters && !space.hide_right_sidebar && (asideFilled || space.links.length > 0) && (
    <>
      <Links space={space} />
      <Slot of={slots['space.aside']} props={{ spaceId: space.id, space }} />
    </>
  )
  const title = space?.meta_tag_attributes.meta_title || (space ?? listed)?.name || t('space.title')
  return (
    <Screen name="spaces/Space" title={title} aside={aside || undefined} fill={fill}>
      {query.error?.status === 404 ? (
        <NotAllowed title={t('space.missing')} text={t('space.missingText')} />
      ) : (
        <Query query={query} skeleton={<SpaceSkeleton listed={listed} />}>
          {(data) => (
            <div data-loader={state} aria-busy={state === 'REFRESHING'} className={fill ? 'flex min-h-0 flex-1 flex-col' : undefined}>
              {data.policies.can_view_space ? <Inside key={data.id} space={data} tab={tab} fill={fill} update={update} /> : <Locked space={data} />}
            </div>
          )}
        </Query>
      )}
    </Screen>
  )
}
