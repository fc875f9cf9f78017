/** What an admin keeps about the community: one row a part, its defaults filled in when read. */
import { z } from '@atrium/sdk'
import { type Ctx, sql } from '@atrium/sdk/server'
import { InvitationEmail, LandingTexts, Onboarding, TEMPLATES } from '../../contract.ts'
import { Part, type Tables } from '../entities.ts'

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
  const row = await ctx.em.findOne(Part, { key }, { disableIdentityMap: true })
  return parts[key].parse(row?.value ?? {}) as Parts[K]
}
/** Lays the changes over what is kept; two admins at once change different fields without loss. */
export async function save<K extends keyof Parts>(ctx: Ctx, key: K, changes: Partial<Parts[K]>): Promise<Parts[K]> {
  const row = await ctx.em
    .getKysely<Tables>()
    .insertInto('community.part')
    .values({ community_id: ctx.community.id, key, value: changes })
    .onConflict((other) => other.columns(['community_id', 'key']).doUpdateSet({ value: sql`part.value || excluded.value`, updated_at: ctx.now() }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return parts[key].parse(row.value) as Parts[K]
}
