/** The mail server that emails to many go to, over a few connections of their own. */
import type { Transporter } from 'nodemailer'
import { conflict } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'

export const CONNECTIONS = 5
/** Seconds of silence in a connection; a third of it until there is one. */
const PATIENCE = 30
const open = new Map<string, Promise<Transporter>>()

export const mailServerOf = (ctx: Ctx): string | null => (ctx.options['smtpUrl'] as string | null | undefined) ?? null
/** @throws AtriumError 409 `no_mail_server` */
export function needMailServer(ctx: Ctx): string {
  const server = mailServerOf(ctx)
  if (!server) throw conflict('No mail server is set up. Set SMTP_URL to send emails.', 'no_mail_server')
  return server
}
/** One address of a mail server is one pool in this process. Loaded with the first email. */
export function transportOf(ctx: Ctx, url: string): Promise<Transporter> {
  let known = open.get(url)
  if (!known) {
    const socketTimeout = Number(ctx.options['patienceSeconds'] ?? PATIENCE) * 1_000
    const patience = { socketTimeout, connectionTimeout: socketTimeout / 3, greetingTimeout: socketTimeout / 3 }
    known = import('nodemailer').then((mailer) =>
      mailer.createTransport({ url, pool: true, maxConnections: CONNECTIONS, maxMessages: Number.POSITIVE_INFINITY, ...patience }),
    )
    open.set(url, known)
  }
  return known
}
export async function closeTransports(): Promise<void> {
  const all = [...open.values()]
  open.clear()
  for (const transport of all) (await transport).close()
}
/** Name and address of `Name <address>`. */
export function senderOf(ctx: Ctx): { name: string; address: string } {
  const from = String(ctx.options['mailFrom'] ?? 'Atrium <atrium@localhost>')
  const [, name = '', address] = /^([^<]*)<([^<>]+)>$/.exec(from) ?? []
  return address ? { name: name.trim(), address } : { name: '', address: from.trim() }
}

/** Whose fault it was that an email did not go out. */
export type Fault = 'address' | 'later' | 'email' | 'server'
export function faultOf(error: Error & { code?: string; responseCode?: number }): Fault {
  const { code, responseCode = 0 } = error
  if (code === 'EENVELOPE') return responseCode >= 500 ? 'address' : 'later'
  if (code === 'EMESSAGE') return responseCode >= 500 ? 'email' : 'later'
  return 'server'
}
