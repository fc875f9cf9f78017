/** `/leaderboard`: the first three on a stand, everybody's place below, one's own always in sight; levels and how points come beside it. */
import {
  Button,
  Card,
  EmptyState,
  LinkButton,
  LoadMore,
  NotAllowed,
  PageHeader,
  Query,
  Screen,
  Segment,
  Skeleton,
  useEvent,
  useQueryCache,
  useRead,
  useReadPages,
  useStored,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Overview, type Period, PERIODS } from '../../contract.ts'
import { HowPoints, Ladder } from '../components/Ladder.tsx'
import { OwnHistory } from '../components/OwnHistory.tsx'
import { OwnPlace } from '../components/OwnPlace.tsx'
import { Row, RowsHead } from '../components/Rows.tsx'
import { Stand } from '../components/Stand.tsx'

const { routes, events } = contract

export default function Leaderboard() {
  const t = useT()
  const [kept, setPeriod] = useStored<Period>('gamification.period', '30_days')
  const period = PERIODS.includes(kept) ? kept : '30_days'
  const query = useRead(routes.overview)
  const cache = useQueryCache()
  useEvent(events['points.awarded'], () => void cache.invalidate(contract))
  return (
    <Screen name="gamification/Leaderboard" title={t('nav.leaderboard')} layout="wide">
      <PageHeader
        title={t('nav.leaderboard')}
        text={t(`board.text.${period}`)}
        actions={
          <Segment
            label={t('board.period')}
            value={period}
            onChange={setPeriod}
            className="max-sm:w-full max-sm:*:flex-1"
            items={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
          />
        }
      />
      <Query query={query} skeleton={<BoardSkeleton />}>
        {(overview) => (
          <div className="grid items-start gap-6 min-[1080px]:grid-cols-[minmax(0,1fr)_308px] wide:grid-cols-[minmax(0,1fr)_348px]">
            <div className="min-w-0">
              {overview.policies.can_view_leaderboard ? (
                <Board key={period} period={period} overview={overview} />
              ) : (
                <NotAllowed title={t('board.hidden')} text={t('board.hidden_text')} />
              )}
            </div>
            <div className="grid gap-4">
              <Ladder levels={overview.levels} own={overview.own} />
              {overview.own && <OwnHistory />}
              <HowPoints rules={overview.rules} daily_limit={overview.daily_limit} />
            </div>
          </div>
        )}
      </Query>
    </Screen>
  )
}

/** The first three on their stand and the rows below, to come. */
const RowsSkeleton = () => (
  <div className="grid gap-3 p-5">
    <Skeleton w="100%" h={180} />
    {Array.from({ length: 8 }, (_, row) => (
      <Skeleton key={row} w="100%" h={40} />
    ))}
  </div>
)
const BoardSkeleton = () => (
  <div className="grid items-start gap-6 min-[1080px]:grid-cols-[minmax(0,1fr)_308px] wide:grid-cols-[minmax(0,1fr)_348px]">
    <div className="grid gap-4">
      <Skeleton w="100%" h={72} />
      <Card>
        <RowsSkeleton />
      </Card>
    </div>
    <Skeleton w="100%" h={420} />
  </div>
)

function Board({ period, overview: { own, levels, policies } }: { period: Period; overview: Overview }) {
  const t = useT()
  const [around, setAround] = useState(false)
  const query = useReadPages(routes.members, { query: { period, per_page: 20 } })
  const near = useRead(routes.leaderboard, { query: { period, around: 'me' } }, { enabled: around })
  const show = () => {
    const row = document.getElementById('own-place')
    if (row) row.scrollIntoView({ block: 'center' })
    else setAround(true)
  }
  return (
    <>
      {own && <OwnPlace own={own} levels={levels} period={period} onShow={show} />}
      <Card className="overflow-clip">
        <Query
          query={query}
          skeleton={<RowsSkeleton />}
          isEmpty={({ pages }) => pages[0]?.records.length === 0}
          empty={
            <EmptyState
              icon="trophy"
              title={t('board.none')}
              text={t('board.none_text')}
              action={
                policies.can_manage ? (
                  <LinkButton to="/settings/gamification" icon="settings">
                    {t('board.settings')}
                  </LinkButton>
                ) : (
                  <LinkButton to="/" variant="primary">
                    {t('board.begin')}
                  </LinkButton>
                )
              }
            />
          }
        >
          {({ pages }) => {
            const rows = pages.flatMap(({ records }) => records)
            const listed = new Set(rows.map(({ community_member_id }) => community_member_id))
            // whoever is in the list already is not shown once more
            const others = around ? (near.data ?? []).filter(({ community_member_id }) => !listed.has(community_member_id)) : []
            return (
              <>
                <Stand rows={rows.slice(0, 3)} />
                <RowsHead />
                <ol start={4}>
                  {rows.slice(3).map((row) => (
                    <Row key={row.community_member_id} row={row} id={row.community_member_id === own?.stats.community_member_id ? 'own-place' : undefined} />
                  ))}
                </ol>
                <LoadMore query={query} className="border-t py-2" />
                {others.length > 0 && (
                  <section aria-label={t('board.around')} className="border-t">
                    <p className="flex items-center justify-between bg-surface-2 px-5 py-1.5 text-12 font-medium text-text-3">
                      {t('board.around')}
                      <Button size="sm" variant="ghost" onClick={() => setAround(false)}>
                        {t('board.less')}
                      </Button>
                    </p>
                    <ol className="border-t" start={others[0]!.rank}>
                      {others.map((row) => (
                        <Row
                          key={row.community_member_id}
                          row={row}
                          id={row.community_member_id === own?.stats.community_member_id ? 'own-place' : undefined}
                        />
                      ))}
                    </ol>
                  </section>
                )}
              </>
            )
          }}
        </Query>
      </Card>
      {!own && (
        <p className="mt-4 flex flex-wrap items-center justify-between gap-2 rounded-card border px-4 py-2.5 text-13 text-text-2">
          {t('own.out')}
          <LinkButton size="sm" to="/account">
            {t('own.change')}
          </LinkButton>
        </p>
      )}
    </>
  )
}
