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
interface Listed extends ChatRow {
  /** 0 for those who wait. */
  part: number
  at: Date
}
/** Texts of conditions, and the values that they name. */
function narrowing({ view, type, team_id, tag_id, assignee_id }: Narrowing, params: unknown[]): string {
  const value = (one: unknown) => `$${params.push(one) + 1}`
  return [
    `c.community_id = $1 and ${WHERE[view]}`,
    ...(type === 'all' ? [] : [`c.type = ${value(type)}`]),
    ...(team_id ? [`c.team_id = ${value(team_id)}`] : []),
    ...(assignee_id ? [`c.assignee_id = ${value(assignee_id)}`] : []),
    ...(tag_id ? [`exists (select from inbox.chat_tag h where h.community_id = $1 and h.chat_id = c.id and h.tag_id = ${value(tag_id)})`] : []),
  ].join(' and ')
}
/** Ids of a page in its order. Both halves stop at the page, each by an index. */
function pageOf(query: Narrowing & Paging, params: unknown[]): string {
  const where = narrowing(query, params)
  const waits = WAITING.has(query.view)
  const [part = null, at = null, id = null] = decodeCursor(query.cursor, ['number', 'number', 'number']) ?? []
  // another list's cursor may name a half that this one has not
  if (part !== null && part !== 1 && !(waits && part === 0)) throw invalid({ cursor: ['This page cursor isn’t valid.'] })
  const rows = `$${params.push(rowsFor(query)) + 1}`
  const [moment, after] = at === null ? [] : [`to_timestamp($${params.push(at) + 1}::float8 / 1000)`, `$${params.push(id) + 1}::bigint`]
  const latest = `select 1 as part, c.last_message_at as at, c.id from inbox.chat c where ${where}${waits ? ' and c.waiting_since is null' : ''}
    ${part === 1 ? `and (c.last_message_at, c.id) < (${moment}, ${after})` : ''} order by c.last_message_at desc, c.id desc limit ${rows}`
  if (!waits || part === 1) return latest
  const first = `select 0 as part, c.waiting_since as at, c.id from inbox.chat c where ${where} and c.waiting_since is not null
    ${part === 0 ? `and (c.waiting_since, c.id) > (${moment}, ${after})` : ''} order by c.waiting_since, c.id limit ${rows}`
  return `(${first}) union all (${latest})`
}
export async function listChats(ctx: Ctx, query: Narrowing & Paging) {
  const params: unknown[] = [ctx.me().id]
  const ids = pageOf(query, params)
  const rows = await ctx.sql<Listed>(
    `${chatsFrom(`from (${ids}) x join inbox.chat c on c.community_id = $1 and c.id = x.id`, ', x.part, x.at')} where $2::bigint is not null
     order by x.part, case when x.part = 0 then x.at end, case when x.part = 0 then x.id end, x.at desc, x.id desc limit ${rowsFor(query)}`,
    params,
  )
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
