/** Rules of segments: measured, and kept from naming themselves. */
import { invalid } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { type FilterGroup, FilterInput, type FilterRule, MAX_DEPTH } from '../../../members/contract.ts'
import type { Rules } from '../../contract.ts'

const tooDeep = () => invalid({ rules: ['A filter can have up to five levels of groups and 50 rules.'] })

/** @throws AtriumError 422 for what is nested too deep, too long, or no filter */
export function checkedFilter(group: unknown): FilterGroup {
  const read = FilterInput.safeParse(group)
  if (!read.success) throw tooDeep()
  return read.data
}

/** All single rules of a group. */
const rulesIn = (group: FilterGroup): FilterRule[] => group.rules.flatMap((rule) => ('rules' in rule ? rulesIn(rule) : [rule]))
const idsOf = (value: unknown) => [value].flat().map(Number).filter(Number.isSafeInteger)

/**
 * Refuses rules by which a segment would come to depend on itself, be it over other segments or over tags that are given by rule,
 * and chains of more than five.
 * @param id of the segment; null for a new one
 */
export async function checkRules(ctx: Ctx, id: number | null, rules: Rules): Promise<void> {
  if (rules.rule_type !== 'custom_filters') return
  checkedFilter({ match: rules.match, rules: rules.rules })
  await checkGraph(ctx, new Map([[id ?? 0, rules]]), new Map())
}

/** The same before a tag is given by the rule of a segment. */
export const checkTagRule = (ctx: Ctx, tagId: number, segmentId: number): Promise<void> => checkGraph(ctx, new Map(), new Map([[tagId, segmentId]]))

/** @throws AtriumError 422 where segments depend on themselves, or stand on each other more than five deep */
export async function checkGraph(ctx: Ctx, changed: ReadonlyMap<number, Rules> = new Map(), ruled: ReadonlyMap<number, number> = new Map()): Promise<void> {
  const [segments, tags] = [
    await ctx.sql<{ id: number; rules: Rules }>('select id, rules from audience.segment where community_id = $1', []),
    await ctx.sql<{ id: number; segment_id: number }>('select id, segment_id from audience.tag where community_id = $1 and segment_id is not null', []),
  ]
  const all = new Map([...segments.map(({ id, rules }) => [id, rules] as const), ...changed])
  const byTag = new Map([...tags.map(({ id, segment_id }) => [id, segment_id] as const), ...ruled])
  const edges = (id: number): number[] => {
    const rules = all.get(id)
    if (rules?.rule_type !== 'custom_filters') return []
    return rulesIn(rules as unknown as FilterGroup).flatMap(({ filter, value }) => {
      if (filter === 'segment') return idsOf(value)
      return filter === 'tag' ? idsOf(value).flatMap((tag) => byTag.get(tag) ?? []) : []
    })
  }
  const depths = new Map<number, number>()
  const depthOf = (id: number, above: number[]): number => {
    if (above.includes(id)) throw invalid({ rules: ['A segment can’t depend on itself.'] })
    const known = depths.get(id)
    if (known !== undefined) return known
    const depth = 1 + Math.max(0, ...edges(id).map((next) => depthOf(next, [...above, id])))
    if (depth > MAX_DEPTH) throw invalid({ rules: ['Segments can refer to each other up to five levels deep.'] })
    depths.set(id, depth)
    return depth
  }
  for (const id of all.keys()) depthOf(id, [])
}
