/** Actions of workflows themselves: what the plugins that stand below them can do, emails, notifications and webhooks. */
import { RichTextDoc, z } from '@atrium/sdk'
import { type Ctx, docToText, eachAlone, type MailInput } from '@atrium/sdk/server'
import audience, { MAILING } from '../../../audience/contract.ts'
import content from '../../../content/contract.ts'
import members from '../../../members/contract.ts'
import notifications from '../../../notifications/contract.ts'
import type { ActedPerson, ActionOutcome, WorkflowAction } from '../../contract.ts'
import { NotificationTable } from '../entities.ts'
import { meeting } from './people.ts'

/** Said where nothing is written; of a text that is too long the length is said. */
const needed = (sentence: string) => ({ error: ({ code }: { code?: string }) => (code === 'too_big' ? undefined : sentence) })
/** Kind of the switch in the notification settings. */
export const NOTIFIED = 'workflow_message'
const doc = RichTextDoc.refine((value) => docToText(value as never).trim() !== '', 'Write something.')

interface Email {
  subject: string
  body: z.output<typeof RichTextDoc>
  is_marketing: boolean
}
const sendEmail: WorkflowAction<Email> = {
  key: 'send_email',
  icon: 'mail',
  group: 'tell',
  permission: 'members.manage',
  effect: 'outside',
  input: z.object({
    subject: z.string(needed('Enter a subject.')).trim().min(1, 'Enter a subject.').max(200),
    body: doc,
    is_marketing: z.boolean().default(true),
  }),
  asks: [
    { name: 'subject', kind: 'text' },
    { name: 'body', kind: 'richtext' },
    { name: 'is_marketing', kind: 'flag', optional: true },
  ],
  async run(ctx, people) {
    const ids = people.map(({ memberId }) => memberId)
    const out = await meeting(ctx, ids, { person: { match: 'all', rules: [{ filter: 'subscribed', operator: 'is', value: false }] } })
    const addresses = await ctx.members.addresses(ids)
    const outcomes: ActionOutcome[] = []
    for (const { memberId, input } of people) {
      const to = addresses.get(memberId)
      if (!to) outcomes.push({ memberId, is: 'failed', reason: 'This person is no longer a member.' })
      else if (input.is_marketing && out.has(memberId)) outcomes.push({ memberId, is: 'skipped', reason: 'This person doesn’t want emails like this.' })
      else await ctx.mail({ to: to.email, ...mailOf(ctx, input, to.locale, memberId) })
    }
    return outcomes
  },
  describe: async (_ctx, { subject }) => subject,
  async preview(ctx, input, memberId) {
    return { subject: input.subject, text: docToText(input.body as never), html: await ctx.mailHtml(mailOf(ctx, input, ctx.locale, memberId)) }
  },
}
/** What people may not want can be ended in the email itself. */
function mailOf(ctx: Ctx, { subject, body, is_marketing }: Email, locale: string, memberId: number): Omit<MailInput, 'to'> {
  const ending = is_marketing && ctx.has(notifications) ? ctx.use(notifications).ending(memberId, MAILING) : undefined
  return {
    locale,
    subject,
    parts: [{ doc: body }],
    foot: {
      why: ctx.t('mail.why', { community: ctx.community.name }, locale),
      ...(ending && { links: [{ label: ctx.t('mail.unsubscribe', {}, locale), url: ending.url }] }),
    },
    ...(ending && { headers: ending.headers }),
  }
}

const notify: WorkflowAction<{ text: string; path: string }> = {
  key: 'notify',
  icon: 'bell',
  group: 'tell',
  permission: 'members.manage',
  effect: 'inside',
  input: z.object({
    text: z.string(needed('Write something.')).trim().min(1, 'Write something.').max(200),
    path: z
      .string()
      .trim()
      .max(500)
      .default('')
      .transform((path) => path || '/')
      .refine((path) => /^\/(?![/\\])[\x21-\x7e\u00a1-\uffff]*$/.test(path), 'Enter a page of this community, like /events.'),
  }),
  asks: [
    { name: 'text', kind: 'text' },
    { name: 'path', kind: 'text', optional: true },
  ],
  async run(ctx, people, { workflowId }) {
    for (const { memberId, input, key } of people) {
      const made = ctx.em.create(NotificationTable, { workflowId, memberId, text: input.text, path: input.path })
      await ctx.em.flush()
      await ctx.use(notifications).tell({
        ...{ kind: NOTIFIED, subjectId: made.id, key: `workflow:${key}`, actorMemberId: null },
        to: [{ memberId, reason: 'workflow' }],
      })
    }
    return []
  },
  describe: async (_ctx, { text }) => text,
  preview: async (_ctx, { text }) => ({ subject: null, text, html: null }),
}

const setField: WorkflowAction<{ field: string; value: string }> = {
  key: 'set_profile_field',
  icon: 'square-pen',
  group: 'people',
  permission: 'members.manage',
  effect: 'inside',
  input: z.object({ field: z.string(needed('Choose a field.')).min(1, 'Choose a field.').max(120), value: z.string().trim().max(2_000).default('') }),
  asks: [
    {
      name: 'field',
      kind: 'choices',
      choices: async (ctx) => (await ctx.use(members).fields()).map(({ key, label }) => ({ value: key, label: String(label) })),
    },
    { name: 'value', kind: 'text', optional: true },
  ],
  run: (ctx, people) => each(ctx, people, ({ memberId, input }) => ctx.use(members).saveValues(memberId, { [input.field]: input.value || null })),
}

const comment: WorkflowAction<{ post_id: number; text: string }> = {
  key: 'comment',
  icon: 'message-square',
  group: 'content',
  permission: null,
  effect: 'inside',
  input: z.object({
    post_id: z.coerce.number({ error: 'Choose a post.' }).int().positive('Choose a post.'),
    text: z.string(needed('Write something.')).trim().min(1, 'Write something.').max(4_000),
  }),
  asks: [
    { name: 'post_id', kind: 'resource', resource: 'post' },
    { name: 'text', kind: 'longtext' },
  ],
  run: (ctx, people) =>
    each(ctx, people, async ({ input, key }) => {
      const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: input.text }] }] }
      await ctx.use(content).comment({ kind: 'post', id: input.post_id, doc: body, clientId: `workflow-${key}` })
    }),
}

const note: WorkflowAction<{ text: string }> = {
  key: 'note',
  icon: 'sticky-note',
  group: 'people',
  permission: 'members.manage',
  effect: 'inside',
  input: z.object({ text: z.string(needed('Write something.')).trim().min(1, 'Write something.').max(4_000) }),
  asks: [{ name: 'text', kind: 'longtext' }],
  run: (ctx, people) =>
    each(ctx, people, ({ memberId, input }) =>
      ctx.use(audience).note(memberId, { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: input.text }] }] }),
    ),
}

export const WEBHOOK = 'workflows.webhook'
/** The engine puts the call beside the run, and the run waits for its answer; nothing is called inside a transaction. */
const webhook: WorkflowAction<{ url: string; data: string }> = {
  key: 'webhook',
  icon: 'webhook',
  group: 'outside',
  permission: 'members.manage',
  effect: 'outside',
  input: z.object({ url: z.string(needed('Enter a URL.')).trim().min(1, 'Enter a URL.').max(2_000), data: z.string().max(4_000).default('') }),
  asks: [
    { name: 'url', kind: 'address' },
    { name: 'data', kind: 'longtext', optional: true },
  ],
  run: async () => [],
}

/** One after the other: whom it is refused for, fails alone. */
const each = async <Input>(ctx: Ctx, people: readonly ActedPerson<Input>[], work: (person: ActedPerson<Input>) => Promise<unknown>): Promise<ActionOutcome[]> =>
  (await eachAlone(ctx, people, work)).map(({ item, reason }) => ({ memberId: item.memberId, is: 'failed', reason }))

export const ownActions = (ctx: Ctx): WorkflowAction[] => [sendEmail, ...(ctx.has(notifications) ? [notify] : []), setField, note, comment, webhook]
