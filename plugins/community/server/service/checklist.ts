/** The set-up checklist: each step is ticked by what is really there, or skipped by an admin. */
import type { z } from '@atrium/sdk'
import { actingAs, type Ctx } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import home from '../../../home/contract.ts'
import spaces from '../../../spaces/contract.ts'
import contract, { type Checklist, STEPS, type Step } from '../../contract.ts'
import { broadcastJob } from '../jobs.ts'
import { published } from './legal.ts'
import { read } from './parts.ts'

/** What a new community's theme says before anybody has chosen. */
const BRAND = '#506CF0'
const EMAILS_A_JOB = 200

/** Each with the control that is meant, as the search of the settings leads to it. */
const WHERE: Record<Step, string> = {
  icon: '/settings#find=shell:branding.icon',
  colour: '/settings/theme#find=shell:theme.choose',
  spaces: '/settings/spaces#find=spaces:space.new',
  banner: '/settings/home#find=home:settings.banner_title',
  post: '/c/-/new',
  legal: '/settings/legal#find=community:legal.terms',
  invite: '/settings/onboarding?tab=invitation',
  domain: '/settings/custom_domain#find=community:domain.name',
}

async function facts(ctx: Ctx): Promise<Record<Step, boolean>> {
  const { branding, domain } = ctx.platform
  const [{ visibleIds }, members, legal, written] = await Promise.all([
    ctx.use(spaces).access(),
    ctx.sql(`select 1 from kernel.member_card where community_id = $1 and status = 'active' limit 2`),
    published(ctx),
    ctx.use(content).hasAny('post'),
  ])
  const { banner_title, banner_text } = ctx.settings(home)
  return {
    icon: branding.icon_url !== null || branding.logo_url !== null,
    colour: branding.theme.brand_color.light.toUpperCase() !== BRAND || branding.theme.current_theme !== 'default',
    spaces: visibleIds().length > 0,
    banner: Boolean(banner_title || banner_text),
    post: written,
    legal: legal.length > 0,
    invite: members.length > 1,
    domain: domain !== null,
  }
}

export async function show(ctx: Ctx): Promise<Checklist> {
  const [done, setup, onboarding] = [await facts(ctx), await read(ctx, 'setup'), await read(ctx, 'onboarding')]
  const [inviting] = ctx.fill(contract.points.inviting)
  const toOf = (key: Step) => (key === 'invite' && inviting ? inviting.value : WHERE[key])
  const steps = STEPS.map((key) => ({ key, done: done[key], skipped: !done[key] && setup.skipped.includes(key), to: toOf(key) }))
  return {
    steps,
    done_count: steps.filter((step) => step.done || step.skipped).length,
    total: steps.length,
    dismissed: setup.dismissed,
    broadcast_sent_at: setup.broadcast_sent_at,
    default_access_group_id: onboarding.default_access_group_id,
  }
}

/** One step of telling every member: some emails, then the next step, in one transaction; it ends when whoever asked for it may do so no more. */
export async function broadcast(ctx: Ctx, { subject, body, after, byMemberId }: z.output<typeof broadcastJob.payload>): Promise<void> {
  const sender = await actingAs(ctx, byMemberId)
  if (!sender?.can('community.manage')) return ctx.audit('broadcast.stopped', 'community', { subject, after })
  const rows = await ctx.sql<{ id: number }>(
    `select id from kernel.member_card where community_id = $1 and status = 'active' and id > $2 order by id limit $3`,
    [after, EMAILS_A_JOB],
  )
  const addresses = await ctx.members.addresses(rows.map(({ id }) => id))
  for (const { email, locale } of addresses.values()) await ctx.mail({ to: email, locale, subject, text: `${body}\n\n${ctx.community.url}` })
  if (rows.length === EMAILS_A_JOB) await ctx.enqueue(broadcastJob, { subject, body, after: rows.at(-1)!.id, byMemberId }, { priority: 10 })
}
