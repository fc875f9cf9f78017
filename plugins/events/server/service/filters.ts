/** What events bring to the filters of members: who said yes to one, who came. */
import { type Ctx, type RawBuilder, type SqlBool, sql } from '@atrium/sdk/server'
import type { AskedRule, MemberFilter } from '../../../members/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { EventTable } from '../entities.ts'

/** Events that a choice lists, the newest first, in spaces that the reader sees. */
const LISTED = 200
async function choices(ctx: Ctx) {
  const { visibleIds } = await ctx.use(spaces).access()
  const found = await ctx.em.find(
    EventTable,
    { spaceId: visibleIds(), status: 'published', deletedAt: null },
    { orderBy: { id: 'desc' }, limit: LISTED, fields: ['id', 'name'], disableIdentityMap: true },
  )
  return found.map(({ id, name }) => ({ value: String(id), label: name }))
}
const idsOf = ({ value }: AskedRule): number[] => [value].flat().map(Number).filter(Number.isSafeInteger)
const answered = (ctx: Ctx, rule: AskedRule, which: RawBuilder<SqlBool>): RawBuilder<SqlBool> => {
  const inside = sql<SqlBool>`exists (select 1 from events.rsvp ev where ev.community_id = ${ctx.community.id} and ev.member_id = m.id and ev.event_id = any (${idsOf(rule)}::bigint[]) and ${which})`
  return rule.operator === 'none_of' ? sql<SqlBool>`not ${inside}` : inside
}

export const filters: MemberFilter[] = [
  { key: 'event', type: 'choice', choices, where: async (ctx, rule) => answered(ctx, rule, sql<SqlBool>`ev.status = 'yes'`) },
  { key: 'event_attended', type: 'choice', choices, where: async (ctx, rule) => answered(ctx, rule, sql<SqlBool>`ev.checked_in_at is not null`) },
]
