/** Emails that the house sends by itself, in words of the community's own: what is kept of them, and their calls. */
import { changesOf, date, del, done, get, id, line, LOCALES, patch, post, z } from '@atrium/sdk'

const can = 'manage' as const
const byId = { params: z.object({ id }) }

export const MAX_WORDS = 2_000
const locale = z.enum(LOCALES)
const wordFields = z.object({
  /** Empty: ours. */
  subject: line(200).default(''),
  before: z.string().trim().max(MAX_WORDS).default(''),
  after: z.string().trim().max(MAX_WORDS).default(''),
})
const kind = z.string().min(3).max(120)
/** Words of the community's own, in one language. */
export const SystemWords = wordFields.extend({ id: z.number(), kind, locale, updated_at: date })
export type SystemWords = z.output<typeof SystemWords>
/** A kind of email that is sent by itself. */
export const SystemKind = z.object({
  kind: z.string(),
  /** Whose it is. */
  plugin: z.string(),
  plugin_title: z.string(),
  title: z.string(),
  /** What may stand in double braces. */
  variables: z.array(z.string()),
  /** Carries a link or a code of its own: other words may have none. */
  is_secret: z.boolean(),
  /** Where its words are changed; null: here. */
  at: z.string().nullable(),
  words: z.array(SystemWords),
})
export type SystemKind = z.output<typeof SystemKind>
const tried = wordFields.extend({ kind, locale })

export const systemRoutes = {
  systemTemplates: get('/internal_api/email/system_templates', {
    can,
    reply: z.object({ records: z.array(SystemKind) }),
    summary: 'Kinds of emails that are sent by themselves, with the community’s own words',
  }),
  createSystemTemplate: post('/internal_api/email/system_templates', {
    can,
    body: tried,
    reply: SystemWords,
    status: 201,
    summary: 'Own words for a kind in a language',
  }),
  previewSystemTemplate: post('/internal_api/email/system_templates/preview', {
    can,
    body: tried,
    reply: z.object({ subject: z.string(), html: z.string() }),
    limit: { points: 240, seconds: 60 },
    summary: 'How an email would look with these words',
  }),
  testSystemTemplate: post('/internal_api/email/system_templates/test', {
    can,
    body: tried,
    reply: done,
    limit: { points: 20, seconds: 3_600 },
    summary: 'Sends it to oneself, with values to look at',
  }),
  systemTemplate: get('/internal_api/email/system_templates/:id', { can, ...byId, reply: SystemWords, summary: 'One' }),
  updateSystemTemplate: patch('/internal_api/email/system_templates/:id', {
    can,
    ...byId,
    body: changesOf(wordFields),
    reply: SystemWords,
    summary: 'Changes it',
  }),
  destroySystemTemplate: del('/internal_api/email/system_templates/:id', { can, ...byId, reply: done, summary: 'Our words again' }),
}
