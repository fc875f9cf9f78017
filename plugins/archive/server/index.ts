/** The wiring of leaving and of archives. */
import auth from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import { contribute, defineServer, mailKinds, runs } from '@atrium/sdk/server'
import audience from '../../audience/contract.ts'
import members from '../../members/contract.ts'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { dueJob, expireJob, exportStep, withdrawJob } from './jobs.ts'
import { banOfMember } from './reads.ts'
import { handlers } from './routes.ts'
import { acts } from './service/acts.ts'
import { admission, banSeen } from './service/bans.ts'
import { changes } from './service/changes.ts'
import { leavingAt } from './service/deletion.ts'
import { archiveFirst, expire, step } from './service/exports.ts'
import { ban, banMessage, deactivate, due, lift, openBan, remove, withdrawStep } from './service/leaving.ts'

/** Milliseconds a part may take. */
const deadlineMs = 120_000

export default defineServer(contract, {
  entities,
  routes: handlers,
  service: (ctx) => ({
    ban: (memberId, input) => ban(ctx, memberId, input),
    async banMessage(memberId, { reason, endsAt }) {
      const member = (await ctx.members.byIds([memberId])).get(memberId)
      return member ? banMessage(ctx, member, reason, endsAt) : null
    },
    lift: (banId) => lift(ctx, banId),
    hides: async (memberId) => (await openBan(ctx, memberId))?.content === 'hide',
    bannedUntil: async (memberId) => (await ctx.read(banOfMember, [memberId]))[0]?.ends_at ?? null,
    remove: (memberId, content) => remove(ctx, memberId, content),
    leavingAt: (memberIds) => leavingAt(ctx, memberIds),
    deactivate: (memberId) => deactivate(ctx, memberId),
  }),
  contributes: [
    contribute(auth.points.admission, admission),
    contribute(communities.points.ending, archiveFirst),
    contribute(members.points.banning, { of: banSeen }),
    contribute(
      communities.points.mails,
      mailKinds([
        { key: 'ban', subject: 'ban.mail.subject', text: 'ban.mail.text', values: ['name', 'until', 'reason'] },
        { key: 'deletion_asked', subject: 'deletion.mail.asked', text: 'deletion.mail.asked_text', values: ['name', 'date'] },
        { key: 'deletion_cancelled', subject: 'deletion.mail.cancelled', text: 'deletion.mail.cancelled_text', values: ['name'] },
        { key: 'export_own', subject: 'export.mail.own', text: 'export.mail.text', values: ['days'] },
        { key: 'export_community', subject: 'export.mail.community', text: 'export.mail.text', values: ['days'] },
      ]),
    ),
    ...acts.map((act) => contribute(audience.points.act, act)),
    ...changes.map((kind) => contribute(audience.points.change, kind)),
  ],
  jobs: [
    runs(withdrawJob, withdrawStep, { deadlineMs }),
    runs(exportStep, (ctx, { exportId }) => step(ctx, exportId), { deadlineMs }),
    runs(dueJob, due, { schedule: '*/5 * * * *', deadlineMs }),
    runs(expireJob, expire, { schedule: '20 3 * * *' }),
  ],
})
