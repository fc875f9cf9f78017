/**
 * How a broadcast goes out. A job writes down who gets it, a page at a time; another claims some who are due, each by one statement, hands them to the
 * mail server and notes what became of each. A process that dies leaves claims behind, which go back after a while: such an email is handed over once
 * more under the same Message-ID, by which mailboxes know a double, so that nobody is left out.
 */
import type { SendMailOptions } from 'nodemailer'
import { sentence } from '@atrium/sdk'
import { type Ctx, escapeHtml } from '@atrium/sdk/server'
import audience, { type Reachable } from '../../../audience/contract.ts'
import email, { type Experiment } from '../../contract.ts'
import { fillJob, sendJob } from '../jobs.ts'
import { askOf, troubleOf } from './broadcasts.ts'
import { hardness, weigh } from './bounces.ts'
import { type Sender, senderNow } from './domains.ts'
import { countIn, type Counted, recount } from './figures.ts'
import { fill } from './marks.ts'
import { admit, forget } from './pace.ts'
import { type Edition, editionOf, newSecret, returnAddress, tokenOf } from './tokens.ts'
import { CONNECTIONS, type Fault, faultOf, mailServerOf, senderOf, transportOf } from './transport.ts'

/** People written down in one step, and emails claimed in one. */
const PAGE = 1_000
const BATCH = 50
/** Milliseconds that one job sends for. */
const SHIFT = 40_000
/** Tries of an address that says "later", over about half a day. */
const ATTEMPTS = 8
/** Milliseconds after which a claim is of a process that is gone. */
const claimMs = (ctx: Ctx) => Number(ctx.options['claimSeconds'] ?? 180) * 1_000
const MINUTE = 60_000

interface Going {
  id: number
  subject: string
  from_name: string
  reply_to: string
  audience: Parameters<typeof askOf>[0]
  experiment: Experiment | null
  scheduled_at: Date | null
  is_local_time: boolean
  time_zone: string
  sent_at: Date
  recipients_count: number
}
/** Null where it does not go out any more. */
async function goingOut(ctx: Ctx, id: number): Promise<Going | null> {
  const [row] = await ctx.sql<Going>(
    `select id, subject, from_name, reply_to, audience, experiment, scheduled_at, is_local_time, time_zone, sent_at, recipients_count
     from email.broadcast where community_id = $1 and id = $2 and status = 'sending'`,
    [id],
  )
  return row ?? null
}

/** The moment at which it is the same time of day in a zone, as it is at that moment where it was chosen. */
export function sameHour(at: Date, zone: string, of: string): Date {
  const offset = (name: string) => {
    const parts = Object.fromEntries(
      new Intl.DateTimeFormat('en-US', {
        timeZone: name,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      })
        .formatToParts(at)
        .map(({ type, value }) => [type, Number(value)]),
    ) as Record<string, number>
    return Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute'], parts['second']) - at.getTime()
  }
  return new Date(at.getTime() + offset(of) - offset(zone))
}

/** Of the first readers, spread evenly over the audience, half get each subject; the others wait. Told by the person's id, so that a repeat decides the same. */
function halfOf(personId: number, experiment: Experiment | null): 'a' | 'b' | null {
  if (!experiment) return 'a'
  // a fixed scramble of the id (Knuth's multiplicative hash), as ids of one import stand in a row
  const at = ((personId * 2_654_435_761) >>> 0) % 10_000
  return at >= experiment.share * 100 ? null : at % 2 === 0 ? 'a' : 'b'
}

export async function fillPage(ctx: Ctx, broadcastId: number, after: number): Promise<void> {
  const broadcast = await goingOut(ctx, broadcastId)
  if (!broadcast) return
  const people = await ctx.use(audience).reachable(askOf(broadcast.audience), after, PAGE)
  const due = (person: Reachable): Date => {
    const at = broadcast.scheduled_at ?? broadcast.sent_at
    if (!broadcast.is_local_time || !broadcast.scheduled_at) return broadcast.sent_at
    return person.timeZone ? sameHour(at, person.timeZone, broadcast.time_zone) : at
  }
  const rows = people.map((person) => {
    const variant = halfOf(person.personId, broadcast.experiment)
    const waits = variant === null ? new Date(broadcast.sent_at.getTime() + broadcast.experiment!.wait_minutes * MINUTE) : null
    return { person_id: person.personId, member_id: person.memberId, email: person.email, name: person.name, variant, due_at: waits ?? due(person) }
  })
  await ctx.sql(
    `insert into email.recipient (community_id, broadcast_id, person_id, member_id, email, name, variant, due_at)
     select $1, $2, r.person_id, r.member_id, r.email, r.name, r.variant, r.due_at
     from jsonb_to_recordset($3::jsonb) as r (person_id bigint, member_id bigint, email text, name text, variant text, due_at timestamptz)
     where not exists (select from email.suppression s where s.community_id = $1 and lower(s.email) = lower(r.email))
     on conflict (community_id, broadcast_id, lower(email)) do nothing`,
    [broadcastId, JSON.stringify(rows)],
  )
  await ctx.sql(
    'update email.broadcast b set recipients_count = (select count(*) from email.recipient r where r.community_id = $1 and r.broadcast_id = $2) where b.community_id = $1 and b.id = $2',
    [broadcastId],
  )
  if (people.length === PAGE) await ctx.enqueue(fillJob, { broadcastId, after: people.at(-1)!.personId }, { key: `fill:${broadcastId}` })
  else await ctx.sql('update email.edition set is_filled = true where community_id = $1 and broadcast_id = $2', [broadcastId])
  await ctx.enqueue(sendJob, { broadcastId }, { key: `send:${broadcastId}`, priority: 5 })
}

interface Claimed {
  id: number
  person_id: number | null
  email: string
  name: string
  variant: 'a' | 'b' | null
  attempts: number
}
const claim = (ctx: Ctx, broadcastId: number) =>
  ctx.sql<Claimed>(
    `update email.recipient r set status = 'claimed', claimed_at = $3, attempts = r.attempts + 1, updated_at = $3
     where r.community_id = $1 and r.id in (
       select w.id from email.recipient w where w.community_id = $1 and w.broadcast_id = $2 and w.status = 'waiting' and w.due_at <= $3 and w.variant is not null
         and exists (select from email.broadcast b where b.community_id = $1 and b.id = $2 and b.status = 'sending')
       order by w.due_at, w.id limit ${BATCH} for update skip locked)
     returning r.id, r.person_id, r.email, r.name, r.variant, r.attempts`,
    [broadcastId, ctx.now()],
  )

/** In no transaction: what is noted stands, whatever comes next. */
export async function sendSome(ctx: Ctx, broadcastId: number): Promise<void> {
  const server = mailServerOf(ctx)
  const broadcast = await goingOut(ctx, broadcastId)
  if (!server || !broadcast) return
  const edition = await editionOf(ctx, broadcastId)
  const until = performance.now() + SHIFT
  for (;;) {
    const all = await claim(ctx, broadcastId)
    if (all.length === 0) return finish(ctx, broadcastId)
    const sender = await senderNow(ctx)
    const claimed = await admit(ctx, broadcastId, sender.domainId, all)
    const wanted = await stillWanted(ctx, claimed)
    const outcomes = await handAll(ctx, claimed, until, (one) => (wanted.has(one.id) ? hand(ctx, server, sender, broadcast, edition, one) : skip(ctx, one)))
    await countOutcomes(ctx, broadcastId, claimed, outcomes)
    const trouble = outcomes.find((outcome) => outcome.fault === 'server' || outcome.fault === 'email')
    if (trouble && (await stop(ctx, broadcast, trouble))) return
    if (performance.now() > until) return void (await ctx.enqueue(sendJob, { broadcastId }, { key: `send:${broadcastId}`, priority: 5 }))
  }
}
/** Who unsubscribes, leaves or bounces while it goes out gets none. */
async function stillWanted(ctx: Ctx, claimed: Claimed[]): Promise<Set<number>> {
  const people = await ctx.use(audience).stillReachable(claimed.flatMap(({ person_id }) => person_id ?? []))
  const left = await ctx.sql<{ email: string }>(
    'select lower(email) as email from email.suppression where community_id = $1 and lower(email) = any ($2::text[])',
    [claimed.map((one) => one.email.toLowerCase())],
  )
  const suppressed = new Set(left.map((row) => row.email))
  return new Set(claimed.flatMap((one) => (one.person_id !== null && people.has(one.person_id) && !suppressed.has(one.email.toLowerCase()) ? one.id : [])))
}

interface Outcome {
  counts: Counted | null
  fault?: Fault
  message?: string
}
/**
 * Few at a time, one more for each connection than it has in hand. What was not begun when the server went away, or the shift was over, goes back: else a
 * server that says nothing would hold a claim for longer than a claim is good.
 */
async function handAll(ctx: Ctx, claimed: Claimed[], until: number, hand: (one: Claimed) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  let isAway = false
  const mayGoOn = () => !isAway && performance.now() < until && next < claimed.length
  await Promise.all(
    Array.from({ length: 2 * CONNECTIONS }, async () => {
      while (mayGoOn()) {
        const at = next++
        outcomes[at] = await hand(claimed[at]!)
        isAway ||= outcomes[at]!.fault === 'server'
      }
    }),
  )
  const left = claimed.slice(next)
  if (left.length)
    await ctx.sql(
      `update email.recipient set status = 'waiting', claimed_at = null, attempts = attempts - 1, updated_at = $3 where community_id = $1 and id = any ($2::bigint[]) and status = 'claimed'`,
      [left.map(({ id }) => id), ctx.now()],
    )
  return outcomes
}
async function skip(ctx: Ctx, { id }: Claimed): Promise<Outcome> {
  await ctx.sql(`update email.recipient set status = 'skipped', updated_at = $3 where community_id = $1 and id = $2`, [id, ctx.now()])
  return { counts: 'skipped' }
}
async function hand(ctx: Ctx, server: string, sender: Sender, broadcast: Going, edition: Edition, to: Claimed): Promise<Outcome> {
  const transport = await transportOf(ctx, server)
  try {
    await transport.sendMail(emailTo(ctx, sender, broadcast, edition, to))
  } catch (error) {
    return failed(ctx, to, error as Error)
  }
  // a report may be quicker than this
  const [row] = await ctx.sql<{ status: string }>(
    `update email.recipient set status = case when bounced_at is null then 'sent' else 'failed' end, sent_at = $3, error = case when bounced_at is null then null else error end,
       held = null, updated_at = $3 where community_id = $1 and id = $2 returning status`,
    [to.id, ctx.now()],
  )
  return { counts: row?.status === 'sent' ? 'sent' : null }
}
async function failed(ctx: Ctx, to: Claimed, error: Error): Promise<Outcome> {
  const fault = faultOf(error)
  const message = error.message.slice(0, 500)
  const isOver = fault === 'address' || (fault === 'later' && to.attempts >= ATTEMPTS)
  // a server that is away is no try of the address
  const bounce = fault === 'address' ? hardness(message) : null
  const wait = fault === 'later' ? Math.min(2 ** to.attempts, 240) * MINUTE : 0
  await ctx.sql(
    `update email.recipient set status = $3, error = $4, due_at = $5, bounced_at = $6, attempts = attempts - $7, updated_at = $8, bounce = $9 where community_id = $1 and id = $2`,
    [
      to.id,
      isOver ? 'failed' : 'waiting',
      message,
      new Date(ctx.now().getTime() + wait),
      fault === 'address' ? ctx.now() : null,
      fault === 'server' || fault === 'email' ? 1 : 0,
      ctx.now(),
      bounce,
    ],
  )
  if (bounce) await weigh(ctx, to.email, bounce, message)
  return { counts: fault === 'address' ? 'bounced' : isOver ? 'failed' : null, fault, message }
}
async function countOutcomes(ctx: Ctx, broadcastId: number, claimed: Claimed[], outcomes: Outcome[]): Promise<void> {
  for (const variant of ['a', 'b'] as const) {
    const amounts: Partial<Record<Counted, number>> = {}
    for (const [index, { counts }] of outcomes.entries()) if (counts && claimed[index]!.variant === variant) amounts[counts] = (amounts[counts] ?? 0) + 1
    await countIn(ctx, broadcastId, variant, amounts)
  }
}
/** A server that is away is tried again in half a minute; one that refuses the email itself gets no more of it. @returns whether to end for now */
async function stop(ctx: Ctx, { id, subject: _ }: Going, { fault, message }: Outcome): Promise<boolean> {
  const isRefused = fault === 'email'
  await ctx.sql(
    `update email.broadcast set trouble = $3, status = case when $4 then 'failed' else status end, finished_at = case when $4 then $5::timestamptz end, updated_at = $5
     where community_id = $1 and id = $2 and status = 'sending'`,
    [id, troubleOf(sentence('The mail server refused: {message}', { message: message ?? '' })), isRefused, ctx.now()],
  )
  if (!isRefused) await ctx.enqueue(sendJob, { broadcastId: id }, { key: `send:${id}`, runAt: new Date(ctx.now().getTime() + 30_000), priority: 5 })
  return true
}

export function emailTo(
  ctx: Ctx,
  sender: Sender,
  broadcast: Pick<Going, 'id' | 'from_name' | 'reply_to'>,
  edition: Edition,
  to: Pick<Claimed, 'id' | 'email' | 'name' | 'variant'>,
) {
  const address = (path: string) => `${ctx.community.url}/email/${path}`
  const token = (purpose: Parameters<typeof tokenOf>[3]) => tokenOf(edition.secret, broadcast.id, to.id, purpose)
  const stop = address(`u/${token('u')}`)
  const values = valuesOf(ctx, to, {
    pixel: address(`o/${token('o')}`),
    unsubscribe: stop,
    ...Object.fromEntries(edition.links.map((_, n) => [`link.${n}`, address(`c/${token(n)}`)])),
  })
  const replyTo = broadcast.reply_to || sender.replyTo
  const same = (value: string) => value
  const subject = fill(edition.subjects[to.variant === 'b' ? 1 : 0] ?? edition.subjects[0]!, values, same).replaceAll(/\p{Cc}/gu, ' ')
  return {
    from: { name: broadcast.from_name || ctx.community.name, address: sender.address },
    to: { name: to.name, address: to.email },
    ...(replyTo && { replyTo }),
    ...(sender.returnTo && { envelope: { from: returnAddress(ctx, edition.secret, to.id, sender.returnTo), to: [to.email] } }),
    ...signed(sender),
    subject,
    html: fill(edition.html, values, escapeHtml),
    text: fill(edition.text, values, same),
    // the same at every try, so that one sent by a process that died before noting it is known as a double
    messageId: `<broadcast.${broadcast.id}.${to.id}@${senderOf(ctx).address.split('@')[1]}>`,
    list: { unsubscribe: [[{ url: stop }]], id: { url: `${broadcast.id}.${new URL(ctx.community.url).hostname}`, comment: ctx.community.name } },
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', Precedence: 'bulk' },
    textEncoding: 'base64' as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
/** Its types know keys as text alone, which is read anew for each email and costs as much as the signature. */
export const signed = ({ dkim }: Sender): { dkim?: SendMailOptions['dkim'] } => (dkim ? { dkim: dkim as never } : {})
export const valuesOf = (ctx: Ctx, { name, email: address }: { name: string; email: string }, addresses: Record<string, string>): Record<string, string> => ({
  name,
  first_name: name.split(/\s/)[0] ?? '',
  email: address,
  community: ctx.community.name,
  ...addresses,
})

/** After the last one that is due. Whoever is due later keeps it open. */
async function finish(ctx: Ctx, broadcastId: number): Promise<void> {
  const [done] = await ctx.sql(
    `update email.broadcast b set status = 'sent', finished_at = $3, trouble = null, updated_at = $3 where community_id = $1 and id = $2 and status = 'sending'
       and exists (select from email.edition e where e.community_id = $1 and e.broadcast_id = $2 and e.is_filled)
       and not exists (select from email.recipient r where r.community_id = $1 and r.broadcast_id = $2 and r.status in ('waiting', 'claimed'))
     returning id`,
    [broadcastId, ctx.now()],
  )
  if (!done) return
  await recount(ctx, broadcastId)
  ctx.emit(email.events['broadcast.sent'], { broadcastId })
}

/** Every minute: claims of processes that are gone go back, subjects that were tried are decided, and what is due goes on. */
export async function mind(ctx: Ctx): Promise<void> {
  // secrets do not travel in archives: what was restored signs with its own
  const bare = await ctx.sql<{ id: number }>('select id from email.edition where community_id = $1 and secret is null limit 100')
  for (const { id } of bare) await ctx.sql('update email.edition set secret = $3 where community_id = $1 and id = $2', [id, newSecret(ctx)])
  await ctx.sql(`update email.recipient set status = 'waiting', claimed_at = null where community_id = $1 and status = 'claimed' and claimed_at < $2`, [
    new Date(ctx.now().getTime() - claimMs(ctx)),
  ])
  await forget(ctx)
  const rows = await ctx.sql<Pick<Going, 'id' | 'experiment' | 'sent_at'>>(
    `select id, experiment, sent_at from email.broadcast where community_id = $1 and status = 'sending' order by id`,
  )
  for (const { id, experiment, sent_at } of rows) {
    if (experiment && ctx.now().getTime() >= sent_at.getTime() + experiment.wait_minutes * MINUTE) await decide(ctx, Number(id), experiment)
    await ctx.enqueue(sendJob, { broadcastId: Number(id) }, { key: `send:${id}`, priority: 5 })
  }
}
/** The better subject, by people of each half; of two that are alike the first. */
async function decide(ctx: Ctx, broadcastId: number, { metric }: Experiment): Promise<void> {
  const column = metric === 'opens' ? 'opened' : 'clicked'
  const rows = await ctx.sql<{ variant: 'a' | 'b'; rate: number }>(
    `select variant, sum(${column})::float8 / nullif(sum(sent), 0) as rate from email.hour where community_id = $1 and broadcast_id = $2 group by variant`,
    [broadcastId],
  )
  const rate = (half: 'a' | 'b') => rows.find(({ variant }) => variant === half)?.rate ?? 0
  await ctx.sql(
    `update email.recipient set variant = $3, updated_at = $4 where community_id = $1 and broadcast_id = $2 and variant is null and status = 'waiting'`,
    [broadcastId, rate('b') > rate('a') ? 'b' : 'a', ctx.now()],
  )
}
