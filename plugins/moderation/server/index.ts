/** The wiring of moderation. */
import { contribute, type Ctx, defineServer, on, runs } from '@atrium/sdk/server'
import auth from '@atrium/sdk/kernel/auth'
import archive from '../../archive/contract.ts'
import audience from '../../audience/contract.ts'
import content from '../../content/contract.ts'
import notifications from '../../notifications/contract.ts'
import contract from '../contract.ts'
import { entities } from './entities.ts'
import { finishJob, settleJob, showJob } from './jobs.ts'
import { handlers } from './routes.ts'
import { reportOne } from './service/cases.ts'
import { decide, finish, settle, settleWaiting, showAgain } from './service/decide.ts'
import { gate } from './service/gate.ts'
import { cases, warnings } from './service/timeline.ts'
import { kinds } from './service/news.ts'
import { removal } from './service/removal.ts'
import { forgetSpent, refusalWithout } from './service/proof.ts'

async function finishAll(ctx: Ctx): Promise<void> {
  await finish(ctx)
  await forgetSpent(ctx)
}

export default defineServer(contract, {
  entities,
  routes: handlers,
  service: (ctx) => ({
    report: (input) => reportOne(ctx, input),
    decide: (caseId, { act, reason = '', hours = 24, remove = true, spaceId, at }) => decide(ctx, caseId, { act, reason, hours, remove, spaceId, at }),
    setRules: (changes) => ctx.saveSettings(contract, changes),
  }),
  contributes: [
    contribute(content.points.gate, gate),
    contribute(content.points.removal, removal),
    contribute(audience.points.timeline, cases),
    contribute(audience.points.fact, warnings),
    contribute(auth.points.admission, async (ctx, who) => ('email' in who && who.proof !== null ? refusalWithout(ctx, who.proof) : null)),
    ...kinds.map((kind) => contribute(notifications.points.kind, kind)),
  ],
  on: [on(archive.events['member.banned'], 'settle-waiting', settleWaiting)],
  rooms: { moderation: async (ctx, id) => id === 'queue' && ctx.can('moderation.manage') },
  jobs: [runs(settleJob, settle), runs(showJob, showAgain), runs(finishJob, finishAll, { schedule: '40 3 * * *' })],
})
