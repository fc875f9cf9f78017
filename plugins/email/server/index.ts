/** The server side of emails to many, in one screen. */
import communities from '@atrium/sdk/kernel/communities'
import { contribute, defineServer, on, runs, unlessRefused } from '@atrium/sdk/server'
import audience from '../../audience/contract.ts'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { checkDomainJob, domainsJob, fillJob, mindJob, sendJob, toldJob } from './jobs.ts'
import { routes } from './routes/index.ts'
import { isReturnToken, takeReturned, takeTold } from './service/bounces.ts'
import { beginDue } from './service/broadcasts.ts'
import { checkDomain, checkDue } from './service/domains.ts'
import { service } from './service/index.ts'
import { fillPage, mind, sendSome } from './service/sending.ts'
import { wordsFor } from './service/system.ts'
import { emails } from './service/timeline.ts'
import { RETURNS } from './service/tokens.ts'
import { ended } from './service/tracking.ts'
import { closeTransports } from './service/transport.ts'

export default defineServer(contract, {
  entities,
  routes,
  service,
  contributes: [
    contribute(communities.points.words, wordsFor),
    contribute(audience.points.timeline, emails),
    contribute(notifications.points.mailbox, { name: RETURNS, isKnown: isReturnToken, take: takeReturned }),
  ],
  on: [on(audience.events['person.unsubscribed'], 'reader-ended', ended)],
  jobs: [
    runs(fillJob, (ctx, { broadcastId, after }) => fillPage(ctx, broadcastId, after), { deadlineMs: 60_000 }),
    runs(sendJob, (ctx, { broadcastId }) => sendSome(ctx, broadcastId), { transaction: false, deadlineMs: 120_000 }),
    runs(
      mindJob,
      async (ctx) => {
        await beginDue(ctx)
        await mind(ctx)
      },
      { schedule: '* * * * *', deadlineMs: 60_000 },
    ),
    runs(domainsJob, (ctx) => checkDue(ctx), { schedule: '*/10 * * * *' }),
    runs(checkDomainJob, (ctx, { domainId }) => unlessRefused(checkDomain(ctx, domainId), undefined, 404), { transaction: false, deadlineMs: 60_000 }),
    runs(toldJob, (ctx, { told }) => takeTold(ctx, told), { deadlineMs: 60_000 }),
  ],
  hooks: {
    stop: closeTransports,
    async erase(ctx, { memberId, emails }) {
      await ctx.sql(`delete from email.recipient where community_id = $1 and (member_id = $2 or lower(email) = any ($3::text[]))`, [memberId, emails])
      await ctx.sql(`delete from email.suppression where community_id = $1 and lower(email) = any ($2::text[])`, [emails])
      for (const table of ['broadcast', 'template', 'system_template'])
        await ctx.sql(`update email.${table} set author_member_id = null where community_id = $1 and author_member_id = $2`, [memberId])
    },
  },
})
