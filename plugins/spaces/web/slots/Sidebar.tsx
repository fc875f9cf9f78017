/** The spaces in the sidebar: groups that fold, unread counts, locks, and for those who run the place the means to change it. */
import { cx, Icon, IconButton, lateMenu, Link, Skeleton, useLocation, useNavigate, useRoom, useSession, useStored, useT } from '@atrium/sdk/web'
import type { SpaceGroup, SpaceRecord } from '../../contract.ts'
import { Glyph } from '../components/Glyph.tsx'
import { useSidebar } from '../components/useSidebar.ts'

const GroupMenu = lateMenu<{ group: SpaceGroup }>(async () => (await import('../components/GroupMenu.tsx')).GroupMenu)
const SpaceMenu = lateMenu<{ space: SpaceRecord }>(async () => (await import('../components/SpaceMenu.tsx')).SpaceMenu)

/** News of closed spaces come in their own rooms. */
function Hear({ spaceId }: { spaceId: number }) {
  useRoom('space', spaceId)
  return null
}

export default function Sidebar() {
  const t = useT()
  const { data, isPending } = useSidebar()
  const [closed, setClosed] = useStored<number[]>('spaces.closed', [])
  if (isPending)
    return (
      <div className="mt-6 grid gap-3.5 px-2" aria-hidden="true">
        {[96, 132, 110, 124, 88, 140, 104].map((width) => (
          <Skeleton key={width} w={width} h={12} />
        ))}
      </div>
    )
  if (!data) return null
  return (
    <nav aria-label={t('sidebar.label')}>
      {data.space_groups.map((group) => (
        <Group
          key={group.id}
          group={group}
          spaces={data.records.filter(
            (space) => space.space_group_id === group.id && !space.hide_from_sidebar && (space.is_member || !group.hide_non_member_spaces_from_sidebar),
          )}
          open={!closed.includes(group.id)}
          onToggle={() => setClosed(closed.includes(group.id) ? closed.filter((id) => id !== group.id) : [...closed, group.id])}
        />
      ))}
    </nav>
  )
}

const REVEALED = 'opacity-0 group-hover/side:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 max-desk:opacity-100'

function Group({ group, spaces, open, onToggle }: { group: SpaceGroup; spaces: SpaceRecord[]; open: boolean; onToggle: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const { can_manage_space_group: manages, can_create_space: creates, can_add_members: adds } = group.policies
  if (spaces.length === 0 && !manages && !creates) return null
  const unread = spaces.reduce((sum, space) => sum + space.unread_content_count, 0)
  const add = `/spaces/new?group=${group.id}`
  return (
    <section className="mt-3.5">
      <div className="group/side flex h-7 items-center rounded-control text-12 max-desk:h-11">
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          className="flex h-full min-w-0 flex-1 items-center gap-1.5 rounded-control px-2 font-medium text-sidebar-text"
        >
          <Icon name="chevron-right" className={cx('size-[13px] transition-transform', open && 'rotate-90')} />
          <span className="truncate">{group.name}</span>
          {!open && unread > 0 && <span className="size-1.5 rounded-full bg-brand" role="img" aria-label={t('unread', { count: unread })} />}
        </button>
        {creates && <IconButton size="sm" icon="plus" label={t('sidebar.addSpace', { name: group.name })} onClick={() => navigate(add)} className={REVEALED} />}
        {(manages || adds) && (
          <GroupMenu
            group={group}
            trigger={<IconButton size="sm" icon="ellipsis" label={t('sidebar.groupMenu', { name: group.name })} className={REVEALED} />}
          />
        )}
      </div>
      {open && (
        <ul className="grid gap-px">
          {spaces.map((space) => (
            <Item key={space.id} space={space} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Item({ space }: { space: SpaceRecord }) {
  const t = useT()
  const path = useLocation()
  const { viewOnly } = useSession()
  const { policies, unread_content_count: unread } = space
  const to = `/c/${space.slug}`
  const here = path === to || path.startsWith(`${to}/`)
  const locked = !policies.can_view_space && space.show_lock_icon_for_non_members
  return (
    <li className="group/side relative">
      {space.is_private && space.is_member && <Hear spaceId={space.id} />}
      <Link
        to={to}
        aria-current={here ? 'page' : undefined}
        className={cx(
          'flex min-h-[30px] items-center gap-[9px] rounded-control px-2 text-sidebar-text transition-colors hover:bg-sidebar-hover current:bg-active-item current:font-medium current:text-active-item-text max-desk:min-h-11 max-desk:text-15',
          unread > 0 && 'font-semibold',
        )}
      >
        <Glyph space={space} />
        <span className="min-w-0 flex-1 truncate">{space.name}</span>
        {space.is_draft && <Icon name="eye-off" size="sm" label={t('visibility.draft')} />}
        {locked && <Icon name="lock" size="sm" label={t('locked.label')} />}
        {unread > 0 && (
          <span className="text-12 tabular-nums group-hover/side:desk:opacity-0">
            <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
            <span className="sr-only">{t('unread', { count: unread })}</span>
          </span>
        )}
      </Link>
      {!viewOnly && (policies.can_manage_space || policies.can_leave_space) && (
        <span className="absolute end-0.5 top-0.5 max-desk:hidden">
          <SpaceMenu
            space={space}
            trigger={<IconButton size="sm" icon="ellipsis" label={t('sidebar.spaceMenu', { name: space.name })} className={REVEALED} />}
          />
        </span>
      )}
    </li>
  )
}
