/** Whoever looks after payments is told when something of them needs a look; once for each thing that opens, and once for many of a night. */
import type { Ctx } from '@atrium/sdk/server'
import notifications, { type NotificationKind, type NotificationSubject } from '../../../notifications/contract.ts'
import { incidentsById, managersRead } from '../reads.ts'
import { textOf } from './said.ts'

export const incidentKind: NotificationKind = {
  key: 'payments_incident',
  icon: 'triangle-alert',
  group: 'inbox',
  reaches: (ctx) => ctx.can('payments.manage'),
  defaults: { in_app: true, email: true, push: true },
  async subjects(ctx, ids) {
    if (!ctx.can('payments.manage')) return new Map()
    const rows = await ctx.read(incidentsById, [ids])
    return new Map(
      rows.map((row): [number, NotificationSubject] => [
        row.id,
        { title: ctx.t(`incident.${row.kind}`), path: '/settings/payments', spaceId: null, excerpt: textOf(ctx, row), type: 'PaymentIncident' },
      ]),
    )
  },
  recipientsSee: true,
  recipients: async (ctx, _incident, after, limit) =>
    (await ctx.read(managersRead, [after, limit])).map(({ id }) => ({ memberId: id, reason: 'manages_payments' })),
}

export async function tellManagers(ctx: Ctx, incidentId: number): Promise<void> {
  await ctx.use(notifications).tellMany({ kind: incidentKind.key, subjectId: incidentId, key: `incident:${incidentId}`, actorMemberId: null })
}
