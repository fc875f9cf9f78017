/** Looks at an email before it goes out: on the screen, and in one's own mailbox. */
import { AtriumError, invalid, notFound, sentence } from '@atrium/sdk'
import { seenHere } from '@atrium/sdk/mail'
import { type Ctx, escapeHtml, needEmail } from '@atrium/sdk/server'
import { BroadcastTable } from '../entities.ts'
import { compose, drawn } from './letters.ts'
import type { Drawn } from './draw.ts'
import { fill } from './marks.ts'
import { senderNow } from './domains.ts'
import { signed, valuesOf } from './sending.ts'
import { needMailServer, transportOf } from './transport.ts'

async function letterOf(ctx: Ctx, id: number) {
  const row = await ctx.em.findOne(BroadcastTable, { id })
  if (!row) throw notFound('Email')
  const { subject, preheader, blocks, themeId, experiment, fromName, replyTo } = row
  return { subject, preheader, blocks, theme_id: themeId, experiment, fromName, replyTo }
}
/** As one's own, with addresses that lead where they lead and count nothing. */
function filled(ctx: Ctx, made: Drawn, half: number) {
  const { email: address, name } = ctx.account!
  const values = valuesOf(
    ctx,
    { name, email: address },
    { pixel: '', unsubscribe: `${ctx.community.url}/account/notifications`, ...Object.fromEntries(made.links.map((href, n) => [`link.${n}`, href])) },
  )
  const same = (value: string) => value
  return {
    subject: fill(made.subjects[half] ?? made.subjects[0]!, values, same).replaceAll(/\p{Cc}/gu, ' '),
    html: fill(made.html, values, escapeHtml).replace('<img src="" width="1" height="1" alt="" style="display:block" />', ''),
    text: fill(made.text, values, same),
  }
}
/** @throws AtriumError 404, 422 where a block cannot be drawn */
export async function preview(ctx: Ctx, id: number, variant: 'a' | 'b') {
  const letter = await letterOf(ctx, id)
  const shown = filled(ctx, await drawn(ctx, letter), variant === 'b' ? 1 : 0)
  return { ...shown, html: seenHere(shown.html, ctx.community.url), preheader: letter.preheader, bytes: Buffer.byteLength(shown.html) }
}
/**
 * To oneself, or to admins and moderators alone, so that nobody is written to by trial; the way that broadcasts go, so that it tries the mail server too.
 * @throws AtriumError 404, 409 `no_mail_server` or `mail_refused`, 422
 */
export async function sendTest(ctx: Ctx, id: number, emails: string[]): Promise<void> {
  const letter = await letterOf(ctx, id)
  const server = needMailServer(ctx)
  const made = filled(ctx, await compose(ctx, letter), 0)
  const own = ctx.account!.email.toLowerCase()
  const to = emails.length ? [...new Set(emails.map((one) => needEmail(one).toLowerCase()))] : [own]
  const known = await ctx.members.known(to)
  const people = await ctx.members.byIds([...known.values()].flatMap(({ memberId }) => memberId ?? []))
  for (const one of to) {
    const member = people.get(known.get(one)?.memberId ?? 0)
    if (one !== own && !(member?.isActive && (member.isAdmin || member.isModerator)))
      throw invalid({ emails: ['Test emails go to admins and moderators of this community.'] })
  }
  const transport = await transportOf(ctx, server)
  const sender = await senderNow(ctx)
  const replyTo = letter.replyTo || sender.replyTo
  const email = {
    from: { name: letter.fromName || ctx.community.name, address: sender.address },
    ...(replyTo && { replyTo }),
    ...signed(sender),
    subject: ctx.t('test.subject', { subject: made.subject }).slice(0, 200),
    text: made.text,
    html: made.html,
    textEncoding: 'base64' as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  try {
    for (const one of to) await transport.sendMail({ ...email, to: one })
  } catch (error) {
    throw new AtriumError(409, 'mail_refused', sentence('The mail server refused: {message}', { message: (error as Error).message.slice(0, 300) }))
  }
  // not a change of what is written, so it leaves `updated_at` alone
  await ctx.sql('update email.broadcast set tested_at = $3 where community_id = $1 and id = $2', [id, ctx.now()])
}
