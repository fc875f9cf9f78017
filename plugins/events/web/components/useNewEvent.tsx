/** The way to a new event from all events: into the one space where the reader may plan, or into one of several; who manages spaces makes the first one. */
import { Button, LinkButton, Menu, useRead, useSession, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import spaces, { type SpaceRecord } from '../../../spaces/contract.ts'

/** Null for who may plan nowhere. */
export function useNewEvent(): ReactNode {
  const t = useT()
  const { can, viewOnly } = useSession()
  const mayPlan = can('events.create')
  const { data } = useRead(spaces.routes.list, { query: { include_sidebar: 'true' } }, { enabled: mayPlan })
  if (!mayPlan || viewOnly || !data) return null
  const held = data.records.filter(({ types }: SpaceRecord) => types.includes('event'))
  const open = held.filter(({ policies }: SpaceRecord) => policies.can_create_post)
  const [first] = open
  const pathOf = ({ slug }: SpaceRecord) => `/c/${slug}/events/new`
  if (!first)
    return held.length === 0 && can('spaces.manage') ? (
      <LinkButton variant="primary" icon="plus" to="/spaces/new?type=event">
        {t('list.new_space')}
      </LinkButton>
    ) : null
  if (open.length === 1)
    return (
      <LinkButton variant="primary" icon="plus" to={pathOf(first)}>
        {t('list.new')}
      </LinkButton>
    )
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="primary" icon="plus">
          {t('list.new')}
        </Button>
      }
      items={[{ heading: t('list.choose_space') }, ...open.map((space: SpaceRecord) => ({ label: space.name, to: pathOf(space) }))]}
    />
  )
}
