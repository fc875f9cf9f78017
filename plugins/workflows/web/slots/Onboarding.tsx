/** Workflows that greet newcomers, on the page on how people come in. */
import { Card, CardHead, EmptyState, Link, LinkButton, ListRow, LoadMore, Query, Skeleton, Switch, useReadPages, useT } from '@atrium/sdk/web'
import contract, { type Workflow } from '../../contract.ts'
import { editPath, NEW } from '../components/paths.ts'
import { useActs } from '../components/useActs.tsx'
import { WeekBars } from '../components/WeekBars.tsx'

const JOINED = 'membership.member.joined'

export default function Onboarding() {
  const t = useT()
  const query = useReadPages(contract.routes.list, { query: { trigger_type: JOINED } })
  const make = (
    <LinkButton icon="plus" to={NEW}>
      {t('action.new')}
    </LinkButton>
  )
  return (
    <Card as="section">
      <CardHead title={t('onboarding.title')} text={t('onboarding.text')} action={make} />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={160} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={<EmptyState icon="workflow" title={t('onboarding.none')} text={t('onboarding.none_text')} />}
      >
        {({ pages }) => (
          <>
            <ul>{pages.flatMap(({ records }) => records.map((one) => <Row key={one.id} one={one} />))}</ul>
            <LoadMore query={query} />
          </>
        )}
      </Query>
    </Card>
  )
}
function Row({ one }: { one: Workflow }) {
  const t = useT()
  const acts = useActs()
  return (
    <ListRow as="li" className="flex-wrap">
      <div className="min-w-0 flex-1 basis-60">
        <Link to={editPath(one.id)} className="font-medium hover:underline">
          {one.name}
        </Link>
        <p className="text-13 text-text-2">{one.trigger_label}</p>
      </div>
      <span className="text-13">
        <WeekBars days={one.week} />
      </span>
      <Switch
        aria-label={t('list.switch', { name: one.name })}
        checked={one.status === 'active'}
        onChange={(on) => (on ? void acts.turnOnFrom(one) : acts.turnOff(one))}
      />
      {acts.dialogs}
    </ListRow>
  )
}
