/** Reports, decisions, warnings and silences on a person's page. */
import type { Ctx, InferEntity } from '@atrium/sdk/server'
import type { TimelineSource } from '../../../audience/contract.ts'
import { CaseTable, SanctionTable } from '../entities.ts'
import { reasonIn } from './news.ts'

const DECIDED = { icon: { keep: 'check', remove: 'trash-2' }, word: { keep: 'kept', remove: 'removed' } } as const

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

export const cases: TimelineSource = {
  kind: 'cases',
  permission: 'moderation.manage',
  async of(ctx, memberId, before, limit) {
    const options = { limit, disableIdentityMap: true } as const
    const latest = { createdAt: 'desc' } as const
    const found = await ctx.em.find(CaseTable, { memberId, createdAt: { $lt: before }, ...REPORTED }, { ...options, orderBy: latest })
    const decided = await ctx.em.find(
      CaseTable,
      { memberId, actionAt: { $lt: before }, status: ['approved', 'rejected'], action: ['keep', 'remove'] },
      { ...options, orderBy: { actionAt: 'desc' } },
    )
    const sanctions = await ctx.em.find(SanctionTable, { memberId, createdAt: { $lt: before } }, { ...options, orderBy: latest })
    return [
      ...found.map(({ id, createdAt, excerpt, reasons, rule }) => ({
        at: createdAt,
        icon: 'shield-alert',
        text: ctx.t('timeline.reported', { reason: ctx.t(`reason.${rule ?? reasons[0] ?? 'other'}`), text: excerpt || '…' }),
        to: `/settings/moderation?case=${id}`,
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
