/** The filter of the audience, for screens of others that choose people by rules. */
import { Failure, Skeleton, useRead } from '@atrium/sdk/web'
import members, { type FilterGroup } from '../../../members/contract.ts'
import { FilterBuilder } from '../components/FilterBuilder.tsx'
import { NO_RULES } from '../components/rules.ts'

export default function Builder({ value, onChange }: { value: FilterGroup | null; onChange: (group: FilterGroup | null) => void }) {
  const query = useRead(members.routes.filterKit, { query: { context: 'audience' } }, { staleTime: 60_000 })
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton w="100%" h={28} />
  return <FilterBuilder offers={query.data.records} value={value ?? NO_RULES} onChange={(group) => onChange(group.rules.length ? group : null)} />
}
