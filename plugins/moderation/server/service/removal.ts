/** What is removed in place, by who may, is decided as from the queue: its author is told why, and may appeal. */
import { conflict, cut, notFound } from '@atrium/sdk'
import { type Ctx, hold, type InferEntity } from '@atrium/sdk/server'
import content, { type Removal } from '../../../content/contract.ts'
import { PREPARED, type Prepared, type Reason, UNDO_SECONDS } from '../../contract.ts'
import { CaseTable } from '../entities.ts'
import { showJob } from '../jobs.ts'
import { EXCERPT, openCase } from './cases.ts'
import { decide, demandQueued, flushOpen, noteMove, undo } from './decide.ts'
import { localeOf, reasonIn, wording } from './news.ts'

const WRONG_PLACE: Reason = 'incorrect_location'
const preparedIn = (key: string | null | undefined): Prepared | null => PREPARED.find((one) => one === key) ?? null

/** Whether a case has removed something that is kept still. */
export const isRestorable = (one: Pick<InferEntity<typeof CaseTable>, 'status' | 'isHidden' | 'finishedAt'>): boolean =>
  one.status === 'rejected' && one.isHidden === true && !one.finishedAt
/**
 * Its author was told that it is removed, and is told that it is back.
 * @throws AtriumError 404, 409 `not_removed` where it is back already or gone for good, 409 `too_late` where it was reported again
 */
export async function restore(ctx: Ctx, caseId: number): Promise<void> {
  const found = await hold(ctx, CaseTable, caseId, 'Case')
  demandQueued(ctx, found)
  if (!isRestorable(found)) throw conflict('This was already restored or deleted for good.', 'not_removed')
  found.status = 'inbox'
  await flushOpen(ctx)
  await decide(ctx, caseId, { act: 'keep', reason: '', hours: 0, remove: false })
  await ctx.enqueue(showJob, { caseId }, { key: `show:${caseId}:${found.decision}` })
}

/** Records that one moderator removed in place of late; nobody brings back more. */
const MOST_REMOVED = 500
/** What this reader has removed, and what nobody has decided otherwise since. */
const ownRemoved = (ctx: Ctx, kind: string) => ({ kind, status: 'rejected' as const, action: 'remove' as const, actionBy: ctx.me().id })

/** Somebody moved it in place: a decision as one from the queue. */
const moved: Removal['moved'] = async (ctx, kind, recordId, from) => {
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

export const removal: Removal = {
  async remove(ctx, kind, recordId, why) {
    const [record] = await ctx.use(content).judged(kind, [recordId])
    if (!record) return false
    const reasonKey = preparedIn(why.reason_key)
    const { authorMemberId: memberId, spaceId, text } = record
    const caseId = await openCase(ctx, { kind, recordId, memberId, spaceId, text, reasons: [reasonKey ?? 'other'], decided: true })
    await decide(ctx, caseId, { act: 'remove', reason: why.reason, reasonKey, hours: 0, remove: true })
    return true
  },
  async restore(ctx, kind, recordId) {
    const found = await ctx.em.findOne(CaseTable, { ...ownRemoved(ctx, kind), recordId }, { orderBy: { id: 'desc' }, disableIdentityMap: true })
    if (!found) return false
    if (found.settledAt || ctx.now().getTime() - found.actionAt!.getTime() > UNDO_SECONDS * 1000) await restore(ctx, found.id)
    else await undo(ctx, found.id)
    return true
  },
  async removed(ctx, kind, since) {
    const found = await ctx.em.find(
      CaseTable,
      { ...ownRemoved(ctx, kind), actionAt: { $gt: since } },
      { orderBy: { id: 'desc' }, limit: MOST_REMOVED, fields: ['recordId'], disableIdentityMap: true },
    )
    return found.map(({ recordId }) => recordId)
  },
  moved,
}

/** @throws AtriumError 404 for what the reader does not see */
export async function previewRemoval(ctx: Ctx, kind: string, id: number, why: { reason: string; reason_key?: Prepared }) {
  const card = await ctx.use(content).card(kind, id)
  if (!card) throw notFound()
  const [record] = await ctx.use(content).judged(kind, [id])
  const locale = card.authorMemberId === null ? ctx.locale : await localeOf(ctx, card.authorMemberId)
  const reason = reasonIn(ctx, { reasonKey: why.reason_key, actionReason: why.reason }, locale)
  const about = { kind, excerpt: record?.text ?? card.excerpt, name: record?.name }
  const { title, text } = wording(ctx, 'moderation_removed', about, { act: 'remove', reason, until: null, appealed: false }, locale)
  return { subject: ctx.t('notify.moderation_removed.one', { title }, locale), text }
}
