/** Web push: the community's key, browsers that are told, one message to one browser. */
import { AtriumError, cut } from '@atrium/sdk'
import { actingAs, type Ctx } from '@atrium/sdk/server'
import type { PushDevice, PushMessage, PushOutcome } from '../../contract.ts'
import { KeyTable, SubscriptionTable } from '../entities.ts'
import { pushJob } from '../jobs.ts'
import { noticeById } from '../reads.ts'
import { kindsOf, subjectsOf } from './kinds.ts'
import { leadsTo, say } from './words.ts'

/** Seconds that a push service keeps a message for a browser that is off. */
const TTL = 4 * 3600
/** Until a push service that was called too often is called again. */
const BUSY_SECONDS = 60
/** Browsers that one member may be told in. */
const MOST = 20

/** Loaded with the first use: nobody waits for it at the start. */
const library = async () => (await import('web-push')).default

/** The community's key pair, made where there is none. The public half is what browsers subscribe with. */
export async function pushKey(ctx: Ctx): Promise<{ publicKey: string; privateKey: string }> {
  const [known] = await ctx.em.find(KeyTable, {}, { limit: 1 })
  if (known) return { publicKey: known.publicKey, privateKey: ctx.unseal(known.privateKey) }
  const made = (await library()).generateVAPIDKeys()
  await ctx.sql('insert into notifications.push_key (community_id, public_key, private_key) values ($1, $2, $3) on conflict (community_id) do nothing', [
    made.publicKey,
    ctx.seal(made.privateKey),
  ])
  const first = await ctx.em.findOneOrFail(KeyTable, {}, { refresh: true })
  return { publicKey: first.publicKey, privateKey: ctx.unseal(first.privateKey) }
}

export interface Browser {
  endpoint: string
  keys: { p256dh: string; auth: string }
}
/** A browser belongs to whoever signed in last in it. The oldest beyond the limit is told no more. */
export async function subscribe(ctx: Ctx, { endpoint, keys }: Browser): Promise<void> {
  const me = ctx.me().id
  await ctx.sql(
    `insert into notifications.subscription (community_id, member_id, endpoint, p256dh, auth, user_agent) values ($1, $2, $3, $4, $5, $6)
     on conflict (community_id, endpoint) do update set member_id = excluded.member_id, p256dh = excluded.p256dh, auth = excluded.auth, updated_at = now()`,
    [me, endpoint, keys.p256dh, keys.auth, (ctx.request?.userAgent ?? '').slice(0, 300)],
  )
  await ctx.sql(
    `delete from notifications.subscription where community_id = $1 and member_id = $2
     and id not in (select id from notifications.subscription where community_id = $1 and member_id = $2 order by updated_at desc, id desc limit $3)`,
    [me, MOST],
  )
}
export const unsubscribe = (ctx: Ctx, endpoint: string) => ctx.em.nativeDelete(SubscriptionTable, { memberId: ctx.me().id, endpoint })

/** A job for each of their browsers. */
export async function pushTo(ctx: Ctx, to: { memberId: number; noticeId: number }[]): Promise<void> {
  if (to.length === 0) return
  const noticeOf = new Map(to.map(({ memberId, noticeId }) => [memberId, noticeId]))
  const rows = await ctx.sql<{ id: number; member_id: number }>(
    'select id, member_id from notifications.subscription where community_id = $1 and member_id = any ($2::bigint[])',
    [[...noticeOf.keys()]],
  )
  for (const { id, member_id } of rows) {
    const noticeId = noticeOf.get(member_id)!
    await ctx.enqueue(pushJob, { subscriptionId: id, noticeId }, { key: `${id}:${noticeId}`, priority: -5 })
  }
}

interface Subscribed {
  id: number
  member_id: number
  endpoint: string
  p256dh: string
  auth: string
}
const subscribed = async (ctx: Ctx, id: number): Promise<Subscribed | undefined> =>
  (await ctx.sql<Subscribed>('select id, member_id, endpoint, p256dh, auth from notifications.subscription where community_id = $1 and id = $2', [id]))[0]

/** Who has too much to do: we by our own limit, the push service by its answer, or it was not reached. */
type Busy = { is: 'later'; detail: string; seconds: number; who: 'we' | 'they' | 'nobody' }
type Sent = Exclude<PushOutcome, { is: 'later' }> | Busy

/** Posts a message to a browser's push service. A browser that is gone, or that nobody can write to, is forgotten. */
async function post(ctx: Ctx, browser: Subscribed, message: object, topic: string): Promise<Sent> {
  const { publicKey, privateKey } = await ctx.once('notifications.push_key', () => pushKey(ctx))
  const web = await library()
  let request: ReturnType<typeof web.generateRequestDetails>
  try {
    request = web.generateRequestDetails({ endpoint: browser.endpoint, keys: { p256dh: browser.p256dh, auth: browser.auth } }, JSON.stringify(message), {
      vapidDetails: { subject: ctx.community.platformUrl.startsWith('https:') ? ctx.community.platformUrl : 'mailto:atrium@localhost', publicKey, privateKey },
      TTL,
      topic,
    })
  } catch {
    // keys that are none
    return forget(ctx, browser.id)
  }
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  try {
    const reply = await ctx.fetch(request.endpoint, { method: 'POST', headers, body: request.body ?? '', redirects: 0 })
    const { status } = reply
    if (status === 404 || status === 410) return forget(ctx, browser.id)
    if (status === 429 || status >= 500)
      return { is: 'later', detail: String(status), seconds: Math.min(Number(reply.headers['retry-after']) || BUSY_SECONDS, TTL), who: 'they' }
    if (status < 300) return { is: 'accepted' }
    ctx.log.warn({ status, subscriptionId: browser.id }, 'a push was refused')
    return { is: 'failed', detail: String(status) }
  } catch (error) {
    if (!(error instanceof AtriumError)) throw error
    // an address that may not be called will not become one
    if (error.code === 'outbound_refused') return forget(ctx, browser.id)
    if (error.code === 'outbound_failed' || error.code === 'outbound_timeout') {
      ctx.log.warn({ subscriptionId: browser.id, code: error.code }, 'a push service was not reached')
      return { is: 'later', detail: error.code, seconds: BUSY_SECONDS, who: 'nobody' }
    }
    // many browsers are told through one service; waiting for it is no failure
    if (error.code === 'outbound_busy') return { is: 'later', detail: error.code, seconds: error.retryAfter ?? BUSY_SECONDS, who: 'we' }
    throw error
  }
}
async function forget(ctx: Ctx, subscriptionId: number): Promise<{ is: 'expired' }> {
  await ctx.sql('delete from notifications.subscription where community_id = $1 and id = $2', [subscriptionId])
  return { is: 'expired' }
}

/**
 * Sends what the notice says now, in the eyes of its member: what was read, or may be seen no more, is not sent.
 * @throws AtriumError for a push service that has too much to do, so that the job comes again
 */
export async function sendPush(ctx: Ctx, { subscriptionId, noticeId }: { subscriptionId: number; noticeId: number }): Promise<void> {
  const browser = await subscribed(ctx, subscriptionId)
  const reader = browser && (await actingAs(ctx, browser.member_id))
  if (!reader) return
  const message = await composePush(reader, noticeId)
  if (!message) return
  const sent = await post(ctx, browser, message, `n${noticeId}`)
  // the notice is in the app all the same, and news that comes late is none
  if (sent.is !== 'later' || sent.who === 'nobody') return
  if (sent.who === 'they') throw new AtriumError(502, 'push_failed', `the push service answered ${sent.detail}`)
  const later = new Date(ctx.now().getTime() + sent.seconds * 1000)
  await ctx.enqueue(pushJob, { subscriptionId, noticeId }, { key: `${subscriptionId}:${noticeId}`, priority: -5, runAt: later })
}
export async function pushOne(ctx: Ctx, device: Pick<PushDevice, 'id' | 'memberId'>, message: PushMessage): Promise<PushOutcome> {
  const browser = await subscribed(ctx, device.id)
  if (!browser || browser.member_id !== device.memberId) return { is: 'expired' }
  const { path: url, ...shown } = message
  const sent = await post(ctx, browser, { ...shown, url, icon: ctx.platform.branding.icon_url, renotify: false, community: ctx.community.name }, message.tag)
  return sent.is === 'later' ? { is: 'later', detail: sent.detail, seconds: sent.seconds } : sent
}

/** Null for what is read, archived or hidden by now. */
async function composePush(reader: Ctx, noticeId: number) {
  const [row] = await reader.read(noticeById, [reader.me().id, noticeId])
  const kind = row && !row.read_at && !row.archived_at ? kindsOf(reader).get(row.kind) : undefined
  const subject = kind && (await subjectsOf(reader, row!.kind, [row!.subject_id])).get(row!.subject_id)
  if (!row || !kind || !subject) return null
  const people = await reader.members.byIds(row.actor_ids)
  const body = subject.excerpt ?? ''
  const actor = people.get(row.actor_ids[0] ?? 0)
  return {
    id: row.id,
    title: say(reader, kind, row, subject, people).text,
    body: body.length > 240 ? `${cut(body, 239)}…` : body,
    url: leadsTo(kind, subject, row),
    icon: actor?.avatarUrl ?? null,
    tag: `notice-${row.id}`,
    community: reader.community.name,
  }
}
