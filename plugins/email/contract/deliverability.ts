/** What makes emails arrive: domains of the sender, addresses that are left alone, and what mail servers and providers tell of emails that came back. */
import { date, line, z } from '@atrium/sdk'

export const DOMAIN_STATES = ['pending', 'verified', 'failed'] as const
/** What the owner of a domain enters, and what for. */
export const RECORDS = ['dkim', 'return_path', 'spf', 'dmarc'] as const
/** `unknown`: name servers did not answer, or nobody has asked yet. */
export const FOUND = ['found', 'wrong', 'missing', 'unknown'] as const
export const MAX_DOMAINS = 20

export const DomainRecord = z.object({
  purpose: z.enum(RECORDS),
  type: z.enum(['TXT', 'CNAME']),
  name: z.string(),
  value: z.string(),
  found: z.enum(FOUND),
  /** Without it no email comes from this domain. */
  is_required: z.boolean(),
})
export const SendingDomain = z.object({
  id: z.number(),
  domain: z.string(),
  status: z.enum(DOMAIN_STATES),
  records: z.array(DomainRecord),
  checked_at: date.nullable(),
  /** Whether a new domain begins with few emails a day. */
  is_warming: z.boolean(),
  /** Today: how many may go out, and how many did; `limit` is null once it is through. */
  today: z.object({ limit: z.number().nullable(), sent: z.number() }),
})
export type SendingDomain = z.output<typeof SendingDomain>
/** A name with at least one dot, as mail servers know it; the address bar's form is cut down to it. */
export const domainInput = line(260).min(1, 'Enter a domain.')

export const REASONS = ['bounce', 'complaint', 'manual'] as const
export const Suppression = z.object({
  id: z.number(),
  email: z.string(),
  reason: z.enum(REASONS),
  /** What the mail server said, or whoever added it. */
  detail: z.string().nullable(),
  created_at: date,
})
export type Suppression = z.output<typeof Suppression>

/** Why what is due later is due later: a new domain, many at one mail provider, or the time that was chosen. */
export const HELD = ['warm_up', 'pace', 'time'] as const
/** What of a broadcast still waits. */
export const Waits = z.object({ until: date, held: z.enum(HELD) })

/** What a mail provider tells of one email: by its Message-ID, by the address, or by both. */
export const Told = z.object({
  what: z.enum(['bounce', 'complaint']),
  /** Of bounces: for good, or for now; null where it is to be read from `said`. */
  bounce: z.enum(['hard', 'soft']).nullable(),
  messageId: z.string().nullable(),
  email: z.string().nullable(),
  said: z.string().nullable(),
})
export type Told = z.output<typeof Told>
