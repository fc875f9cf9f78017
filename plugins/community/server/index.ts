/** The wiring of a community's set-up. */
import { contribute, defineServer, runs } from '@atrium/sdk/server'
import home from '../../home/contract.ts'
import spaces from '../../spaces/contract.ts'
import contract from '../contract.ts'
import { broadcast } from './service/checklist.ts'
import { verify } from './service/domain.ts'
import { broadcastJob, verifyJob } from './jobs.ts'
import { Consent, Domain, Part } from './entities.ts'
import { subscriptions } from './events.ts'
import { about, landingPage, legalPage } from './pages.ts'
import { change as changeLegal } from './service/legal.ts'
import { invitationEmail } from './service/emails.ts'
import { read, save } from './service/parts.ts'
import { handlers } from './routes.ts'

export default defineServer(contract, {
  entities: [Part, Domain, Consent],
  service: (ctx) => ({
    onboarding: () => read(ctx, 'onboarding'),
    introduce: async (texts) => void (await save(ctx, 'landing', texts)),
    publishLegal: async (texts) => void (await changeLegal(ctx, texts)),
    receiveIn: async (default_space_ids, introductionsId) =>
      void (await save(ctx, 'onboarding', { default_space_ids, introductions_space_id: introductionsId ?? null })),
    finishSetUp: async () => void (await save(ctx, 'setup', { dismissed: true })),
  }),
  contributes: [contribute(spaces.points.email, invitationEmail), contribute(home.points.visitors, about)],
  routes: handlers,
  on: subscriptions,
  jobs: [runs(verifyJob, verify, { deadlineMs: 60_000 }), runs(broadcastJob, broadcast, { deadlineMs: 60_000 })],
  pages: { '/landing': landingPage, '/legal/:kind': legalPage },
  prefetch: {
    '/': async (ctx) =>
      ctx.member ? [{ route: contract.routes.welcome }, ...(ctx.can('community.manage') ? [{ route: contract.routes.checklist }] : [])] : [],
    '/landing': async () => [{ route: contract.routes.landing }],
    '/legal/:kind': async (_ctx, { kind }) => [{ route: contract.routes.legalText, input: { params: { kind } } }],
  },
})
