/** A record that was put in the wrong place: where it may go, and what is kept of a move, decided here or made in place. */
import { cut, invalid } from '@atrium/sdk'
import { type Ctx, hold, type InferEntity } from '@atrium/sdk/server'
import content, { type Removal } from '../../../content/contract.ts'
import type { Reason } from '../../contract.ts'
import { CaseTable } from '../entities.ts'
import { EXCERPT } from './cases.ts'
import { noteMove } from './decide.ts'

const WRONG_PLACE: Reason = 'incorrect_location'
type About = Pick<InferEntity<typeof CaseTable>, 'kind' | 'recordId'> & { isHidden?: boolean }
const moveOf = (ctx: Ctx, kind: string) => ctx.fill(content.points.kind).find(({ value }) => value.kind === kind)?.value.move

/** Ids of the spaces that this moderator may move it to. What is hidden is decided about first. */
export const targetsOf = async (ctx: Ctx, { kind, recordId, isHidden }: About): Promise<number[]> =>
  (isHidden ? undefined : await moveOf(ctx, kind)?.targets(ctx, recordId)) ?? []

/** @throws AtriumError 422 for a space that it may not be moved to */
export async function moveTo(ctx: Ctx, about: About, spaceId: number | undefined): Promise<void> {
  if (!spaceId || !(await targetsOf(ctx, about)).includes(spaceId)) throw invalid({ space_id: ['Choose a space.'] })
  await moveOf(ctx, about.kind)!.to(ctx, about.recordId, spaceId)
}
/** Takes a move back, whoever runs the spaces by now. */
export const moveBack = async (ctx: Ctx, { kind, recordId }: About, spaceId: number): Promise<void> => moveOf(ctx, kind)?.to(ctx, recordId, spaceId)

/** Somebody moved it in place: a decision as one from the queue. */
export const moved: Removal['moved'] = async (ctx, kind, recordId, from) => {
  const [record] = await ctx.use(content).judged(kind, [recordId])
  if (!record) return
  const { authorMemberId: memberId, spaceId, text } = record
  const open = await ctx.em.findOne(CaseTable, { kind, recordId, status: 'inbox' }, { disableIdentityMap: true })
  // what it was reported for besides is still to be decided
  const isMeant = open && !open.rule && open.reasons.every((reason) => reason === WRONG_PLACE)
  const found = isMeant
    ? await hold(ctx, CaseTable, open.id, 'Case')
    : ctx.em.create(CaseTable, { kind, recordId, memberId, spaceId, status: 'approved', reasons: [WRONG_PLACE], marks: [], excerpt: cut(text, EXCERPT) })
  await ctx.em.flush()
  await noteMove(ctx, found, { from, to: spaceId! })
}
