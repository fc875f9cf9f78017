/** What an admin keeps about the community: one row a part, its defaults filled in when read. */
import { z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { InvitationEmail, LandingTexts, Onboarding, TEMPLATES } from '../../contract.ts'

const LegalPart = z.object({
  enabled: z.boolean().default(false),
  body: z.any().default(null),
  version: z.number().default(0),
  updated_at: z.string().nullable().default(null),
})
export type LegalPart = z.output<typeof LegalPart>
const parts = {
  onboarding: Onboarding,
  invitation_email: InvitationEmail,
  landing: LandingTexts,
  setup: z.object({
    template: z.enum(TEMPLATES).nullable().default(null),
    answers: z.record(z.string(), z.string()).default({}),
    skipped: z.array(z.string()).default([]),
    dismissed: z.boolean().default(false),
    broadcast_sent_at: z.string().nullable().default(null),
  }),
  terms: LegalPart,
  privacy: LegalPart,
  code_of_conduct: LegalPart,
}
type Parts = { [K in keyof typeof parts]: z.output<(typeof parts)[K]> }

export async function read<K extends keyof Parts>(ctx: Ctx, key: K): Promise<Parts[K]> {
  const [row] = await ctx.sql<{ value: unknown }>('select value from community.part where community_id = $1 and key = $2', [key])
  return parts[key].parse(row?.value ?? {}) as Parts[K]
}
/** Lays the changes over what is kept; two admins at once change different fields without loss. */
export async function save<K extends keyof Parts>(ctx: Ctx, key: K, changes: Partial<Parts[K]>): Promise<Parts[K]> {
  const [row] = await ctx.sql<{ value: unknown }>(
    `insert into community.part as p (community_id, key, value) values ($1, $2, $3)
     on conflict (community_id, key) do update set value = p.value || excluded.value, updated_at = now() returning value`,
    [key, JSON.stringify(changes)],
  )
  return parts[key].parse(row!.value) as Parts[K]
}
