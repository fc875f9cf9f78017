/** The first steps, and how many emails may go out. */
import { type Ctx, safeHtml } from '@atrium/sdk/server'
import email, { type EmailPlan, type Onboarding } from '../../contract.ts'
import { mailServerOf } from './transport.ts'

export async function onboarding(ctx: Ctx, dismissed = ctx.settings(email).onboarding_dismissed): Promise<Onboarding> {
  const [row] = await ctx.sql<{ any: boolean; tested: boolean; sent: boolean }>(
    `select count(*) > 0 as any, coalesce(bool_or(tested_at is not null or sent_at is not null), false) as tested, coalesce(bool_or(sent_at is not null), false) as sent
     from email.broadcast where community_id = $1`,
  )
  const is = {
    address: safeHtml(ctx.settings(email).footer_html).trim() !== '',
    server: mailServerOf(ctx) !== null,
    draft: row!.any,
    test: row!.tested,
    sent: row!.sent,
  }
  // whoever has sent one needs no steps to the first
  const steps = (Object.keys(is) as (keyof typeof is)[]).map((key) => ({ key, is_done: is[key] }))
  return { steps, is_done: is.sent, dismissed }
}
/** Whoever runs this brings the mail server: nothing here counts against a plan. */
export async function plan(ctx: Ctx): Promise<EmailPlan> {
  const now = ctx.now()
  const [row] = await ctx.sql<{ sent: number }>('select coalesce(sum(sent), 0)::int as sent from email.hour where community_id = $1 and hour >= $2', [
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
  ])
  return { kind: 'self_hosted', monthly_limit: null, sent_this_month: row!.sent }
}
