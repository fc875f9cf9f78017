/** What is decided about a case: at once for everybody, told once it cannot be taken back any more. */
import type { CONTENT } from '../../../archive/contract.ts'
import { conflict, forbidden, invalid, notFound, type EventPayload, type z } from '@atrium/sdk'
import { actingAs, type Ctx, hold, type InferEntity, isUniqueViolation, type MemberInfo } from '@atrium/sdk/server'
import archive from '../../../archive/contract.ts'
import content from '../../../content/contract.ts'
import contract, { ACTS, APPEAL_DAYS, type ModerationAct, type Prepared, UNDO_SECONDS } from '../../contract.ts'
import { CaseTable, ReportTable, SanctionTable } from '../entities.ts'
import { settleJob, showJob } from '../jobs.ts'
import { queueChanged } from './cases.ts'
import { passed, silencesChanged } from './gate.ts'
import { moveBack, moveTo } from './moves.ts'
import { localeOf, noLongerHidden, reasonIn, tellAuthor, tellReporters, toldBy } from './news.ts'

type Found = InferEntity<typeof CaseTable>
const HOUR = 3_600_000
/** Whoever reported is answered, so many of them at most. */
const ANSWERED = 50
/** Cases of one member that wait: more are not to be expected. */
const SETTLED_AT_ONCE = 500

/** Whose cases are no part of the reader's queue: their own. Who runs the community has all, as nobody else might judge them. */
export const concerned = (ctx: Ctx): number | null => (ctx.me().isAdmin ? null : ctx.me().id)
/** @throws AtriumError 404 for a case about the reader */
export function demandQueued(ctx: Ctx, { memberId }: { memberId?: number | null }): void {
  if (memberId && memberId === concerned(ctx)) throw notFound('Case')
}

/** What this moderator may do about something of this author. */
export function actsFor(ctx: Ctx, { kind }: { kind: string }, author: MemberInfo | undefined, mayMove: boolean): ModerationAct[] {
  const me = ctx.me()
  const person = author?.isActive && author.id !== me.id && !author.isAdmin && (!author.isModerator || me.isAdmin)
  const may: Record<ModerationAct, boolean> = {
    keep: true,
    move: mayMove,
    remove: kind !== 'member',
    warn: Boolean(person),
    silence: Boolean(person),
    ban: Boolean(person) && ctx.has(archive) && ctx.can('archive.manage'),
  }
  return ACTS.filter((act) => may[act])
}

export interface Decision {
  act: ModerationAct
  reason: string
  hours: number
  remove: boolean
  /** Where to, for `move`. */
  spaceId?: number
  /** Of a ban: until when, null for good, and what becomes of what they wrote. */
  endsAt?: Date | null
  content?: (typeof CONTENT)[number]
  /** A prepared reason, instead of `reason`. */
  reasonKey?: Prepared | null
  /** An import: it stands, and nobody is told. */
  at?: Date
}
/** @throws AtriumError 404, 403 for what this moderator may not do, 409 `already_decided` for all but the first of those who decide at once */
export async function decide(ctx: Ctx, caseId: number, decision: Decision): Promise<void> {
  const { act, hours, remove, at, endsAt = null, content: written = 'hide', reasonKey = null } = decision
  const reason = reasonKey ? reasonIn(ctx, { reasonKey }) : decision.reason
  const found = await hold(ctx, CaseTable, caseId, 'Case')
  demandQueued(ctx, found)
  if (found.status !== 'inbox') throw conflict('This case was already decided.', 'already_decided')
  const { memberId = null, kind, recordId } = found
  const author = memberId === null ? undefined : (await ctx.members.byIds([memberId])).get(memberId)
  if (!actsFor(ctx, found, author, act === 'move').includes(act)) throw forbidden('This action isn’t available for this case.')
  if (endsAt && endsAt <= ctx.now()) throw invalid({ ends_at: ['Choose a time in the future.'] })
  if ((act === 'warn' || act === 'silence' || act === 'ban') && !reason) throw invalid({ reason: ['Enter a reason.'] })
  const now = at ?? ctx.now()
  const removes = kind !== 'member' && (act === 'remove' || (act !== 'keep' && act !== 'move' && remove))
  if (act === 'move') {
    await moveTo(ctx, found, decision.spaceId)
    Object.assign(found, { movedFrom: found.spaceId, spaceId: decision.spaceId })
  }
  if (removes && !found.isHidden) await ctx.use(content).withdrawOne(kind, recordId, 'hide')
  Object.assign(found, {
    status: act === 'keep' || act === 'move' ? 'approved' : 'rejected',
    action: act,
    actionReason: reason || null,
    reasonKey,
    actionBy: ctx.me().id,
    actionAt: now,
    settledAt: at ?? null,
    wasHidden: found.isHidden,
    isHidden: removes,
    decision: (found.decision ?? 0) + 1,
  })
  if (act === 'warn' || act === 'silence') await impose(ctx, found, memberId!, act, { reason, reasonKey, hours })
  await ctx.em.flush()
  if (at) {
    await ctx.em.nativeUpdate(ReportTable, { caseId }, { isRight: act !== 'keep' })
    return
  }
  await ctx.enqueue(
    settleJob,
    { caseId, decision: found.decision!, ...(act === 'ban' ? { ban: { endsAt: endsAt?.toISOString() ?? null, content: written } } : {}) },
    { runAt: new Date(now.getTime() + UNDO_SECONDS * 1000), key: `settle:${caseId}:${found.decision}` },
  )
  await ctx.audit('case.decided', `case:${caseId}`, { act, kind, record_id: recordId, member_id: memberId, reason })
  queueChanged(ctx)
}

/** A move that was made in place is decided by that. */
export async function noteMove(ctx: Ctx, found: Found, { from, to }: { from: number; to: number }): Promise<void> {
  const { id: caseId, kind, recordId, memberId = null } = found
  const now = ctx.now()
  Object.assign(found, {
    ...{ status: 'approved', action: 'move', actionReason: null, reasonKey: null, actionBy: ctx.me().id, actionAt: now },
    ...{ movedFrom: from, spaceId: to, wasHidden: found.isHidden, decision: (found.decision ?? 0) + 1 },
  })
  await ctx.em.flush()
  await ctx.enqueue(settleJob, { caseId, decision: found.decision! }, { key: `settle:${caseId}:${found.decision}` })
  await ctx.audit('case.decided', `case:${caseId}`, { act: 'move', kind, record_id: recordId, member_id: memberId, reason: '' })
  queueChanged(ctx)
}

interface Sentence {
  reason: string
  reasonKey: Prepared | null
  hours: number
}
async function impose(ctx: Ctx, { id: caseId }: Found, memberId: number, act: 'warn' | 'silence', { reason, reasonKey, hours }: Sentence) {
  const endsAt = act === 'silence' ? new Date(ctx.now().getTime() + hours * HOUR) : null
  ctx.em.create(SanctionTable, { memberId, kind: act === 'warn' ? 'warning' : 'silence', reason, reasonKey, caseId, byMemberId: ctx.me().id, endsAt })
  await ctx.em.flush()
  if (!endsAt) return
  silencesChanged(ctx)
  ctx.emit(contract.events['member.silenced'], { memberId, until: endsAt.toISOString() })
}

/** A case that is open again. @throws AtriumError 409 `too_late` where another waits for the same by now */
export async function flushOpen(ctx: Ctx): Promise<void> {
  try {
    await ctx.em.flush()
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('It was reported again in the meantime. Review the new report.', 'too_late')
    throw error
  }
}
/** @throws AtriumError 409 `too_late` once it is told, or for somebody else's decision */
export async function undo(ctx: Ctx, caseId: number): Promise<void> {
  const found = await hold(ctx, CaseTable, caseId, 'Case')
  demandQueued(ctx, found)
  const { actionAt, actionBy, settledAt, isHidden, wasHidden } = found
  const isOpen = found.status !== 'inbox' && !settledAt && actionBy === ctx.me().id && ctx.now().getTime() - actionAt!.getTime() <= UNDO_SECONDS * 1000
  if (!isOpen) throw conflict('This decision can no longer be undone.', 'too_late')
  if (isHidden && !wasHidden) await ctx.enqueue(showJob, { caseId }, { key: `show:${caseId}` })
  // what was restored is shown at once
  if (!isHidden && wasHidden) await ctx.use(content).withdrawOne(found.kind, found.recordId, 'hide')
  if (found.action === 'move' && found.movedFrom) {
    await moveBack(ctx, found, found.movedFrom)
    Object.assign(found, { spaceId: found.movedFrom, movedFrom: null })
  }
  await ctx.em.nativeDelete(SanctionTable, { caseId, createdAt: { $gte: actionAt! } })
  silencesChanged(ctx)
  Object.assign(found, {
    status: 'inbox',
    action: null,
    actionReason: null,
    reasonKey: null,
    actionBy: null,
    actionAt: null,
    isHidden: wasHidden,
    decision: found.decision! + 1,
  })
  await flushOpen(ctx)
  await ctx.audit('case.undone', `case:${caseId}`)
  queueChanged(ctx)
}

/** Whether it stays hidden with all that its author wrote, whatever is decided about it alone. */
export const isKeptBack = async (ctx: Ctx, memberId: number | null): Promise<boolean> =>
  memberId !== null && ctx.has(archive) && (await ctx.use(archive).hides(memberId))

/** In the name of its author, where they are a member still. */
async function show(ctx: Ctx, { memberId, kind, recordId }: Found): Promise<void> {
  if (await isKeptBack(ctx, memberId ?? null)) return ctx.use(content).withdrawOne(kind, recordId, 'release')
  const author = memberId ? await actingAs(ctx, memberId) : null
  await (author ?? ctx).use(content).withdrawOne(kind, recordId, 'show')
}
/** What a decision that was taken back had hidden. */
export async function showAgain(ctx: Ctx, { caseId }: { caseId: number }): Promise<void> {
  const found = await ctx.em.findOne(CaseTable, { id: caseId })
  if (!found || found.isHidden) return
  await show(ctx, found)
  // nobody reported it: it was removed in place, and the case was made for that
  if (found.status === 'inbox' && !found.reportsCount && !found.rule && !found.appealedAt) await ctx.em.remove(found).flush()
}

/** The decision stands: what follows from it beyond the record, and who is told. */
export async function settle(ctx: Ctx, { caseId, decision, ban }: z.output<typeof settleJob.payload>): Promise<void> {
  if (!(await ctx.em.count(CaseTable, { id: caseId }))) return
  const found = await hold(ctx, CaseTable, caseId, 'Case')
  if (found.decision !== decision || found.settledAt || found.status === 'inbox') return
  const { memberId = null, kind, recordId, action, actionBy, isHidden, wasHidden, appealedAt } = found
  found.settledAt = ctx.now()
  await ctx.em.flush()
  if (wasHidden && !isHidden) await show(ctx, found)
  const right = found.status === 'rejected' || action === 'move'
  await ctx.em.nativeUpdate(ReportTable, { caseId }, { isRight: right })
  if (!right && found.rule === 'first_posts' && memberId !== null) await passed(ctx, memberId)
  ctx.emit(contract.events['case.decided'], { caseId, act: action!, kind, recordId, memberId })
  await noLongerHidden(ctx, caseId)
  const told = toldBy(action ?? null, { wasHidden: wasHidden ?? false, appealed: Boolean(appealedAt) })
  if (memberId !== null && action === 'ban') {
    const moderator = await actingAs(ctx, actionBy!)
    // told by mail there, as who is banned reads nothing here
    if (moderator?.has(archive))
      await moderator.use(archive).ban(memberId, {
        reason: reasonIn(ctx, found, await localeOf(ctx, memberId)),
        content: ban?.content ?? 'hide',
        endsAt: ban?.endsAt ? new Date(ban.endsAt) : null,
        caseId,
      })
  } else if (memberId !== null && told) await tellAuthor(ctx, told, caseId, decision, memberId)
  // who reported before an appeal has been answered already
  if (appealedAt) return
  const reports = await ctx.em.find(ReportTable, { caseId }, { limit: ANSWERED, disableIdentityMap: true })
  await tellReporters(
    ctx,
    caseId,
    decision,
    reports.map((one) => one.memberId),
  )
}

type Banned = EventPayload<(typeof archive.events)['member.banned']>
/** A ban from a profile is a decision as one from the queue: the log has it. */
async function noteBan(ctx: Ctx, { memberId, byMemberId, reason }: Banned) {
  const now = ctx.now()
  ctx.em.create(CaseTable, {
    ...{ kind: 'member', recordId: memberId, memberId, status: 'rejected', reasons: ['other'], marks: [] },
    ...{ action: 'ban', actionReason: reason || null, actionBy: byMemberId, actionAt: now, settledAt: now, decision: 1 },
  })
  await ctx.em.flush()
}
/** A ban decides whatever else waits about the same member, as one from the queue does: what was reported stays away when it ends. */
export async function settleWaiting(ctx: Ctx, banned: Banned) {
  const { memberId, byMemberId, reason, content: written, caseId } = banned
  const waiting = await ctx.em.find(CaseTable, { memberId, status: 'inbox' }, { limit: SETTLED_AT_ONCE })
  const now = ctx.now()
  for (const found of waiting) {
    const removes = found.kind !== 'member' && written !== 'keep'
    if (removes && !found.isHidden) await ctx.use(content).withdrawOne(found.kind, found.recordId, 'hide')
    Object.assign(found, {
      status: 'rejected',
      action: 'ban',
      actionReason: reason || null,
      actionBy: byMemberId,
      actionAt: now,
      settledAt: now,
      wasHidden: found.isHidden,
      isHidden: found.isHidden || removes,
      decision: (found.decision ?? 0) + 1,
    })
    await ctx.em.nativeUpdate(ReportTable, { caseId: found.id }, { isRight: true })
  }
  await ctx.em.flush()
  if (caseId === null && !waiting.some(({ kind }) => kind === 'member')) await noteBan(ctx, banned)
  if (waiting.length) queueChanged(ctx)
}

/** Whether its author may know of it. */
const isTold = ({ settledAt, isHidden, appealedAt }: Found): boolean => Boolean(settledAt || isHidden || appealedAt)
/** @throws AtriumError 404 for a case of somebody else */
export async function ownCase(ctx: Ctx, caseId: number): Promise<Found> {
  const found = await ctx.em.findOne(CaseTable, { id: caseId, memberId: ctx.me().id }, { disableIdentityMap: true })
  if (!found || !isTold(found)) throw notFound('Case')
  return found
}
/** The latest about a record of the reader's that they may know of. */
export async function ownCaseOf(ctx: Ctx, kind: string, recordId: number): Promise<number | null> {
  const where = { kind, recordId, memberId: ctx.me().id }
  const found = await ctx.em.find(CaseTable, where, { orderBy: { id: 'desc' }, limit: 5, disableIdentityMap: true })
  return found.find(isTold)?.id ?? null
}
export const mayAppeal = (ctx: Ctx, { status, settledAt, action, appealedAt, finishedAt }: Found): boolean =>
  status === 'rejected' &&
  settledAt instanceof Date &&
  !appealedAt &&
  !finishedAt &&
  action !== 'ban' &&
  ctx.now().getTime() - settledAt.getTime() < APPEAL_DAYS * 24 * HOUR

/** @throws AtriumError 409 `no_appeal` a second time, too late, or before anything was decided */
export async function appeal(ctx: Ctx, caseId: number, text: string): Promise<void> {
  await ownCase(ctx, caseId)
  const found = await hold(ctx, CaseTable, caseId, 'Case')
  if (!mayAppeal(ctx, found)) throw conflict('You can only appeal once, within the time limit.', 'no_appeal')
  Object.assign(found, { status: 'inbox', appeal: text, appealedAt: ctx.now() })
  try {
    await ctx.em.flush()
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('Your appeal is already in review.', 'no_appeal')
    throw error
  }
  await ctx.audit('case.appealed', `case:${caseId}`)
  queueChanged(ctx)
}

/** What was removed and not asked about goes for good. */
export async function finish(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - APPEAL_DAYS * 24 * HOUR)
  const due = { status: 'rejected' as const, isHidden: true, finishedAt: null, actionAt: { $lt: before } }
  for (const found of await ctx.em.find(CaseTable, due, { limit: 200 })) {
    await ctx.use(content).withdrawOne(found.kind, found.recordId, 'remove')
    Object.assign(found, { finishedAt: ctx.now(), excerpt: '', marks: [] })
  }
  await ctx.em.flush()
}

export async function liftSilence(ctx: Ctx, memberId: number): Promise<void> {
  const ended = await ctx.em.nativeUpdate(SanctionTable, { memberId, kind: 'silence', endsAt: { $gt: ctx.now() } }, { endsAt: ctx.now() })
  if (!ended) throw notFound('Silence')
  silencesChanged(ctx)
  await ctx.audit('silence.lifted', `member:${memberId}`)
}
