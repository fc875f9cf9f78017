/** The admin's outbox: what was sent, what failed, and what is held because there is no mail server. */
import { date, defineContract, done, get, id, list, paging, post, z } from '../../index.ts'

const status = z.enum(['queued', 'waiting', 'held', 'sent', 'failed'])
const MailRecord = z.object({
  id: z.number(),
  recipient: z.string(),
  subject: z.string(),
  status,
  error: z.string().nullable(),
  created_at: date,
  sent_at: date.nullable(),
  /** Of one that is waiting, because a try has failed. */
  next_try_at: date.nullable(),
})

export default defineContract('mail', {
  routes: {
    list: get('/internal_api/email_outbox', {
      can: 'admin',
      query: paging.extend({ status: status.optional() }),
      reply: list(MailRecord),
      summary: 'Mails of this community, newest first',
    }),
    show: get('/internal_api/email_outbox/:id', {
      can: 'admin',
      params: z.object({ id }),
      // text and HTML are null where a mail signs somebody in and the reader is not the platform owner
      reply: MailRecord.extend({ reply_to: z.string().nullable(), text: z.string().nullable(), html: z.string().nullable() }),
      summary: 'One mail with its text',
    }),
    resend: post('/internal_api/email_outbox/:id/resend', { can: 'admin', params: z.object({ id }), reply: done, summary: 'Sends a mail once more' }),
  },
})
