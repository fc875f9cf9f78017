/** Mail: written to the outbox with the rows it speaks of, sent by a job, or held for the admin to read when there is no mail server. */
import { conflict, notFound, type z } from '@atrium/sdk'
import type { WholeMail } from '@atrium/sdk/kernel/health'
import type { MailInput } from '@atrium/sdk/server'
import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Data, Unit } from '../data/index.ts'
import type { Jobs, Queryable } from '../jobs/index.ts'
import { checkHeaders, composeMail, MAIL_COLUMNS, type MailBrand, mailRow, seenHere } from '@atrium/sdk/mail'

export { safe as asHtml } from '@atrium/sdk/mail'

type MailRow = z.output<typeof WholeMail> & { is_secret: boolean }
/** Priority: default -10, for mails that people wait for; 0 for notices, 10 for digests. */
export interface QueueOptions {
  priority?: number
  /** About an account: no address in its frame is a community's own. */
  ofAccount?: boolean
}

interface Dependencies {
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>
  data: Pick<Data, 'system' | 'systemTx'>
  jobs: Jobs
  brandOf(communityId: number): Promise<MailBrand>
  /** An email about an account, in the community's own words where it has some. */
  dress(communityId: number, mail: MailInput): Promise<MailInput>
  /** Does an address lead to the platform's own host, or to a name below it? */
  isOwn(address: string): boolean
}

/** Tries over about a day, as a mail server may be away that long. */
const ATTEMPTS = 13
const COLUMNS = 'id, recipient, subject, status, error, is_secret, created_at, sent_at, next_try_at'

export function createMail({ config, data, jobs, brandOf, dress, isOwn }: Dependencies) {
  const from = /<([^<>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom.trim()
  const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  let transport: Promise<Transporter> | undefined
  /** Of the last try, where the server itself was at fault. */
  let trouble: { at: number; message: string } | null = null
  /** Loaded with the first mail: megabytes that a start need not wait for. */
  const connect = (url: string) =>
    (transport ??= import('nodemailer').then((mailer) => mailer.createTransport({ url, pool: true, maxConnections: 3, ...patience })))

  const enqueue = (client: Queryable, communityId: number, id: number, priority: number) =>
    jobs.addIn(client, { communityId, task: 'kernel.mail', payload: { id }, options: { key: String(id), priority }, attempts: ATTEMPTS })

  async function send(communityId: number, id: number, attempt: number) {
    const { rows } = await data.system.query('select * from kernel.mail where id = $1 and community_id = $2', [id, communityId])
    const mail = rows[0]
    if (!mail || mail.status === 'sent') return
    if (!config.smtpUrl) throw new Error('there is no mail server (SMTP_URL)')
    const { name } = await brandOf(communityId)
    try {
      checkHeaders({ to: mail.recipient, subject: mail.subject, replyTo: mail.reply_to ?? undefined }, name)
      await (await connect(config.smtpUrl)).sendMail({
        from: { name, address: from },
        to: { name: '', address: mail.recipient },
        ...(mail.reply_to ? { replyTo: { name: '', address: mail.reply_to } } : {}),
        subject: mail.subject,
        headers: mail.headers ?? {},
        text: mail.text,
        html: mail.html,
        attachments: mail.attachments ?? [],
        // the same at every attempt: where a process died after sending and before noting it, mail programs recognise the second one as a duplicate
        messageId: `<mail.${id}.${mail.created_at.getTime()}@${from.split('@')[1]}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      trouble = null
    } catch (error) {
      const { code, message, responseCode = 0 } = error as Error & { code?: string; responseCode?: number }
      // a recipient or a text that is refused says nothing of the server
      if (code && !['EENVELOPE', 'EMESSAGE'].includes(code)) trouble = { at: Date.now(), message }
      // a permanent refusal by the recipient's server: trying again would not help
      const isRefused = code === 'EENVELOPE' && responseCode >= 500
      const isOver = isRefused || attempt >= ATTEMPTS
      // the queue's own backoff
      await data.system.query(
        `update kernel.mail set status = $2, error = $3, next_try_at = case $2 when 'waiting' then now() + exp(least($4::int, 10)) * interval '1 second' end where id = $1`,
        [id, isOver ? 'failed' : 'waiting', message, attempt],
      )
      if (isRefused) return
      throw error
    }
    await data.system.query(
      `update kernel.mail set status = 'sent', error = null, next_try_at = null, sent_at = now(),
         text = case when is_secret then '' else text end, html = case when is_secret then '' else html end where id = $1`,
      [id],
    )
  }
  jobs.register('kernel.mail', (communityId, { id }, { attempt }) => send(communityId, id, attempt))

  return {
    /** Whether mails leave this installation: without a server they stay in the outbox. */
    sends: config.smtpUrl !== null,
    /**
     * Queues a mail in the transaction of `client`. Call `jobs.wake()` after the commit of a unit, else it leaves within 2 s.
     * @throws AtriumError 422 when an address is not one address, or a header would break into two lines
     */
    async queueIn(client: Queryable, communityId: number, mail: MailInput, { priority = -10, ofAccount = false }: QueueOptions = {}): Promise<void> {
      const brand = await brandOf(communityId)
      const row = mailRow(ofAccount ? { ...brand, url: brand.platformUrl } : brand, ofAccount ? await dress(communityId, mail) : mail, isOwn)
      const { rows } = await client.query(
        `insert into kernel.mail (community_id, status, ${MAIL_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
        [communityId, config.smtpUrl ? 'queued' : 'held', ...row],
      )
      if (config.smtpUrl) await enqueue(client, communityId, rows[0].id, priority)
    },
    async htmlOf(communityId: number, mail: MailInput): Promise<string> {
      const brand = await brandOf(communityId)
      return seenHere(composeMail(brand, mail).html, brand.url)
    },
    /** Mails of the unit's community, newest first, below the id `before`. */
    list: (unit: Unit, { status, limit, before }: { status?: MailRow['status']; limit: number; before?: number | null }) =>
      unit.sql<Omit<MailRow, 'text' | 'html' | 'reply_to'>>(
        `select ${COLUMNS} from kernel.mail where community_id = $1 and ($2::text is null or status = $2) and ($3::bigint is null or id < $3) order by id desc limit $4`,
        [status ?? null, before ?? null, limit],
      ),
    /** @throws AtriumError 404 */
    async show(unit: Unit, id: number): Promise<MailRow> {
      const [row] = await unit.sql<MailRow>(`select ${COLUMNS}, text, html, reply_to from kernel.mail where community_id = $1 and id = $2`, [id])
      if (!row) throw notFound('Email')
      return row
    },
    /** Those of the last day by state, in all communities. */
    async counts(): Promise<Record<MailRow['status'], number>> {
      const { rows } = await data.system.query<{ status: MailRow['status']; n: number }>(
        "select status, count(*)::int as n from kernel.mail where created_at > now() - interval '1 day' group by status",
      )
      return { queued: 0, waiting: 0, held: 0, sent: 0, failed: 0, ...Object.fromEntries(rows.map(({ status, n }) => [status, n])) }
    },
    /** Sends once more. @throws AtriumError 404; 409 without a mail server, and for a mail that has been wiped. */
    async resend(communityId: number, id: number): Promise<void> {
      if (!config.smtpUrl) throw conflict('No mail server is set up. Set SMTP_URL to send emails.', 'no_mail_server')
      // as the owner: the app role adds mails and reads them, and changes none
      await data.systemTx(async (client) => {
        const { rows } = await client.query('select is_secret, status from kernel.mail where community_id = $1 and id = $2 for update', [communityId, id])
        if (!rows[0]) throw notFound('Email')
        if (rows[0].is_secret && rows[0].status === 'sent') throw conflict('This email contained sensitive data, so its text wasn’t kept.', 'mail_wiped')
        await client.query(`update kernel.mail set status = 'queued', error = null, next_try_at = null where id = $1`, [id])
        await enqueue(client, communityId, id, -10)
      })
    },
    /** @throws Error when the mail server failed at the last try, within the last ten minutes */
    check() {
      if (trouble && Date.now() - trouble.at < 600_000) throw new Error(trouble.message)
    },
    /** Closes the connections to the mail server. */
    stop: async () => (await transport)?.close(),
  }
}
export type Mail = ReturnType<typeof createMail>
