/** Redirects of a CSV file: what can be taken is taken at once, the rest is told with its reason. */
import { cut, invalid, sentence, type z } from '@atrium/sdk'
import { type Ctx, issuesOf, lock, parseErrors } from '@atrium/sdk/server'
import { setImmediate as turn } from 'node:timers/promises'
import Papa from 'papaparse'
import { type Imported, MAX_REDIRECTS, redirectFields } from '../../contract.ts'
import { show } from './show.ts'
import { CIRCLE, problemOf, ruleOf, rulesOf, slugs, tooMany } from './redirects.ts'

const COLUMNS = ['from', 'to', 'status'] as const
interface Line {
  line: number
  text: string
  from: string
  to: string
  status: string
}
/** @throws AtriumError 422 for a file without the columns or with others, whose values would be lost, and for one that is too long */
function linesOf(csv: string): Line[] {
  const { data } = Papa.parse<string[]>(csv.replace(/^\ufeff/, ''), { preview: MAX_REDIRECTS + 2 })
  const names = (data[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const hasHead = names.includes('from') || names.includes('to')
  if (hasHead && !(names.includes('from') && names.includes('to'))) throw invalid({ 'body.csv': ['Add the columns “from” and “to” to the file.'] })
  const unknown = hasHead && names.find((name) => name !== '' && !COLUMNS.some((known) => known === name))
  if (unknown) throw invalid({ 'body.csv': [sentence('Column “{name}” isn’t recognized. Use “status” with 301 or 302.', { name: cut(unknown, 60) })] })
  const place = Object.fromEntries(COLUMNS.map((name, at) => [name, hasHead ? names.indexOf(name) : at])) as Record<(typeof COLUMNS)[number], number>
  const lines = data.map((cells, at) => ({
    line: at + 1,
    text: cut(cells.join(', '), 200),
    ...(Object.fromEntries(COLUMNS.map((name) => [name, cells[place[name]]?.trim() ?? ''])) as Record<(typeof COLUMNS)[number], string>),
  }))
  const filled = lines.slice(hasHead ? 1 : 0).filter(({ text }) => text.replaceAll(/[\s,]/g, '') !== '')
  if (filled.length > MAX_REDIRECTS) throw invalid({ 'body.csv': [sentence('A file can have up to {max} redirects.', { max: MAX_REDIRECTS })] })
  return filled
}

/** Lines after which others have their turn. */
const AT_ONCE = 500
/** One of the same path replaces what was there. @throws AtriumError 409 `too_many_redirects`, 422 */
export async function importRedirects(ctx: Ctx, csv: string): Promise<z.input<typeof Imported>> {
  const lines = linesOf(csv)
  await lock(ctx, 'site.redirects')
  const [rules, pages] = [await rulesOf(ctx), await slugs(ctx)]
  const refused: z.input<typeof Imported>['refused'] = []
  for (const [at, { line, text, ...given }] of lines.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await turn()
    const parsed = redirectFields.safeParse({ ...given, status: given.status === '' ? 301 : Number(given.status) }, { error: parseErrors(ctx.locale) })
    if (parsed.error) {
      const [[said]] = Object.values(issuesOf(parsed.error, 'body')) as [[string]]
      refused.push({ line, text, reason: ctx.say(said) })
      continue
    }
    const rule = ruleOf(parsed.data)
    const problem = problemOf(ctx, rule, pages)
    if (problem) refused.push({ line, text, reason: ctx.say(problem.said) })
    else rules.add(rule, line)
  }
  const texts = new Map(lines.map(({ line, text }) => [line, text]))
  for (const line of await rules.settle()) refused.push({ line, text: texts.get(line)!, reason: ctx.say(CIRCLE.said) })
  refused.sort((one, other) => one.line - other.line)
  if (rules.size > MAX_REDIRECTS) throw tooMany()
  const all = rules.added()
  const [counted] = await ctx.sql<{ added: number; replaced: number }>(
    `with made as (
       insert into site.redirect (community_id, from_path, is_wildcard, target, status)
       select $1, given.* from unnest($2::text[], $3::boolean[], $4::text[], $5::smallint[]) given
       on conflict (community_id, from_path, is_wildcard) do update set target = excluded.target, status = excluded.status, updated_at = $6
       returning xmax = 0 as is_new)
     select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as replaced from made`,
    [all.map(({ from }) => from), all.map(({ isWildcard }) => isWildcard), all.map(({ target }) => target), all.map(({ status }) => status), ctx.now()],
  )
  await ctx.audit('redirects.imported', 'redirects', { count: all.length })
  show(ctx)
  return { ...counted!, refused }
}
