/** The server side of notifications, in one screen. */
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import communities from '@atrium/sdk/kernel/communities'
import health from '@atrium/sdk/kernel/health'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { digestDueJob, digestJob, mailDueJob, mailJob, pushJob, sweepJob, tellJob, tellManyJob, withdrawJob } from './jobs.ts'
import { counters } from './reads.ts'
import { routes } from './routes.ts'
import { digestDue, digestPage } from './service/digests.ts'
import { closeDoor, openDoor, whyClosed } from './service/door.ts'
import { heldKind } from './service/held.ts'
import { mailDue, mailMembers } from './service/emails.ts'
import { sweep } from './service/sweep.ts'
import { service } from './service/index.ts'
import { pushKey, sendPush } from './service/push.ts'
import { tell, tellPage } from './service/tell.ts'
import { mailed } from './service/mailed.ts'
import { withdraw } from './service/withdraw.ts'

/** Tables whose rows are one member's alone. */
const OWN = ['notice', 'counter', 'preference', 'profile', 'subscription', 'reply', 'held_reply', 'used_link']

export default defineServer(contract, {
  entities,
  routes,
  service,
  counters: () => counters,
  jobs: [
    runs(tellJob, (ctx, { news, to }) => tell(ctx, news, to)),
    runs(tellManyJob, (ctx, { news, after }) => tellPage(ctx, news, after), { deadlineMs: 30_000 }),
    runs(withdrawJob, (ctx, { kind, subjectId }) => withdraw(ctx, kind, subjectId)),
    runs(mailDueJob, mailDue, { schedule: '* * * * *' }),
    runs(mailJob, (ctx, { memberIds }) => mailMembers(ctx, memberIds), { deadlineMs: 30_000 }),
    runs(digestDueJob, digestDue, { schedule: '2 * * * *' }),
    runs(digestJob, digestPage, { deadlineMs: 60_000 }),
    runs(sweepJob, sweep, { schedule: '40 3 * * *', deadlineMs: 300_000 }),
    runs(pushJob, sendPush, { transaction: false, deadlineMs: 20_000 }),
  ],
  contributes: [
    contribute(contract.points.kind, heldKind),
    contribute(communities.points.mails, mailed),
    contribute(health.points.checks, (): Record<string, { ok: boolean; detail?: string }> => {
      const reason = whyClosed()
      return reason ? { replies: { ok: false, detail: reason } } : {}
    }),
  ],
  hooks: {
    start: openDoor,
    stop: closeDoor,
    // the key stands before the first browser asks for it
    enable: async (ctx) => void (await pushKey(ctx)),
    async erase(ctx, { memberId }) {
      for (const table of OWN) await ctx.sql(`delete from notifications.${table} where community_id = $1 and member_id = $2`, [memberId])
      await ctx.sql('update notifications.act set actor_member_id = null where community_id = $1 and actor_member_id = $2', [memberId])
    },
  },
})
