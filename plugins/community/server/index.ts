/** The wiring of a community's set-up. */
import { addressFiles, contribute, defineServer, escapeHtml, richTextHtml, runs } from '@atrium/sdk/server'
import spaces from '../../spaces/contract.ts'
import contract, { LEGAL_KINDS } from '../contract.ts'
import { broadcast } from './service/checklist.ts'
import { verify } from './service/domain.ts'
import { broadcastJob, verifyJob } from './jobs.ts'
import { Consent, Domain, Part } from './entities.ts'
import { subscriptions } from './events.ts'
import { show as landing } from './service/landing.ts'
import { textOf } from './service/legal.ts'
import { invitationEmail } from './service/emails.ts'
import { read, save } from './service/parts.ts'
import { handlers } from './routes.ts'

export default defineServer(contract, {
  entities: [Part, Domain, Consent],
  service: (ctx) => ({
    onboarding: () => read(ctx, 'onboarding'),
    receiveIn: async (spaceIds) => void (await save(ctx, 'onboarding', { default_space_ids: spaceIds })),
  }),
  contributes: [contribute(spaces.points.email, invitationEmail)],
  routes: handlers,
  on: subscriptions,
  jobs: [runs(verifyJob, verify, { deadlineMs: 60_000 }), runs(broadcastJob, broadcast, { deadlineMs: 60_000 })],
  pages: {
    '/landing': async (ctx) => {
      const { headline, text, picture_url } = await landing(ctx)
      return {
        title: headline,
        description: text.slice(0, 200) || undefined,
        image: picture_url ? new URL(picture_url, ctx.community.url).href : undefined,
        html: `<h1>${escapeHtml(headline)}</h1><p>${escapeHtml(text)}</p>`,
      }
    },
    '/legal/:kind': async (ctx, params) => {
      const kind = LEGAL_KINDS.find((one) => one === params.kind)
      if (!kind) return null
      const { body } = await textOf(ctx, kind)
      return {
        title: `${kind.replaceAll('_', ' ')} · ${ctx.community.name}`,
        html: richTextHtml(addressFiles(body, ctx.files)),
      }
    },
  },
  prefetch: {
    '/': async (ctx) =>
      ctx.member ? [{ route: contract.routes.welcome }, ...(ctx.can('community.manage') ? [{ route: contract.routes.checklist }] : [])] : [],
    '/landing': async () => [{ route: contract.routes.landing }],
    '/legal/:kind': async (_ctx, { kind }) => [{ route: contract.routes.legalText, input: { params: { kind } } }],
  },
})
