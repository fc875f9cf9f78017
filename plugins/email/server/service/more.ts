/** Handlers of what stands beside broadcasts. */
import { conflict } from '@atrium/sdk'
import { type Ctx, csv, csvFile, type Handlers } from '@atrium/sdk/server'
import email from '../../contract.ts'
import type { moreRoutes } from '../../contract/more.ts'
import { onboarding, plan } from './hub.ts'
import { listScheduled, showBroadcast } from './present.ts'
import { allRecipients, type Outcome } from './report.ts'
import { createScheduled, deleteScheduled, needScheduled, updateScheduled } from './scheduled.ts'
import { createWords, listKinds, previewWords, resetWords, showWords, testWords, updateWords } from './system.ts'

async function csvOf(ctx: Ctx, id: number, outcome: Outcome | undefined) {
  const rows = await allRecipients(ctx, id, outcome)
  const columns = ['name', 'email', 'outcome', 'sent_at', 'opened_at', 'clicked_at', 'error'] as const
  const cells = columns.map(
    (key) => [ctx.t(`csv.${key}`), (row: (typeof rows)[number]) => (key === 'outcome' ? ctx.t(`outcome.${row.outcome}`) : row[key])] as const,
  )
  return csvFile('recipients.csv', csv(cells, rows))
}

export const moreHandlers: Pick<Handlers<typeof email>, keyof typeof moreRoutes> = {
  systemTemplates: async (ctx) => ({ records: await listKinds(ctx) }),
  createSystemTemplate: (ctx, { body }) => createWords(ctx, body),
  previewSystemTemplate: (ctx, { body }) => previewWords(ctx, body),
  async testSystemTemplate(ctx, { body }) {
    await testWords(ctx, body)
  },
  systemTemplate: (ctx, { params }) => showWords(ctx, params.id),
  updateSystemTemplate: (ctx, { params, body }) => updateWords(ctx, params.id, body),
  async destroySystemTemplate(ctx, { params }) {
    await resetWords(ctx, params.id)
  },
  scheduledEmails: (ctx, { query }) => listScheduled(ctx, query),
  createScheduledEmail: async (ctx, { body }) => showBroadcast(ctx, await createScheduled(ctx, body)),
  async scheduledEmail(ctx, { params }) {
    await needScheduled(ctx, params.id)
    return showBroadcast(ctx, params.id)
  },
  async updateScheduledEmail(ctx, { params, body }) {
    await updateScheduled(ctx, params.id, body as never)
    return showBroadcast(ctx, params.id)
  },
  async destroyScheduledEmail(ctx, { params }) {
    await deleteScheduled(ctx, params.id)
  },
  onboarding: (ctx) => onboarding(ctx),
  async saveOnboarding(ctx, { body: { dismissed } }) {
    await ctx.saveSettings(email, { onboarding_dismissed: dismissed })
    return onboarding(ctx, dismissed)
  },
  plans: (ctx) => plan(ctx),
  cancelSubscription() {
    throw conflict('Emails aren’t sold here, so there’s nothing to cancel.', 'no_subscription')
  },
  exportRecipients: (ctx, { params, body }) => csvOf(ctx, params.id, body.outcome),
  recipientsCsv: (ctx, { params, query }) => csvOf(ctx, params.id, query.outcome),
}
