/** Finds the group of the address and frames what a screen shows of it. */
import { EmptyState, PageHeader, Query, Screen, useParams, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import type { SpaceGroup, SpaceRecord } from '../../contract.ts'
import { GridSkeleton } from './GridSkeleton.tsx'
import { useSidebar } from './useSidebar.ts'

export interface GroupScreenProps {
  name: string
  layout?: 'column' | 'wide'
  title: (group: SpaceGroup) => string
  back?: (group: SpaceGroup) => { to: string; label: string }
  actions?: (group: SpaceGroup) => ReactNode
  /** Who may use the screen; others are told that there is nothing. */
  allowed?: (group: SpaceGroup) => boolean
  children: (group: SpaceGroup, spaces: SpaceRecord[]) => ReactNode
}
export function GroupScreen({ name, layout, title, back, actions, allowed, children }: GroupScreenProps) {
  const t = useT()
  const { group: slug } = useParams<{ group: string }>()
  const query = useSidebar()
  const group = query.data?.space_groups.find((item) => item.slug === slug && (!allowed || allowed(item)))
  return (
    <Screen name={name} title={group ? title(group) : t('groups.title')} layout={layout}>
      <Query query={query} skeleton={<GridSkeleton />}>
        {({ records }) =>
          group ? (
            <>
              <PageHeader title={title(group)} back={back?.(group)} actions={actions?.(group)} />
              {children(
                group,
                records.filter((space) => space.space_group_id === group.id),
              )}
            </>
          ) : (
            <EmptyState icon="layout-grid" title={t('group.missing')} text={t('group.missingText')} />
          )
        }
      </Query>
    </Screen>
  )
}
