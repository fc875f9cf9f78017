/** Bans and departures among the recent changes: those that still hold can be taken back from there. */
import type { Ctx } from '@atrium/sdk/server'
import type { ChangeEntry, ChangeKind } from '../../../audience/contract.ts'
import { BanTable } from '../entities.ts'
import { lift, openBan, reactivate } from './leaving.ts'

const memberOf = ({ subject }: ChangeEntry): number => Number(subject.split(':')[1])
const permission = 'archive.manage'
/** Of several of one member only the latest tells what holds. */
const latest = (entries: readonly ChangeEntry[]) => [...new Map([...entries].reverse().map((entry) => [memberOf(entry), entry])).values()]

export const changes: ChangeKind[] = [
  {
    actions: ['member.banned'],
    group: 'bans',
    icon: 'ban',
    permission,
    to: () => '/settings/bans',
    async undoable(ctx: Ctx, entries) {
      const open = await ctx.em.find(BanTable, { memberId: entries.map(memberOf), liftedAt: null }, { disableIdentityMap: true })
      const banned = new Set(open.map(({ memberId }) => memberId))
      return latest(entries).flatMap((entry) => (banned.has(memberOf(entry)) ? entry.id : []))
    },
    async undo(ctx, entry) {
      const open = await openBan(ctx, memberOf(entry))
      if (open) await lift(ctx, open.id)
    },
  },
  { actions: ['ban.lifted'], group: 'bans', icon: 'undo-2', permission },
  {
    actions: ['member.deactivated'],
    group: 'deletions',
    icon: 'user-minus',
    permission,
    async undoable(ctx, entries) {
      const members = await ctx.sql<{ id: number }>(
        `select id from kernel.member_card where community_id = $1 and id = any($2::bigint[]) and status = 'deactivated'`,
        [entries.map(memberOf)],
      )
      const gone = new Set(members.map(({ id }) => id))
      return latest(entries).flatMap((entry) => (gone.has(memberOf(entry)) ? entry.id : []))
    },
    undo: (ctx, entry) => reactivate(ctx, memberOf(entry)),
  },
  { actions: ['member.reactivated'], group: 'deletions', icon: 'undo-2', permission },
  { actions: ['member.deleted'], group: 'deletions', icon: 'trash-2', permission },
]
