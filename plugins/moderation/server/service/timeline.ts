/** Reports, decisions, warnings and silences on a person's page. */
import type { Ctx, InferEntity } from '@atrium/sdk/server'
import type { PersonFact, TimelineSource } from '../../../audience/contract.ts'
import { REASONS } from '../../contract.ts'
import { CaseTable, ReportTable, SanctionTable } from '../entities.ts'
import { silencedUntil } from './gate.ts'
import { dateIn, reasonIn } from './news.ts'

const DECIDED = { icon: { keep: 'check', remove: 'trash-2' }, word: { keep: 'kept', remove: 'removed' } } as const

/** Reports that are read for what they say. */
const MOST_REPORTS = 200

/** What was removed in place was reported by nobody. */
const REPORTED = { $or: [{ reportsCount: { $gt: 0 } }, { rule: { $ne: null } }] }

/** A warning or a silence is told by itself, a ban by the log of acts, wherever it was given. */
function decision(ctx: Ctx, { id, action, actionAt, excerpt, ...why }: InferEntity<typeof CaseTable>) {
  if (!actionAt || (action !== 'keep' && action !== 'remove')) return []
  const reason = reasonIn(ctx, why)
  const word = action === 'remove' && !reason ? 'removed_bare' : DECIDED.word[action]
  const text = ctx.t(`timeline.${word}`, { text: excerpt || '…', reason: reason || '…' })
  return [{ at: actionAt, icon: DECIDED.icon[action], text, to: `/settings/moderation?case=${id}` }]
}

/** Warnings that a member was given, and until when they are silenced. */
export const warnings: PersonFact = {
  permission: 'moderation.manage',
  async of(ctx, memberId) {
    const count = await ctx.em.count(SanctionTable, { memberId, kind: 'warning' })
    const until = await silencedUntil(ctx, memberId)
    const value = until ? ctx.t('fact.silenced', { count, until: dateIn(ctx.locale, until) }) : String(count)
    return { label: ctx.t('fact.warnings'), value }
  },
}

/** What a case was opened for, which is never left blank: a member who is reported has no text of their own, so what the first report says stands for it. */
function reported(ctx: Ctx, { reasons, rule, excerpt }: InferEntity<typeof CaseTable>, said: string | undefined): string {
  const key = rule ?? REASONS.find((one) => reasons.includes(one)) ?? 'other'
  const reason = ctx.t(key === 'other' ? 'timeline.reason_other' : `reason.${key}`)
  const text = excerpt || said
  return text ? ctx.t('timeline.reported', { reason, text }) : ctx.t('timeline.reported_bare', { reason })
}
/** By case, what the first report says. */
async function saidOf(ctx: Ctx, caseIds: number[]): Promise<Map<number, string>> {
  const found = await ctx.em.find(
    ReportTable,
    { caseId: { $in: caseIds }, body: { $ne: '' } },
    { orderBy: { id: 'desc' }, limit: MOST_REPORTS, disableIdentityMap: true },
  )
  return new Map(found.map(({ caseId, body }) => [caseId, body ?? '']))
}

export const cases: TimelineSource = {
  kind: 'cases',
  permission: 'moderation.manage',
  async of(ctx, memberId, before, limit) {
    const options = { limit, disableIdentityMap: true } as const
    const latest = { createdAt: 'desc' } as const
    const found = await ctx.em.find(CaseTable, { memberId, createdAt: { $lt: before }, ...REPORTED }, { ...options, orderBy: latest })
    const said = await saidOf(
      ctx,
      found.flatMap(({ id, excerpt }) => (excerpt ? [] : [id])),
    )
    const decided = await ctx.em.find(
      CaseTable,
      { memberId, actionAt: { $lt: before }, status: ['approved', 'rejected'], action: ['keep', 'remove'] },
      { ...options, orderBy: { actionAt: 'desc' } },
    )
    const sanctions = await ctx.em.find(SanctionTable, { memberId, createdAt: { $lt: before } }, { ...options, orderBy: latest })
    return [
      ...found.map((one) => ({
        at: one.createdAt,
        icon: 'shield-alert',
        text: reported(ctx, one, said.get(one.id)),
        to: `/settings/moderation?case=${one.id}`,
      })),
      ...decided.flatMap((one) => decision(ctx, one)),
      ...sanctions.map(({ kind, reason, reasonKey, createdAt, caseId }) => ({
        at: createdAt,
        icon: kind === 'warning' ? 'triangle-alert' : 'volume-x',
        text: ctx.t(`timeline.${kind}`, { reason: reasonIn(ctx, { reasonKey, actionReason: reason }) }),
        to: caseId ? `/settings/moderation?case=${caseId}` : null,
      })),
    ]
  },
}
