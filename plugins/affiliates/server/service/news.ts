/** What affiliates are told: that they are in, whom they have brought, and what becomes of their commissions. */
import type { Ctx } from '@atrium/sdk/server'
import notifications, { type Channel, type NotificationKind, type NotificationSubject } from '../../../notifications/contract.ts'
import contract, { DAY_MS } from '../../contract.ts'
import { AffiliateTable } from '../entities.ts'

const kind = (key: string, icon: string, defaults: NotificationKind['defaults']): NotificationKind => ({
  key,
  icon,
  group: 'inbox',
  defaults,
  /** Of the affiliate's own: nobody else sees it. */
  async subjects(ctx, ids) {
    const me = ctx.member?.id
    const rows = me ? await ctx.em.find(AffiliateTable, { id: { $in: ids }, memberId: me }, { fields: ['id'] }) : []
    const title = ctx.t('notify.title')
    return new Map(rows.map(({ id }): [number, NotificationSubject] => [id, { title, path: '/account/affiliate', spaceId: null, type: 'Affiliate' }]))
  },
  reaches: async (ctx) => ctx.member !== null && (await ctx.em.count(AffiliateTable, { memberId: ctx.member.id })) > 0,
  recipientsSee: true,
  async recipients(ctx, affiliateId, after) {
    const row = await ctx.em.findOne(AffiliateTable, { id: affiliateId, memberId: { $gt: after } })
    return row ? [{ memberId: row.memberId, reason: 'affiliate' }] : []
  },
})
const KINDS = {
  approved: kind('affiliate_approved', 'circle-check', { in_app: true, email: true, push: true }),
  declined: kind('affiliate_declined', 'circle-x', { in_app: true, email: true, push: false }),
  referral: kind('affiliate_referral', 'user-plus', { in_app: true, email: false, push: false }),
  due: kind('commission_due', 'percent', { in_app: true, email: false, push: false }),
  paid: kind('commission_paid', 'wallet', { in_app: true, email: true, push: true }),
  reversed: kind('commission_reversed', 'undo-2', { in_app: true, email: true, push: false }),
}
export const kinds = Object.values(KINDS)

interface Told {
  /** Names what happened, once. */
  act: string
  /** Never told of it themselves. */
  actorMemberId?: number | null
  sum?: { amount: number; currency: string }
  /** When, if not now: what is long past, as of an import, is told in the app alone. */
  at?: Date
}
export async function tell(ctx: Ctx, what: keyof typeof KINDS, affiliateId: number, { act, actorMemberId = null, sum, at = ctx.now() }: Told): Promise<void> {
  if (!ctx.has(notifications)) return
  const { key } = KINDS[what]
  const values = sum && { amount: sum }
  const channels: Channel[] | undefined = ctx.now().getTime() - at.getTime() > DAY_MS ? ['in_app'] : undefined
  await ctx.use(notifications).tellMany({ ...{ kind: key, subjectId: affiliateId, key: `${contract.id}:${key}:${act}` }, actorMemberId, values, channels, at })
}
