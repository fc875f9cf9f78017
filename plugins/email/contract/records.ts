/** Broadcasts, templates and what became of them, as admins see them. */
import { date, line, z } from '@atrium/sdk'
import { Blocks } from './blocks.ts'
import { Waits } from './deliverability.ts'

export const STATES = ['draft', 'scheduled', 'sending', 'sent', 'cancelled', 'failed'] as const
export const AUDIENCES = ['everybody', 'members', 'contacts', 'segments', 'people'] as const
export const METRICS = ['opens', 'clicks'] as const
/** What became of an email to one person. */
export const OUTCOMES = ['waiting', 'sent', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed', 'failed', 'skipped'] as const
export const MAX_SEGMENTS = 20
/** Chosen people of one email. */
export const MAX_PEOPLE = 50

const Author = z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() }).nullable()
/** Whom it goes to: of these all who want emails. */
export const Audience = z.object({
  kind: z.enum(AUDIENCES).default('members'),
  segment_ids: z.array(z.number().int().positive()).max(MAX_SEGMENTS).default([]),
  /** Of `people`: these members. */
  member_ids: z.array(z.number().int().positive()).max(MAX_PEOPLE).default([]),
})
export type Audience = z.output<typeof Audience>
/** Two subjects tried on some; the better goes to the rest. */
export const Experiment = z.object({
  subject: line(200).min(1, 'Enter a subject.'),
  /** Per cent of the audience that tries them, half of it each. */
  share: z.number().int().min(5).max(100).default(20),
  /** Until the better one is told. */
  wait_minutes: z.number().int().min(15).max(2_880).default(120),
  metric: z.enum(METRICS).default('opens'),
})
export type Experiment = z.output<typeof Experiment>

/** People, not events: who opens twice has opened. */
export const Figures = z.object({
  recipients: z.number(),
  sent: z.number(),
  opened: z.number(),
  clicked: z.number(),
  bounced: z.number(),
  complained: z.number(),
  unsubscribed: z.number(),
  failed: z.number(),
  skipped: z.number(),
})
export type Figures = z.output<typeof Figures>

const head = {
  id: z.number(),
  name: z.string(),
  subject: z.string(),
  status: z.enum(STATES),
  audience: Audience,
  scheduled_at: date.nullable(),
  is_local_time: z.boolean(),
  /** By which the time of day was chosen. */
  time_zone: z.string(),
  sent_at: date.nullable(),
  finished_at: date.nullable(),
  author: Author,
  figures: Figures,
  /** When a test of it was sent last. */
  tested_at: date.nullable(),
  created_at: date,
  updated_at: date,
}
export const BroadcastRow = z.object(head)
export type BroadcastRow = z.output<typeof BroadcastRow>
export const Broadcast = z.object({
  ...head,
  preheader: z.string(),
  from_name: z.string(),
  reply_to: z.string(),
  blocks: Blocks,
  theme_id: z.number().nullable(),
  experiment: Experiment.nullable(),
  /** Those of `audience.member_ids` who are still here. */
  people: z.array(z.object({ id: z.number(), name: z.string(), avatar_url: z.string().nullable() })),
  /** Why it did not go out, or waits: in the reader's language. */
  trouble: z.string().nullable(),
  version: z.number(),
})
export type Broadcast = z.output<typeof Broadcast>

export const Recipient = z.object({
  id: z.number(),
  person_id: z.number().nullable(),
  member_id: z.number().nullable(),
  name: z.string(),
  email: z.string(),
  outcome: z.enum(OUTCOMES),
  variant: z.enum(['a', 'b']).nullable(),
  error: z.string().nullable(),
  sent_at: date.nullable(),
  opened_at: date.nullable(),
  clicked_at: date.nullable(),
})
export type Recipient = z.output<typeof Recipient>
const Half = z.object({ variant: z.enum(['a', 'b']), subject: z.string(), sent: z.number(), opened: z.number(), clicked: z.number(), is_winner: z.boolean() })
export const Report = z.object({
  figures: Figures,
  /** What is due later, while it goes out. */
  waits: Waits.nullable(),
  /** By hour since it began to go out; the first 48, then what came later in one. */
  hours: z.array(z.object({ hour: date, sent: z.number(), opened: z.number(), clicked: z.number() })),
  links: z.array(z.object({ href: z.string(), people: z.number(), clicks: z.number() })),
  halves: z.array(Half),
})
export type Report = z.output<typeof Report>

export const Template = z.object({
  id: z.number(),
  name: z.string(),
  subject: z.string(),
  preheader: z.string(),
  blocks: Blocks,
  theme_id: z.number().nullable(),
  author: Author,
  created_at: date,
  updated_at: date,
})
export type Template = z.output<typeof Template>
/** An email as it would arrive. */
export const Preview = z.object({ subject: z.string(), preheader: z.string(), html: z.string(), text: z.string(), bytes: z.number() })
