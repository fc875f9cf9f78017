/** The wiring of coming in. */
import auth from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import membership from '@atrium/sdk/kernel/membership'
import { contribute, defineServer, mailKinds, on, runs } from '@atrium/sdk/server'
import audience from '../../audience/contract.ts'
import community from '../../community/contract.ts'
import contract from '../contract.ts'
import { EmailTable, entities } from './entities.ts'
import { importJob, remindJob, sendJob, tidyJob } from './jobs.ts'
import { handlers } from './routes/index.ts'
import { remind, sendStep } from './service/bulk.ts'
import { claim, vouch } from './service/coming.ts'
import { changes } from './service/imports/changes.ts'
import { importStep } from './service/imports/run.ts'
import { tidy } from './service/imports/tidy.ts'
import { service } from './service/index.ts'

export default defineServer(contract, {
  entities,
  service,
  routes: handlers,
  on: [on(membership.events['member.joined'], 'claim-invitation', claim)],
  jobs: [
    runs(sendJob, (ctx, { bulkId }) => sendStep(ctx, bulkId), { deadlineMs: 60_000 }),
    runs(remindJob, remind, { schedule: '12 * * * *' }),
    runs(importJob, (ctx, { importId }) => importStep(ctx, importId), { deadlineMs: 60_000 }),
    runs(tidyJob, tidy, { schedule: '40 3 * * *' }),
  ],
  contributes: [
    contribute(auth.points.invitation, vouch),
    contribute(
      communities.points.mails,
      mailKinds([
        { key: 'invitation', subject: 'letter.subject', text: 'letter.body', values: ['name', 'inviter'], isSecret: true, at: '/settings/onboarding' },
      ]),
    ),
    contribute(community.points.inviting, '/members/invite/emails'),
    ...changes.map((kind) => contribute(audience.points.change, kind)),
  ],
  hooks: {
    async erase(ctx, { memberId, emails }) {
      await ctx.em.nativeDelete(EmailTable, { $or: [{ claimedBy: memberId }, { email: emails.map((email) => email.toLowerCase()) }] })
      await ctx.sql('delete from invitations.import_row where community_id = $1 and (member_id = $2 or email = any($3))', [
        memberId,
        emails.map((email) => email.toLowerCase()),
      ])
    },
  },
  counters: () => [
    {
      kept: 'invitations.bulk.accepted',
      counted: "select bulk_id as id, count(*) from invitations.email_invitation where community_id = $1 and status = 'accepted' group by bulk_id",
    },
  ],
})
