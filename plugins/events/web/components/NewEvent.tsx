/** The way to a new event from all events: into the one space where the reader may plan, or into one of several. */
import { Button, LinkButton, Menu, useRead, useSession, useT } from '@atrium/sdk/web'
import spaces, { type SpaceRecord } from '../../../spaces/contract.ts'

export function NewEvent() {
  const t = useT()
  const { can } = useSession()
  const mayPlan = can('events.create')
  const { data } = useRead(spaces.routes.list, { query: { include_sidebar: 'true' } }, { enabled: mayPlan })
  const open = (data?.records ?? []).filter(({ policies, types }: SpaceRecord) => policies.can_create_post && types.includes('event'))
  const [first] = open
  if (!mayPlan || !first) return null
  const pathOf = ({ slug }: SpaceRecord) => `/c/${slug}/events/new`
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
      items={open.map((space: SpaceRecord) => ({ label: space.name, to: pathOf(space) }))}
    />
  )
}
