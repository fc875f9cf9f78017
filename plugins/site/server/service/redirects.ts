/** Addresses that have moved: where each leads now, by one read that is by key, or by one more for stars. */
import { conflict, invalid, notFound, type Sentence, sentence, type z } from '@atrium/sdk'
import {
  assign,
  containing,
  type Ctx,
  decodeCursor,
  hold,
  lock,
  type Paging,
  page,
  pick,
  type RowOf,
  rowsFor,
  statement,
  type TablesOf,
} from '@atrium/sdk/server'
import { MAX_REDIRECTS, type Redirect } from '../../contract.ts'
import { RedirectTable } from '../entities.ts'
import { countHit } from './hits.ts'
import { Rules, type Rule } from './loops.ts'
import { show } from './show.ts'
import { beginningsOf, filled, pathWithin, plainPath } from './paths.ts'
import { isAnswered } from './slugs.ts'

type Row = RowOf<typeof RedirectTable>
export interface Input {
  from: string
  to: string
  status: 301 | 302
}

const exactRead = statement<{ id: number; target: string; status: number }>(
  'site.redirect',
  'select id, target, status from site.redirect where community_id = $1 and from_path = $2 and not is_wildcard',
)
const wildcardRead = statement<{ id: number; target: string; status: number; from_path: string }>(
  'site.redirect_below',
  `select id, target, status, from_path from site.redirect where community_id = $1 and from_path = any ($2::text[]) and is_wildcard
   order by length(from_path) desc limit 1`,
)
/** Letters of a path that are looked at. */
const LONGEST = 2_000
/** Where a path leads that nothing else has; counted as a hit. */
export async function redirectFor(ctx: Ctx, path: string): Promise<{ to: string; status: number } | null> {
  if (path.length > LONGEST || path.includes('\0')) return null
  const [exact] = await ctx.read(exactRead, [plainPath(path)])
  const beginnings = exact ? [] : beginningsOf(path)
  const [below] = beginnings.length ? await ctx.read(wildcardRead, [beginnings.map(({ prefix }) => prefix)]) : []
  const found = exact ?? below
  if (!found) return null
  const rest = below ? beginnings.find(({ prefix }) => prefix === below.from_path)!.rest : ''
  const to = filled(found.target, rest, ctx.community.url)
  if (to === null) return null
  countHit(ctx, Number(found.id))
  return { to, status: found.status }
}

type Shown = z.input<typeof Redirect>
const toRedirect = (row: Row): Shown => ({
  ...pick(row, ['id', 'status', 'hits', 'last_hit_at', 'created_at']),
  from: row.is_wildcard ? `${row.from_path}/*` : row.from_path,
  to: row.target,
})
const all = (ctx: Ctx) =>
  ctx.em.getKysely<TablesOf<typeof RedirectTable>>().selectFrom('site.redirect').selectAll().where('community_id', '=', ctx.community.id)

export async function listRedirects(ctx: Ctx, query: Paging & { query?: string | undefined }) {
  const last = decodeCursor(query.cursor, ['string', 'number']) as [string, number] | null
  const rows = await all(ctx)
    .$if(last !== null, (more) => more.where((is) => is(is.refTuple('from_path', 'id'), '>', is.tuple(last![0], last![1]))))
    .$if(Boolean(query.query), (more) =>
      more.where((is) => is.or([is('from_path', 'ilike', containing(query.query!)), is('target', 'ilike', containing(query.query!))])),
    )
    .orderBy('from_path')
    .orderBy('id')
    .limit(rowsFor(query))
    .execute()
  return page(rows as Row[], { query, key: (row) => [row.from_path, row.id] }, toRedirect)
}
/** @throws AtriumError 404 */
export async function showRedirect(ctx: Ctx, id: number): Promise<Shown> {
  const row = await all(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Redirect')
  return toRedirect(row as Row)
}

/** As it is stored. */
export const ruleOf = ({ from, to, status }: Input): Rule => {
  const isWildcard = from.endsWith('/*')
  return { from: plainPath(isWildcard ? from.slice(0, -2) : from), isWildcard, target: to.trim(), status }
}
type Problem = { field: 'from' | 'to'; said: string | Sentence }
/** What is wrong with one by itself. @param pages slugs of pages */
export function problemOf(ctx: Ctx, { from, isWildcard, target }: Rule, pages: ReadonlySet<string>): Problem | null {
  if (from === '/') return { field: 'from', said: 'The home page can’t be redirected.' }
  if (!isWildcard && pages.has(from.slice(1))) return { field: 'from', said: 'A page already uses this URL. Change the page’s URL first.' }
  if (isAnswered(ctx, from, isWildcard))
    return { field: 'from', said: 'A screen of your community uses this URL, so it can’t be redirected. Enter another path.' }
  const star = target.indexOf('*')
  if (star >= 0 && !(isWildcard && target.endsWith('/*') && star === target.length - 1))
    return { field: 'to', said: 'Use * only at the end, after a slash, and only if the original path ends with /* too.' }
  if (star >= 0 && /[?#]/.test(target)) return { field: 'to', said: 'A target with ? or # can’t end with *. Remove one of them.' }
  const within = pathWithin(target, ctx.community.url)
  if (within !== null && !isWildcard && plainPath(within) === from) return { field: 'to', said: 'This redirect leads to itself. Choose another target.' }
  return null
}
export const CIRCLE: Problem = { field: 'to', said: 'This redirect would create a loop. Choose another target.' }
export const slugs = async (ctx: Ctx) =>
  new Set((await ctx.sql<{ slug: string }>('select slug from site.page where community_id = $1 and deleted_at is null')).map(({ slug }) => slug))
export async function rulesOf(ctx: Ctx, but?: number): Promise<Rules> {
  const rows = await ctx.sql<{ id: number; from_path: string; is_wildcard: boolean; target: string; status: number }>(
    'select id, from_path, is_wildcard, target, status from site.redirect where community_id = $1 and id is distinct from $2',
    [but ?? null],
  )
  const rules = new Rules(ctx.community.url)
  for (const { from_path: from, is_wildcard: isWildcard, target, status } of rows) rules.add({ from, isWildcard, target, status })
  return rules
}

/** Of several at once each sees what the one before has left: two halves of a circle come one after the other. */
async function check(ctx: Ctx, rule: Rule, but?: number): Promise<Rules> {
  await lock(ctx, 'site.redirects')
  const rules = await rulesOf(ctx, but)
  const isTaken = rules.has(rule)
  rules.add(rule, 1)
  const problem = problemOf(ctx, rule, await slugs(ctx)) ?? ((await rules.settle()).length ? CIRCLE : null)
  if (problem) throw invalid({ [`body.redirect.${problem.field}`]: [problem.said] })
  if (isTaken) throw invalid({ 'body.redirect.from': ['There’s already a redirect for this path. Edit it or enter another path.'] })
  return rules
}
export const tooMany = () => conflict(sentence('You can add up to {max} redirects.', { max: MAX_REDIRECTS }), 'too_many_redirects')
/** @returns its id @throws AtriumError 409 `too_many_redirects`, 422 */
export async function createRedirect(ctx: Ctx, input: Input): Promise<number> {
  const rule = ruleOf(input)
  const rules = await check(ctx, rule)
  if (rules.size > MAX_REDIRECTS) throw tooMany()
  const redirect = ctx.em.create(RedirectTable, { fromPath: rule.from, isWildcard: rule.isWildcard, target: rule.target, status: rule.status })
  await ctx.em.flush()
  show(ctx)
  return redirect.id
}
/** @throws AtriumError 404, 422 */
export async function updateRedirect(ctx: Ctx, id: number, changes: { [Field in keyof Input]?: Input[Field] | undefined }): Promise<void> {
  const redirect = await hold(ctx, RedirectTable, id, 'Redirect')
  const now = { from: redirect.isWildcard ? `${redirect.fromPath}/*` : redirect.fromPath, to: redirect.target, status: redirect.status as 301 | 302 }
  const rule = ruleOf({ from: changes.from ?? now.from, to: changes.to ?? now.to, status: changes.status ?? now.status })
  await check(ctx, rule, id)
  assign(RedirectTable, redirect, { from_path: rule.from, is_wildcard: rule.isWildcard, target: rule.target, status: rule.status })
  await ctx.em.flush()
  show(ctx)
}
/** @throws AtriumError 404 */
export async function deleteRedirect(ctx: Ctx, id: number): Promise<void> {
  await hold(ctx, RedirectTable, id, 'Redirect')
  await ctx.em.nativeDelete(RedirectTable, { id })
  show(ctx)
}
