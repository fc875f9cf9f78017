/** Answering by email: addresses that stand for one member and one thing, and what an email to them becomes. */
import { createHash, randomBytes } from 'node:crypto'
import { actingAs, type Ctx, type FileInfo, isolated, isRefusal, type PluginHost, textToDoc } from '@atrium/sdk/server'
import { MAX_REPLY_BYTES } from '../../contract.ts'
import { ReplyTable } from '../entities.ts'
import type { Email, parseEmail } from './email.ts'
import { hold, type Written } from './held.ts'
import { kindsOf, subjectsOf, type Told } from './kinds.ts'

const DAYS = 60
const DAY = 86_400_000

export const replyDomain = (ctx: Pick<Ctx, 'options'>): string | null => (ctx.options['replyDomain'] as string | null | undefined) ?? null

/** `reply+<community>-<secret>@domain`, in small letters, as mail servers may write them. None where emails cannot be answered. */
export async function replyAddress(ctx: Ctx, reader: Ctx, { row, kind, subject }: Told): Promise<string | undefined> {
  const domain = replyDomain(ctx)
  if (!domain || !kind.value.reply || !subject.replyable) return undefined
  const token = randomBytes(16).toString('hex')
  const expiresAt = new Date(ctx.now().getTime() + DAYS * DAY)
  const values = [token, reader.me().id, row.kind, row.subject_id, expiresAt]
  await ctx.sql('insert into notifications.reply (community_id, token, member_id, kind, subject_id, expires_at) values ($1, $2, $3, $4, $5, $6)', values)
  return `reply+${ctx.community.id.toString(36)}-${token}@${domain}`
}

/** What the sender's mail server is told: `retry` is for a moment of ours, all else is for good. */
export class Refused extends Error {
  readonly retry: boolean
  constructor(message: string, retry = false) {
    super(message)
    this.retry = retry
  }
}
const ADDRESS = /^reply\+([0-9a-z]{1,10})-([0-9a-f]{32})@(.+)$/

/** The community and the secret in an address of ours; null for any other. */
function readAddress(address: string, domain: string): { communityId: number; token: string } | null {
  const [, community, token, at] = ADDRESS.exec(address.trim().toLowerCase()) ?? []
  return community && token && at === domain.toLowerCase() ? { communityId: Number.parseInt(community, 36), token } : null
}

const parse = isolated<typeof parseEmail>(new URL('./email.ts', import.meta.url), 'parseEmail')
/** @throws Refused where it is no email, or none that can be read within bounds */
export const readEmail = (host: Pick<Ctx, 'options'>, raw: Uint8Array): Promise<Email> =>
  parse({ raw, authority: (host.options['replyAuthority'] as string | null | undefined) ?? null }).catch(() => {
    throw new Refused('This isn’t a valid email.')
  })

/** Does it in the community of an address of ours. @throws Refused */
export async function within<T>(host: PluginHost, communityId: number, fn: (ctx: Ctx) => Promise<T>): Promise<T> {
  try {
    const done = await host.run(communityId, async (ctx) => ({ value: await fn(ctx) }))
    if (!done) throw new Refused('This email address doesn’t exist here.')
    return done.value
  } catch (error) {
    if (error instanceof Refused) throw error
    if (isRefusal(error)) throw new Refused(String(error.said))
    host.log.error({ err: error }, 'a reply by email failed')
    throw new Refused('Try again later.', true)
  }
}
async function rowOf(ctx: Ctx, token: string) {
  const row = await ctx.em.findOne(ReplyTable, { token })
  if (!row || row.expiresAt < ctx.now()) throw new Refused('This reply address has expired. Reply in the community instead.')
  return row
}
/**
 * The one of these addresses behind which something can be answered. Asked before a byte of an email is taken.
 * @throws Refused with a sentence for whoever sent it
 */
export async function openAddress(host: PluginHost, addresses: string[]): Promise<{ communityId: number; token: string }> {
  const domain = replyDomain(host)
  const to = domain ? addresses.map((address) => readAddress(address, domain)).find((one) => one !== null) : null
  if (!to) throw new Refused('This email address doesn’t exist here.')
  await within(host, to.communityId, (ctx) => rowOf(ctx, to.token))
  return to
}

/**
 * Takes an email to one of our addresses. The same email twice is one reply; one that no person wrote is taken and forgotten, so that two
 * machines do not write to each other.
 * @throws Refused with a sentence for whoever sent it
 */
export async function receive(host: PluginHost, raw: Uint8Array, addresses: string[]): Promise<void> {
  const to = await openAddress(host, addresses)
  if (raw.length > MAX_REPLY_BYTES) throw new Refused('This email is too large.')
  const email = await readEmail(host, raw)
  if (email.automatic) return
  await within(host, to.communityId, (ctx) => take(ctx, to.token, email))
}

async function take(ctx: Ctx, token: string, email: Email): Promise<void> {
  const row = await rowOf(ctx, token)
  const address = (await ctx.members.addresses([row.memberId])).get(row.memberId)
  // the secret alone would let in whoever it was passed on to, and the name of the writer is easily forged
  if (email.verdict === 'refuted') throw new Refused('We couldn’t verify that you sent this email. Reply in the community instead.')
  if (!address || address.email.toLowerCase() !== email.from) throw new Refused('Reply from the address this email was sent to.')
  const member = await actingAs(ctx, row.memberId)
  const kind = kindsOf(ctx).get(row.kind)
  const subject = member && kind && (await subjectsOf(member, row.kind, [row.subjectId])).get(row.subjectId)
  if (!member || !kind?.value.reply || !subject?.replyable) throw new Refused('The content you’re replying to is no longer available.')
  if (!email.text && email.attachments.length === 0) throw new Refused('This email is empty. Write a reply and send it again.')
  const key = createHash('sha256')
    .update(`${token}:${email.messageId || email.text}`)
    .digest('hex')
  if (email.verdict === 'proven') await kind.value.reply(member, row.subjectId, (await docOf(member, email)).doc, key)
  else if (
    !(await hold(ctx, { memberId: row.memberId, kind: row.kind, subjectId: row.subjectId, key, title: subject.title, write: () => docOf(member, email) }))
  )
    throw new Refused('You have too many replies waiting for confirmation. Confirm them in the community first.')
}

/** The words, and below them what is attached; a file that is refused is named, and the words come all the same. */
async function docOf(member: Ctx, { text, attachments }: Email): Promise<Written> {
  const doc = textToDoc(text) as { type: string; content?: unknown[] }
  const content = [...(doc.content ?? [])]
  const files: FileInfo[] = []
  for (const { filename, data } of attachments) {
    try {
      const file = await member.files.put({ filename, data })
      files.push(file)
      const attrs = { signed_id: file.signedId, filename: file.filename, content_type: file.contentType, byte_size: file.byteSize }
      content.push({ type: file.contentType.startsWith('image/') ? 'image' : 'file', attrs })
    } catch (error) {
      if (!isRefusal(error)) throw error
      content.push({ type: 'paragraph', content: [{ type: 'text', text: `(${filename})` }] })
    }
  }
  return { doc: { ...doc, content }, text, files }
}
