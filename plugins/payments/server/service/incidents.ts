/** What goes wrong again and again is shown to admins until it is over or somebody has seen to it. */
import { notFound, cut } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import type { AtOdds, Difference, Incident, Kind } from '../../contract.ts'
import { IncidentTable } from '../entities.ts'
import { tellManagers } from './news.ts'
import type { Said } from './said.ts'

interface Reported {
  /** What it is about: the same once more is one incident. */
  subject: string
  text?: string
  said?: Said
}
/** What is new among them is told of once, however many there are. */
async function reportAll(ctx: Ctx, kind: Incident['kind'], found: Reported[]): Promise<void> {
  const rows = await ctx.sql<{ id: number; fresh: boolean }>(
    `insert into payments.incident as i (community_id, kind, subject, text, said, first_at, last_at)
     select $1, $2, r.subject, coalesce(r.text, ''), r.said, $4, $4 from jsonb_to_recordset($3::jsonb) as r(subject text, text text, said jsonb) order by r.subject
     on conflict (community_id, kind, subject) where resolved_at is null do update
       set text = excluded.text, said = excluded.said, times = i.times + 1, last_at = excluded.last_at, updated_at = now()
     returning id, xmax = 0 as fresh`,
    [kind, JSON.stringify(found), ctx.now()],
  )
  ctx.log.warn({ kind, found: found.slice(0, 20) }, 'an incident of payments')
  const fresh = rows.find((row) => row.fresh)
  if (fresh) await tellManagers(ctx, fresh.id)
}
/** Reports a failure; several with the same subject are one incident. */
export const report = (ctx: Ctx, kind: Incident['kind'], text: string): Promise<void> => reportAll(ctx, kind, [{ subject: '', text: cut(text, 1000) }])
/** What the provider says of these is another thing than was handed out. */
export const reportChanged = (ctx: Ctx, found: { kind: Kind; id: string }[]): Promise<void> =>
  reportAll(
    ctx,
    'difference',
    found.map(({ kind, id }) => ({ subject: `${kind} ${id}`, said: { thing: kind, id } })),
  )
/** The books of an owner and the provider differ: each an incident, and nothing is mended. */
export async function reportDifferences(ctx: Ctx, owner: string, found: Difference[]): Promise<void> {
  if (found.length === 0) return
  await reportAll(
    ctx,
    'ledger',
    found.map((said) => ({ subject: `${owner} ${said.what} ${said.charge}`, said })),
  )
}
export const reportAtOdds = (ctx: Ctx, owner: string, { kind, ...said }: AtOdds): Promise<void> =>
  reportAll(ctx, kind, [{ subject: `${owner} ${said.charge}`, said: { atOdds: kind, ...said } }])
/** Closes incidents whose cause has gone. */
export async function settleIncident(ctx: Ctx, kind: Incident['kind']): Promise<void> {
  await ctx.sql('update payments.incident set resolved_at = $3, updated_at = now() where community_id = $1 and kind = $2 and resolved_at is null', [
    kind,
    ctx.now(),
  ])
}
/** @throws AtriumError 404 */
export async function resolve(ctx: Ctx, id: number): Promise<void> {
  const done = await ctx.em.nativeUpdate(IncidentTable, { id, resolvedAt: null }, { resolvedAt: ctx.now() })
  if (done === 0 && (await ctx.em.count(IncidentTable, { id })) === 0) throw notFound('Incident')
}
