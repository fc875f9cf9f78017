/** Lists of conversations and what counts in them: who waits longest first where somebody waits, else the latest first. */
import { invalid } from '@atrium/sdk'
import { type Ctx, decodeCursor, type Paging, page, rowsFor } from '@atrium/sdk/server'
import type { TYPES, VIEWS } from '../../contract.ts'
import { chatsFrom, type ChatRow } from '../reads.ts'
import { presentChats } from './present.ts'
import { upTo } from './writing.ts'

type View = (typeof VIEWS)[number]
const HERE = `c.status = 'open' and c.snoozed_until is null`
/** Conditions on `c`; `$2` is the reader. */
const WHERE: Record<View, string> = {
  mine: `${HERE} and c.assignee_id = $2`,
  nobodys: `${HERE} and c.assignee_id is null and c.ai <> 'on'`,
  ai: `${HERE} and c.ai = 'on'`,
  snoozed: `c.status = 'open' and c.snoozed_until is not null`,
  open: HERE,
  solved: `c.status in ('solved', 'closed')`,
  all: `c.status <> 'draft'`,
}
/** Lists in which somebody waits. */
const WAITING = new Set<View>(['mine', 'nobodys', 'open'])

export interface Narrowing {
  view: View
  type: 'all' | (typeof TYPES)[number]
  team_id?: number | undefined
  tag_id?: number | undefined
  assignee_id?: number | undefined
}
/** The latest conversations in which a tag is looked for first: where many have it they fill a page, and where few have it the tag's own index is short. */
const WALKED = 5_000

interface Listed extends ChatRow {
  /** 0 for those who wait. */
  part: number
  at: Date
}
/** Texts of conditions, and the values that they name. */
function narrowing({ view, type, team_id, tag_id, assignee_id }: Narrowing, params: unknown[]): { where: string; tagged: string | null } {
  const value = (one: unknown) => `$${params.push(one) + 1}`
  const where = [
    `c.community_id = $1 and ${WHERE[view]}`,
    ...(type === 'all' ? [] : [`c.type = ${value(type)}`]),
    ...(team_id ? [`c.team_id = ${value(team_id)}`] : []),
    ...(assignee_id ? [`c.assignee_id = ${value(assignee_id)}`] : []),
  ].join(' and ')
  const tagged = tag_id ? `exists (select from inbox.chat_tag h where h.community_id = $1 and h.chat_id = c.id and h.tag_id = ${value(tag_id)})` : null
  return { where, tagged }
}
/**
 * Ids of a page in its order. Both halves stop at the page, each by an index.
 * @param walked of a list that is looked through for a tag the latest so many alone, so that the page may come out too short
 */
function pageOf(query: Narrowing & Paging, params: unknown[], walked: number | null): string {
  const { where, tagged } = narrowing(query, params)
  const waits = WAITING.has(query.view)
  const [part = null, at = null, id = null] = decodeCursor(query.cursor, ['number', 'number', 'number']) ?? []
  // another list's cursor may name a half that this one has not
  if (part !== null && part !== 1 && !(waits && part === 0)) throw invalid({ cursor: ['This page cursor isn’t valid.'] })
  const rows = `$${params.push(rowsFor(query)) + 1}`
  const [moment, after] = at === null ? [] : [`to_timestamp($${params.push(at) + 1}::float8 / 1000)`, `$${params.push(id) + 1}::bigint`]
  const half = (which: 0 | 1, kept: string, column: string, order: string): string => {
    const all = `from inbox.chat c where ${where} ${kept}`
    // what is open is little beside what has the tag: without the fence the planner begins with the tag
    const fence = walked === null ? (waits ? 'offset 0' : null) : `order by ${order} limit ${walked}`
    const narrowed = fence && tagged ? `from (select c.* ${all} ${fence}) c where ${tagged}` : `${all} ${tagged ? `and ${tagged}` : ''}`
    return `select ${which} as part, c.${column} as at, c.id ${narrowed} order by ${order} limit ${rows}`
  }
  const later = part === 1 ? `and (c.last_message_at, c.id) < (${moment}, ${after})` : ''
  const latest = half(1, `${waits ? 'and c.waiting_since is null' : ''} ${later}`, 'last_message_at', 'c.last_message_at desc, c.id desc')
  if (!waits || part === 1) return latest
  const longer = part === 0 ? `and (c.waiting_since, c.id) > (${moment}, ${after})` : ''
  return `(${half(0, `and c.waiting_since is not null ${longer}`, 'waiting_since', 'c.waiting_since, c.id')}) union all (${latest})`
}
async function rowsOf(ctx: Ctx, query: Narrowing & Paging, walked: number | null = null): Promise<Listed[]> {
  const params: unknown[] = [ctx.me().id]
  const ids = pageOf(query, params, walked)
  return ctx.sql<Listed>(
    `${chatsFrom(`from (${ids}) x join inbox.chat c on c.community_id = $1 and c.id = x.id`, ', x.part, x.at')} where $2::bigint is not null
     order by x.part, case when x.part = 0 then x.at end, case when x.part = 0 then x.id end, x.at desc, x.id desc limit ${rowsFor(query)}`,
    params,
  )
}
export async function listChats(ctx: Ctx, query: Narrowing & Paging) {
  const walked = query.tag_id && !WAITING.has(query.view) ? await rowsOf(ctx, query, WALKED) : []
  const rows = walked.length === rowsFor(query) ? walked : await rowsOf(ctx, query)
  const found = page(rows, { query, key: (row) => [row.part, row.at.getTime(), row.id] }, (row) => row)
  return { ...found, records: await presentChats(ctx, found.records) }
}

export interface UnreadCounts {
  mine: number
  nobodys: number
  ai: number
  snoozed: number
  open: number
  unread: number
}
/** Each counted to a hundred, in one statement. */
export async function unreadCounts(ctx: Ctx): Promise<UnreadCounts> {
  const mine = `(c.assignee_id = $2 or c.assignee_id is null and c.ai <> 'on')`
  const [counts] = await ctx.sql<UnreadCounts>(
    `select ${(['mine', 'nobodys', 'ai', 'snoozed', 'open'] as const).map((view) => `${upTo(WHERE[view])} as ${view}`).join(', ')},
       ${upTo(`c.status = 'open' and c.unread_count > 0 and ${mine}`)} as unread`,
    [ctx.me().id],
  )
  return counts!
}
