/** Lists of the published API, which are asked for by page numbers, out of those of Atrium, which go on by cursors. */
import type { Route, RouteReply } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { Asked } from '../../contract/wire.ts'

/** Where the next pages of lists begin that a token has begun to read, so that page after page costs the same however deep it lies. */
const marks = new Map<string, { cursor: string; count: number | null }>()
/** The oldest go beyond these: such a page is counted from the beginning, as far as the route lets anybody. */
const MOST = 10_000
function note(key: string, mark: { cursor: string; count: number | null }): void {
  marks.delete(key)
  marks.set(key, mark)
  if (marks.size > MOST) marks.delete(marks.keys().next().value!)
}

interface Found {
  has_next_page: boolean
  count: number | null
  next_cursor?: string | null
  records: unknown[]
}
type RecordOf<R> = RouteReply<R> extends { records: (infer T)[] } ? T : never
interface Input {
  params?: object
  query?: object
}

/** Where the reply knows no total, those that are known so far: enough to see whether there is more. */
const envelope = <Out>({ page, per_page }: Asked, has_next_page: boolean, count: number | null, found: number, records: Out[]) => ({
  page,
  per_page,
  has_next_page,
  count: count ?? (page - 1) * per_page + found + (has_next_page ? 1 : 0),
  page_count: records.length,
  records,
})

/** A page of the list that a route answers. */
export async function pageOf<R extends Route<any, any>, Out>(
  ctx: Ctx,
  route: R,
  { params, query = {} }: Input,
  asked: Asked,
  present: (records: RecordOf<R>[]) => Out[] | Promise<Out[]>,
) {
  const { page, per_page } = asked
  const key = (number: number) => `${ctx.token!.id} ${route.plugin}.${route.name} ${per_page} ${number} ${JSON.stringify([params, query])}`
  const mark = page > 1 ? marks.get(key(page)) : undefined
  const where = mark ? { cursor: mark.cursor } : { page }
  const found = (await ctx.call(route as Route, { ...(params ? { params } : {}), query: { ...query, per_page, ...where } } as never)) as unknown as Found
  const count = found.count ?? mark?.count ?? null
  if (found.next_cursor) note(key(page + 1), { cursor: found.next_cursor, count })
  return envelope(asked, found.has_next_page, count, found.records.length, await present(found.records as RecordOf<R>[]))
}

/** A page of what a route answers whole, as there are some dozens of it at most. */
export async function cut<T, Out>(all: T[], asked: Asked, present: (records: T[]) => Out[] | Promise<Out[]>) {
  const from = (asked.page - 1) * asked.per_page
  const some = all.slice(from, from + asked.per_page)
  return envelope(asked, all.length > from + some.length && some.length > 0, all.length, some.length, await present(some))
}
