/** What is done with a new conversation by itself. */
import { conflict, notFound, sentence } from '@atrium/sdk'
import { assign, type Ctx, hold, lock, type RowOf } from '@atrium/sdk/server'
import type { z } from 'zod'
import { changesOf } from '@atrium/sdk'
import { MAX_RULES, MAX_TAGS, type Rule, ruleFields } from '../../contract.ts'
import { RuleTable } from '../entities.ts'
import { answering } from '../reads.ts'
import { colleague } from './states.ts'
import type { HeldChat } from './writing.ts'

type Row = RowOf<typeof RuleTable>
const changes = changesOf(ruleFields)
type Fields = z.output<typeof ruleFields>

const toRule = (row: Row): Rule => ({
  id: row.id,
  name: row.name,
  is_enabled: row.is_enabled,
  conditions: row.conditions,
  assignee_id: row.assignee_id,
  team_id: row.team_id,
  tag_ids: row.tag_ids.map(Number),
  priority: row.priority,
})
const rows = (ctx: Ctx) => ctx.sql<Row>(`select * from inbox.rule where community_id = $1 order by id limit ${MAX_RULES}`)
export const listRules = async (ctx: Ctx) => ({ records: (await rows(ctx)).map(toRule) })
async function show(ctx: Ctx, id: number): Promise<Rule> {
  const [row] = await ctx.sql<Row>('select * from inbox.rule where community_id = $1 and id = $2', [id])
  if (!row) throw notFound('Rule')
  return toRule(row)
}
/** Whom and what it names is there. @throws AtriumError 404, 422 */
async function check(ctx: Ctx, { assignee_id, team_id, tag_ids }: Partial<Fields>): Promise<void> {
  if (assignee_id) await colleague(ctx, assignee_id)
  if (team_id && (await ctx.sql('select id from inbox.team where community_id = $1 and id = $2', [team_id])).length === 0) throw notFound('Team')
  const ids = [...new Set(tag_ids)]
  if (ids.length > 0 && (await ctx.sql('select id from inbox.tag where community_id = $1 and id = any ($2::bigint[])', [ids])).length < ids.length)
    throw notFound('Tag')
}

/** @throws AtriumError 409 `too_many_rules`, 422 */
export async function createRule(ctx: Ctx, fields: Fields): Promise<Rule> {
  await check(ctx, fields)
  await lock(ctx, 'inbox.rules')
  const [{ count } = { count: 0 }] = await ctx.sql<{ count: number }>('select count(*)::int as count from inbox.rule where community_id = $1')
  if (count >= MAX_RULES) throw conflict(sentence('You can add up to {max} rules.', { max: MAX_RULES }), 'too_many_rules')
  const rule = ctx.em.create(RuleTable, {
    ...{ name: fields.name, isEnabled: fields.is_enabled, conditions: fields.conditions, assigneeId: fields.assignee_id, teamId: fields.team_id },
    ...{ tagIds: [...new Set(fields.tag_ids)], priority: fields.priority },
  })
  await ctx.em.flush()
  await ctx.audit('inbox_rule.created', `inbox_rule:${rule.id}`, { name: fields.name })
  return show(ctx, rule.id)
}
/** @throws AtriumError 404, 422 */
export async function updateRule(ctx: Ctx, id: number, fields: z.output<typeof changes>): Promise<Rule> {
  await check(ctx, fields)
  const rule = await hold(ctx, RuleTable, id, 'Rule')
  assign(RuleTable, rule, fields)
  await ctx.em.flush()
  await ctx.audit('inbox_rule.changed', `inbox_rule:${id}`, { name: rule.name })
  return show(ctx, id)
}
export async function deleteRule(ctx: Ctx, id: number): Promise<void> {
  const rule = await hold(ctx, RuleTable, id, 'Rule')
  await ctx.em.nativeDelete(RuleTable, { id })
  await ctx.audit('inbox_rule.deleted', `inbox_rule:${id}`, { name: rule.name })
}

/** A new conversation, as rules look at it. */
export interface Judged extends Pick<HeldChat, 'type' | 'channel' | 'ticket_type' | 'area' | 'priority' | 'subject'> {
  text: string
  isMember: boolean
}
function holds({ field, is, value }: Rule['conditions'][number], chat: Judged): boolean {
  if (field === 'text') return `${chat.subject}\n${chat.text}`.toLowerCase().includes(value.toLowerCase()) === is
  // "is a member" has no value of its own; one that says no turns it round
  if (field === 'is_member') return (chat.isMember === (value !== 'false')) === is
  return (chat[field] === value) === is
}
export interface Ruled {
  assigneeId: number | null
  teamId: number | null
  tagIds: number[]
  priority: Judged['priority']
}
/** What all rules that hold come to, one after another: the last word counts, tags add up. Who may not answer any more is left out, and so are tags that are gone. */
export async function ruled(ctx: Ctx, chat: Judged): Promise<Ruled> {
  const all = (await rows(ctx)).filter(({ is_enabled, conditions }) => is_enabled && conditions.every((condition) => holds(condition, chat)))
  const named = [...new Set(all.flatMap(({ assignee_id }) => assignee_id ?? []))]
  const may = new Set(named.length ? (await ctx.read(answering, [named])).map(({ id }) => id) : [])
  const tags = all.flatMap(({ tag_ids }) => tag_ids.map(Number))
  const known = new Set(
    tags.length
      ? (await ctx.sql<{ id: number }>('select id from inbox.tag where community_id = $1 and id = any ($2::bigint[]) for key share', [tags])).map(
          ({ id }) => id,
        )
      : [],
  )
  const result: Ruled = { assigneeId: null, teamId: null, tagIds: [], priority: chat.priority }
  for (const { assignee_id, team_id, tag_ids, priority } of all) {
    if (assignee_id !== null && may.has(assignee_id)) result.assigneeId = assignee_id
    result.teamId = team_id ?? result.teamId
    result.priority = priority ?? result.priority
    result.tagIds = [...new Set([...result.tagIds, ...tag_ids.map(Number).filter((id) => known.has(id))])].slice(0, MAX_TAGS)
  }
  return result
}
