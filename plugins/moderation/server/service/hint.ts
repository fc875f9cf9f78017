/** What a plugin with a model says about a case before somebody decides: which rule it may break, and how sure that is. */
import { AtriumError, conflict } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import content, { type JudgedRecord } from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import contract, { type Advised, type Adviser } from '../../contract.ts'
import type { CaseRow } from '../reads.ts'

const adviserOf = (ctx: Ctx) => ctx.fill(contract.points.adviser)[0]?.value

export const canHint = async (ctx: Ctx, record: JudgedRecord): Promise<boolean> => (await adviserOf(ctx)?.isReady(ctx, record)) ?? false

/** @throws AtriumError 422 `hints_unavailable` where no plugin gives hints */
export function demandAdviser(ctx: Ctx): Adviser {
  const adviser = adviserOf(ctx)
  if (!adviser) throw new AtriumError(422, 'hints_unavailable', 'AI hints are turned off in this community.')
  return adviser
}
/** @throws AtriumError 409 where it is decided or gone; as the adviser does */
export async function hint(ctx: Ctx, adviser: Adviser, row: CaseRow) {
  const [record] = await ctx.use(content).judged(row.kind, [row.record_id])
  if (row.status !== 'inbox' || !record || record.state === 'gone') throw conflict('There is nothing left to review here.')
  const [space] = record.spaceId === null ? [] : await ctx.use(spaces).described([record.spaceId])
  const said = (isBefore: boolean) => record.around.filter((one) => one.isBefore === isBefore).map(({ text }) => text)
  const about: Advised = {
    ...{ kind: record.kind, spaceId: record.spaceId, authorMemberId: record.authorMemberId, title: record.title, text: record.text },
    ...{ before: said(true), after: said(false), reasons: row.reasons },
    space: space ? { name: space.name, description: space.description } : null,
  }
  return adviser.advise(ctx, about)
}
