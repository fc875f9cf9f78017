/** The column of communities at the far left: an icon for each, a mark for unread ones, and a plus. */
import { Icon, Link, Tooltip, useSession, useT } from '@atrium/sdk/web'
import { CommunityLink } from './CommunityLink.tsx'

/** One community and no right to more needs no rail. */
export function useRailShown(): boolean {
  const { account, communities, isAdmin } = useSession()
  return account !== null && (communities.length > 1 || isAdmin)
}

export function Rail() {
  const t = useT()
  const { account, communities, community } = useSession()
  return (
    <nav
      aria-label={t('rail.title')}
      className="sticky top-0 z-21 row-span-2 hidden h-0 min-h-[min(100%,100dvh)] flex-col items-center gap-2.5 overflow-y-auto border-e border-frame bg-sidebar-hover pb-3 pt-2 text-sidebar-text [scrollbar-width:none] desk:flex"
    >
      {communities.map((entry) => {
        const here = entry.id === community.id
        return (
          <CommunityLink key={entry.id} entry={entry} size={36} tip className="group relative grid size-9 flex-none place-items-center rounded-card">
            <span
              aria-hidden="true"
              className={`absolute -start-3 w-1 rounded-e-[3px] transition-[height] duration-(--normal) ${here ? 'h-5 bg-active-item-text' : entry.unread ? 'h-2 bg-sidebar-text group-hover:h-5' : 'h-0 bg-sidebar-text group-hover:h-3'}`}
            />
          </CommunityLink>
        )
      })}
      {account?.mayStartCommunities && (
        <Tooltip label={t('rail.add')}>
          <Link
            to="/communities/new"
            aria-label={t('rail.add')}
            className="grid size-9 flex-none place-items-center rounded-card shadow-[inset_0_0_0_1px_var(--frame-border)] hover:bg-active-item"
          >
            <Icon name="plus" />
          </Link>
        </Tooltip>
      )}
    </nav>
  )
}
