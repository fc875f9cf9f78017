/** Handlers of what stands beside broadcasts: emails to chosen people, the first steps, and who got one as a file. */
import { conflict } from '@atrium/sdk'
import { type Ctx, csv, csvFile, type Handlers } from '@atrium/sdk/server'
import email from '../../contract.ts'
import type { hubRoutes } from '../../contract/hub.ts'
import { onboarding, plan } from '../service/hub.ts'
import { listBroadcasts, showBroadcast } from '../service/present.ts'
import { allRecipients, type Outcome } from '../service/report.ts'
import { createScheduled, deleteScheduled, needScheduled, updateScheduled } from '../service/scheduled.ts'

async function csvOf(ctx: Ctx, id: number, outcome: Outcome | undefined) {
  const rows = await allRecipients(ctx, id, outcome)
  const columns = ['name', 'email', 'outcome', 'sent_at', 'opened_at', 'clicked_at', 'error'] as const
  const cells = columns.map(
    (key) => [ctx.t(`csv.${key}`), (row: (typeof rows)[number]) => (key === 'outcome' ? ctx.t(`outcome.${row.outcome}`) : row[key])] as const,
  )
  return csvFile('recipients.csv', csv(cells, rows))
}

export const hubHandlers: Pick<Handlers<typeof email>, keyof typeof hubRoutes> = {
  scheduledEmails: (ctx, { query }) => listBroadcasts(ctx, query, 'people'),
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
