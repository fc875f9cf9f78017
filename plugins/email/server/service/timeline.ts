/** What a member's page tells of emails: which they got, and what they did with them. */
import type { TimelineSource } from '../../../audience/contract.ts'

export const emails: TimelineSource = {
  kind: 'emails',
  permission: 'email.manage',
  async of(ctx, memberId, before, limit) {
    const rows = await ctx.sql<{ id: number; name: string; sent_at: Date; opened_at: Date | null; clicked_at: Date | null; unsubscribed_at: Date | null }>(
      `select b.id, b.name, r.sent_at, r.opened_at, r.clicked_at, r.unsubscribed_at from email.recipient r
       join email.broadcast b on b.community_id = $1 and b.id = r.broadcast_id
       where r.community_id = $1 and r.member_id = $2 and r.sent_at is not null and r.sent_at < $3 order by r.sent_at desc limit $4`,
      [memberId, before, limit],
    )
    return rows.map(({ id, name, sent_at, opened_at, clicked_at, unsubscribed_at }) => ({
      at: sent_at,
      icon: 'mail',
      text: ctx.t(`timeline.${unsubscribed_at ? 'got_left' : clicked_at ? 'got_clicked' : opened_at ? 'got_opened' : 'got'}`, { name }),
      to: `/settings/emails/broadcast/${id}`,
    }))
  },
}
