/** Reports, warnings and silences on a person's page. */
import type { TimelineSource } from '../../../audience/contract.ts'
import { CaseTable, SanctionTable } from '../entities.ts'

export const cases: TimelineSource = {
  kind: 'cases',
  permission: 'moderation.manage',
  async of(ctx, memberId, before, limit) {
    const options = { orderBy: { createdAt: 'desc' }, limit, disableIdentityMap: true } as const
    const found = await ctx.em.find(CaseTable, { memberId, createdAt: { $lt: before } }, options)
    const sanctions = await ctx.em.find(SanctionTable, { memberId, createdAt: { $lt: before } }, options)
    return [
      ...found.map(({ id, createdAt, excerpt, reasons, rule }) => ({
        at: createdAt,
        icon: 'shield-alert',
        text: ctx.t('timeline.reported', { reason: ctx.t(`reason.${rule ?? reasons[0] ?? 'other'}`), text: excerpt || '…' }),
        to: `/settings/moderation?case=${id}`,
      })),
      ...sanctions.map(({ kind, reason, createdAt, caseId }) => ({
        at: createdAt,
        icon: kind === 'warning' ? 'triangle-alert' : 'volume-x',
        text: ctx.t(`timeline.${kind}`, { reason }),
        to: caseId ? `/settings/moderation?case=${caseId}` : null,
      })),
    ]
  },
}
