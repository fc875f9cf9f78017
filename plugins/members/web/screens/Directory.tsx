/** `/members`: everybody, to look through and to search. */
import { Button, EmptyState, Failure, Loading, LoadMore, PageHeader, Screen, useRead, useReadPages, useSession, useStored, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { FilterBar, type View } from '../components/FilterBar.tsx'
import { useConnectionNews } from '../components/Connect.tsx'
import { CardsSkeleton, MemberCards } from '../components/MemberCards.tsx'
import { MemberRows, RowsSkeleton } from '../components/MemberRows.tsx'
import { MembersOnly } from '../components/MembersOnly.tsx'
import { PeopleToMeet } from '../components/PeopleToMeet.tsx'
import { useFilters } from '../components/useFilters.ts'

export default function Directory() {
  const t = useT()
  return (
    <Screen name="members/Directory" title={t('nav.members')} layout="wide">
      <MembersOnly>
        <People />
      </MembersOnly>
    </Screen>
  )
}

function People() {
  const t = useT()
  const { community } = useSession()
  const kit = useRead(contract.routes.filterKit, { query: {} }, { staleTime: 60_000 }).data
  const [chosen, setView] = useStored<View | null>('members.view', null)
  const view = chosen ?? kit?.view ?? 'cards'
  const state = useFilters()
  const { text, online, isNew, spaceId, rules } = state.filters
  const sort = state.filters.sort ?? kit?.sort ?? 'latest'
  useConnectionNews(contract.routes.list)
  const query = useReadPages(
    contract.routes.list,
    {
      query: {
        sort,
        ...(text ? { search_text: text } : {}),
        ...(online ? { online } : {}),
        ...(isNew ? { is_new: true } : {}),
        ...(spaceId ? { space_id: spaceId } : {}),
        ...(rules.length ? { filters: JSON.stringify({ match: 'all', rules }) } : {}),
      },
    },
    { keepPrevious: true },
  )
  const members = query.data?.pages.flatMap((page) => page.records) ?? []
  const here = query.data?.pages[0]?.online_count
  const Shown = view === 'cards' ? MemberCards : MemberRows
  const about = [t('directory.text', { name: community.name }), here ? t('directory.online', { count: here }) : ''].filter(Boolean).join(' ')
  return (
    <>
      <PageHeader title={t('nav.members')} text={about} className="mb-4" />
      <FilterBar state={state} view={view} onView={setView} sort={sort} offers={kit?.records ?? []} />
      {!state.narrowed && <PeopleToMeet />}
      {query.error && !query.data ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Loading>{view === 'cards' ? <CardsSkeleton /> : <RowsSkeleton />}</Loading>
      ) : members.length > 0 ? (
        <div aria-busy={query.isFetching}>
          <Shown members={members} />
        </div>
      ) : state.narrowed ? (
        <EmptyState icon="users" title={t('none.title')} text={t('none.text')} action={<Button onClick={state.clear}>{t('filter.clear')}</Button>} />
      ) : (
        <EmptyState icon="users" title={t('empty.title')} text={t('empty.text')} />
      )}
      <LoadMore query={query} />
    </>
  )
}
