/** The head of a space: cover, title, faces, bell, join and leave, tabs. */
import {
  AvatarStack,
  Button,
  cx,
  Icon,
  IconButton,
  Link,
  LinkButton,
  Menu,
  type MenuItem,
  Picture,
  RATIOS,
  Slot,
  Tabs,
  toast,
  useNarrow,
  useQueryCache,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Space } from '../../contract.ts'
import { AddMembers } from './AddMembers.tsx'
import { Glyph } from './Glyph.tsx'
import { tabPath, useTabLabel } from './tabs.ts'
import { useActs } from './useActs.tsx'

const { routes } = contract

function Faces({ space }: { space: Space }) {
  const t = useT()
  const { data } = useRead(routes.membersSidebar, { params: { id: space.id } }, { enabled: space.policies.can_view_members })
  if (!data || data.count === null) return null
  const people = data.records.map(({ community_member_id, community_member }) => ({
    id: community_member_id,
    name: community_member.name,
    avatar_url: community_member.avatar_url,
  }))
  return (
    <span className="flex items-center gap-2 max-desk:hidden">
      <AvatarStack people={people} size={28} />
      <Link to={`/c/${space.slug}/members`} className="text-13 text-text-2 hover:text-text">
        {t('members.count', { count: data.count })}
      </Link>
    </span>
  )
}

/** What is told about the space: everything, mentions, nothing. */
function Bell({ space }: { space: Space }) {
  const t = useT()
  const cache = useQueryCache()
  const params = { id: space.id }
  const { data } = useRead(routes.notificationDetails, { params })
  const write = useWrite(routes.updateNotificationDetails, {
    onSuccess: (reply) => cache.update(routes.notificationDetails, { params }, () => reply),
    onError: (error) => toast.error(error.message),
  })
  const current = data?.notification_type ?? 'all'
  const items: MenuItem[] = (['all', 'mention', 'never'] as const).map((choice) => ({
    label: t(`bell.${choice}`),
    checked: choice === current,
    onSelect: () => write.mutate({ params, body: { notification_type: choice, in_app_notification_setting: choice, mobile_notification_setting: choice } }),
  }))
  return (
    <Menu
      trigger={<IconButton icon={current === 'never' ? 'bell-off' : 'bell'} label={t('bell.label', { choice: t(`bell.${current}`) })} />}
      items={[{ heading: t('bell.heading') }, ...items]}
    />
  )
}

/** On phones one line, whole at a press, where what is below needs the height. */
function Description({ text, short }: { text: string; short: boolean }) {
  const [whole, setWhole] = useState(false)
  const narrow = useNarrow()
  if (!short || !narrow)
    return (
      <p className="basis-full text-text-2">
        <span className="block max-w-[60ch]">{text}</span>
      </p>
    )
  return (
    <button type="button" aria-expanded={whole} onClick={() => setWhole(!whole)} className="block basis-full text-start text-13 text-text-2">
      <span className={whole ? 'block' : 'block truncate'}>{text}</span>
    </button>
  )
}

interface SpaceHeadProps {
  space: Space
  tab: string | undefined
  /** Leaves phones the height for what fills the screen. */
  compact?: boolean
}
export function SpaceHead({ space, tab, compact = false }: SpaceHeadProps) {
  const t = useT()
  const { member, viewOnly } = useSession()
  const [adding, setAdding] = useState(false)
  const { copyLink, deleteSpace, leaveSpace, duplicateSpace } = useActs()
  const join = useWrite(routes.join, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const { policies } = space
  const acts = member !== null && !viewOnly
  const path = `/c/${space.slug}`
  const label = useTabLabel()
  const tabs = space.tabs.map((item) => ({
    key: item.key,
    label: label(item.type ?? item.key, item.key),
    to: tabPath(space, item),
    count: item.count ?? undefined,
  }))
  const edit = `/spaces/${space.id}/settings`
  const joins = acts && policies.can_join_space && !space.is_member
  const posts = policies.can_create_post && space.tabs.some(({ key }) => key === 'posts')
  return (
    <header>
      {space.cover_image_visible && space.cover_image_url && (
        <div className={cx('-mx-3 -mt-4 mb-[18px] desk:mx-0 desk:mt-0', compact && 'max-desk:hidden')}>
          <Picture
            src={space.cover_image_url}
            ratio={space.cover_image_display_style === 'wide' ? RATIOS.spaceCover * 0.8 : RATIOS.spaceCover}
            alt=""
            priority
            className="w-full object-cover desk:rounded-card"
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-desk:gap-x-2">
        <Glyph space={space} className={compact ? 'w-8 text-[26px] max-desk:w-6 max-desk:text-[20px]' : 'w-8 text-[26px]'} />
        <h1 className={cx('min-w-0 flex-1 text-24 wrap-anywhere', compact && 'max-desk:truncate max-desk:text-20')}>{space.name}</h1>
        <Faces space={space} />
        {acts && policies.can_leave_space && <Bell space={space} />}
        {(joins || posts) && (
          <div className="flex items-center gap-3 max-desk:order-last max-desk:mt-2 max-desk:w-full">
            {joins && (
              <Button variant="primary" loading={join.isPending} onClick={() => join.mutate({ params: { id: space.id } })}>
                {t('join.action')}
              </Button>
            )}
            {posts && (
              <LinkButton variant="primary" icon="plus" to={`${path}/new`}>
                {t('post.new')}
              </LinkButton>
            )}
          </div>
        )}
        <Menu
          trigger={<IconButton icon="ellipsis" label={t('menu.label')} />}
          items={[
            { label: t('link.copy'), icon: 'link', onSelect: () => void copyLink(path) },
            policies.can_add_members && { label: t('add.menu'), icon: 'user-plus', onSelect: () => setAdding(true) },
            policies.can_manage_space && { label: t('menu.settings'), icon: 'settings', to: edit },
            policies.can_destroy_space && { label: t('menu.duplicate'), icon: 'copy', onSelect: () => void duplicateSpace(space) },
            policies.can_leave_space && { label: t('leave.action'), icon: 'log-out', onSelect: () => void leaveSpace(space) },
            policies.can_destroy_space && '-',
            policies.can_destroy_space && {
              label: t('delete.action'),
              icon: 'trash-2',
              tone: 'danger',
              onSelect: () => void deleteSpace(space, () => location.assign('/')),
            },
          ]}
        />
        {space.description && <Description text={space.description} short={compact} />}
      </div>
      {acts && space.join_requests_count ? (
        <Link to={`${path}/members`} className="link mt-1 inline-flex items-center gap-1.5 text-13">
          <Icon name="user-plus" size="sm" />
          {t('requests.count', { count: space.join_requests_count })}
        </Link>
      ) : null}
      {space.show_tab_bar && tabs.length > 1 ? (
        <div className={cx('mb-4 mt-4 flex items-center', compact && 'max-desk:mb-0 max-desk:mt-1')}>
          <Tabs items={tabs} current={tab ?? ''} label={t('tab.label')} className="flex-1" />
          <Slot of={contract.slots['space.tab']} props={{ space }} />
        </div>
      ) : (
        <div className={compact ? 'h-4 max-desk:h-2' : 'h-4'} />
      )}
      {adding && <AddMembers where={{ space }} manages={policies.can_moderate_members} open onOpenChange={setAdding} />}
    </header>
  )
}
