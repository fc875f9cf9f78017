/** A record that was put in the wrong place: where it may go, and the way there and back. */
import { invalid } from '@atrium/sdk'
import type { Ctx, InferEntity } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import type { CaseTable } from '../entities.ts'

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
