/**
 * From an audience to its devices. A page of members becomes recipients in one transaction; what is due is claimed a few devices at a time, sent outside
 * of any, and written down in another. A process that dies in between leaves claims that end by themselves: of these few devices nobody knows whether
 * they were told, so they are told again by the same tag, which takes the place of what they show and makes no sound. Nobody is left out.
 */
import { addTo, type Ctx, hold, inWrite, unlessRefused } from '@atrium/sdk/server'
import notifications, { type PushDevice, type PushOutcome } from '../../../notifications/contract.ts'
import contract, { KIND } from '../../contract.ts'
import { BroadcastTable } from '../entities.ts'
import { CLAIM_MS, deliverJob, fillJob } from '../jobs.ts'
import { countAudience, membersAfter } from './audience.ts'
import { type BroadcastRow, load } from './broadcasts.ts'
import { addToHour } from './hours.ts'
import { openPath } from './opened.ts'
import { sameTimeIn } from './zones.ts'

/** Members of a page. */
const PAGE = 500
/** Devices in hand at once, and calls on their way: one push service is called four times at once. */
const IN_HAND = 8
const AT_ONCE = 4
/** Milliseconds that one run hands out, so that other work comes between. */
const RUN_MS = 15_000
/** How often a push service that has too much to do is asked. */
const MOST_ATTEMPTS = 6

export const goOn = (ctx: Ctx, broadcastId: number, runAt?: Date) =>
  ctx.enqueue(deliverJob, { broadcastId }, { key: `${broadcastId}`, ...(runAt && { runAt }) })

/** A scheduled one begins, once. */
export async function begin(ctx: Ctx, id: number): Promise<void> {
  const now = ctx.now()
  const moved = await ctx.em.nativeUpdate(
    BroadcastTable,
    { id, status: 'scheduled', beginsAt: { $lte: now } },
    { status: 'sending', sentAt: now, updatedAt: now },
  )
  if (moved) await ctx.enqueue(fillJob, { broadcastId: id }, { key: `${id}` })
}

/** One page of the audience; those who are in two segments are there once. */
export async function fill(ctx: Ctx, id: number): Promise<void> {
  const row = await unlessRefused(hold(ctx, BroadcastTable, id), null)
  if (row?.status !== 'sending' || row.isFilled) return
  if (row.filledSegment === 0 && row.filledAfter === 0) row.audienceCount = (await countAudience(ctx, row.audience)).members
  const page = await membersAfter(ctx, row.audience, row.filledSegment, row.filledAfter, PAGE)
  if (page === null) row.isFilled = true
  else {
    const devices = await ctx.use(notifications).pushDevices(KIND, page)
    const now = ctx.now()
    const due = (zone: string) => (row.isLocalTime ? new Date(Math.max(now.getTime(), sameTimeIn(zone, row.scheduledAt!, row.timeZone).getTime())) : now)
    const [made] = await ctx.sql<{ recipients: number; devices: number }>(FILL, [
      id,
      JSON.stringify(devices.map((device) => ({ member_id: device.memberId, device_id: device.id, due_at: due(device.timeZone) }))),
    ])
    row.recipientsCount += made!.recipients
    row.devicesCount += made!.devices
    if (page.length < PAGE) Object.assign(row, { filledSegment: row.filledSegment + 1, filledAfter: 0 })
    else row.filledAfter = page.at(-1)!
  }
  await ctx.em.flush()
  if (!row.isFilled) await ctx.enqueue(fillJob, { broadcastId: id }, { key: `${id}` })
  await goOn(ctx, id)
}
/** A device that came to another member of the audience meanwhile is theirs who was there first. */
const FILL = `with given as (select * from jsonb_to_recordset($3::jsonb) as g(member_id bigint, device_id bigint, due_at timestamptz)),
  people as (
    insert into push.recipient (community_id, broadcast_id, member_id, devices)
    select $1, $2, member_id, count(*) from given group by member_id
    on conflict (community_id, broadcast_id, member_id) do nothing returning id, member_id),
  theirs as (
    insert into push.delivery (community_id, broadcast_id, recipient_id, device_id, due_at)
    select $1, $2, p.id, g.device_id, g.due_at from people p join given g on g.member_id = p.member_id
    on conflict (community_id, broadcast_id, device_id) do nothing returning id)
  select (select count(*) from people)::int as recipients, (select count(*) from theirs)::int as devices`

interface Claimed {
  id: number
  recipient_id: number
  device_id: number
  member_id: number | null
  attempts: number
}
/** Takes what is due, and what a run that died has left in hand; of one that was stopped the latter alone, so that it is counted. */
const claim = (ctx: Ctx, id: number, now: Date, until: Date) =>
  ctx.sql<Claimed>(
    `update push.delivery d set status = 'claimed', claimed_until = $4, updated_at = now()
     from push.recipient r
     where d.community_id = $1 and r.community_id = $1 and r.id = d.recipient_id and d.id in (
       select e.id from push.delivery e join push.broadcast b on b.community_id = $1 and b.id = $2 and b.status in ('sending', 'cancelled')
       where e.community_id = $1 and e.broadcast_id = $2
         and ((e.status = 'waiting' and e.due_at <= $3 and b.status = 'sending') or (e.status = 'claimed' and e.claimed_until <= $3))
       order by e.due_at, e.id limit ${IN_HAND} for update of e skip locked)
     returning d.id, d.recipient_id, d.device_id, r.member_id, d.attempts`,
    [id, now, until],
  )

type Became = PushOutcome | { is: 'skipped' } | { is: 'waits'; until: Date }
/** What becomes of those in hand: asked at this moment, who has switched it off since gets none, and who sleeps gets it in the morning. */
async function handOut(ctx: Ctx, row: BroadcastRow, claimed: Claimed[]): Promise<Map<number, Became>> {
  const service = ctx.use(notifications)
  const memberIds = [...new Set(claimed.flatMap(({ member_id }) => member_id ?? []))]
  const [wanting, all] = await Promise.all([service.pushDevices(KIND, memberIds), service.pushDevices(null, memberIds)])
  const byId = (devices: PushDevice[]) => new Map(devices.map((device) => [`${device.id} ${device.memberId}`, device]))
  const [wants, has] = [byId(wanting), byId(all)]
  const became = new Map<number, Became>()
  const rest = [...claimed]
  async function worker() {
    for (let one = rest.shift(); one; one = rest.shift()) {
      const key = `${one.device_id} ${one.member_id}`
      const device = wants.get(key)
      if (!device || row.status !== 'sending') became.set(one.id, { is: has.has(key) ? 'skipped' : 'expired' })
      else if (device.quietUntil) became.set(one.id, { is: 'waits', until: device.quietUntil })
      else {
        const path = openPath(ctx, one.recipient_id)
        became.set(one.id, await service.push(device, { title: row.title, body: row.message, path, image: row.image_url, tag: `push-${row.id}` }))
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return became
}

const STATUS = { accepted: 'delivered', expired: 'expired', failed: 'failed', skipped: 'skipped' } as const
/** Writes down what became of those in hand, unless another run has taken them over since. The broadcast is held, so that its numbers and its members are right. */
async function note(ctx: Ctx, id: number, until: Date, claimed: Claimed[], became: Map<number, Became>): Promise<void> {
  const { status } = await hold(ctx, BroadcastTable, id)
  // of one that was stopped nothing is tried again
  const again = status === 'sending' ? 'waiting' : 'skipped'
  const now = ctx.now()
  const rows = claimed.map(({ id: deliveryId, attempts }) => {
    const one = became.get(deliveryId)!
    if (one.is === 'waits') return { id: deliveryId, status: again, due_at: one.until, attempts, error: null }
    if (one.is !== 'later') return { id: deliveryId, status: STATUS[one.is], due_at: null, attempts, error: one.is === 'failed' ? one.detail : null }
    // our own limit is nobody's failure
    const tried = one.detail === 'outbound_busy' ? attempts : attempts + 1
    if (tried >= MOST_ATTEMPTS) return { id: deliveryId, status: 'failed', due_at: null, attempts: tried, error: one.detail }
    return {
      id: deliveryId,
      status: again,
      due_at: new Date(now.getTime() + one.seconds * 1000 * 2 ** Math.max(0, tried - 1)),
      attempts: tried,
      error: one.detail,
    }
  })
  const noted = await ctx.sql<{ recipient_id: number; status: string }>(
    `update push.delivery d set status = n.status, due_at = coalesce(n.due_at, d.due_at), attempts = n.attempts, error = n.error, claimed_until = null,
       sent_at = case when n.status = 'delivered' then $5::timestamptz end, updated_at = now()
     from jsonb_to_recordset($3::jsonb) as n(id bigint, status text, due_at timestamptz, attempts smallint, error text)
     where d.community_id = $1 and d.broadcast_id = $2 and d.id = n.id and d.status = 'claimed' and d.claimed_until = $4
     returning d.recipient_id, d.status`,
    [id, JSON.stringify(rows), until, now],
  )
  if (noted.length === 0) return
  const [people] = await ctx.sql<{ reached: number }>(
    `with seen as (
       select d.recipient_id as id, bool_or(d.status = 'delivered') as delivered, bool_or(d.status in ('waiting', 'claimed')) as waiting,
         bool_or(d.status = 'failed') as failed, bool_or(d.status = 'expired') as expired
       from push.delivery d where d.community_id = $1 and d.recipient_id = any ($2::bigint[]) group by d.recipient_id),
     before as (select id, status from push.recipient where community_id = $1 and id = any ($2::bigint[])),
     after as (
       update push.recipient r set updated_at = now(), sent_at = case when s.delivered then coalesce(r.sent_at, $3::timestamptz) end,
         status = case when s.delivered then 'delivered' when s.waiting then 'waiting' when s.failed then 'failed' when s.expired then 'expired' else 'skipped' end
       from seen s where r.community_id = $1 and r.id = s.id returning r.id, r.status)
     select count(*)::int as reached from after a join before b on b.id = a.id where a.status = 'delivered' and b.status <> 'delivered'`,
    [[...new Set(noted.map(({ recipient_id }) => recipient_id))], now],
  )
  const of = (status: string) => noted.filter((one) => one.status === status).length
  await addTo(ctx, BroadcastTable, id, {
    delivered_count: of('delivered'),
    failed_count: of('failed'),
    expired_count: of('expired'),
    skipped_count: of('skipped'),
    reached_count: people!.reached,
  })
  await addToHour(ctx, id, now, of('delivered'), 0)
}
/** One run at a time has a broadcast, since two would be too much for a push service; whoever comes meanwhile leaves it to that one. */
async function takeTurn(ctx: Ctx, id: number): Promise<boolean> {
  const now = ctx.now()
  const taken = await ctx.sql(
    'update push.broadcast set run_until = $3 where community_id = $1 and id = $2 and (run_until is null or run_until <= $4) returning 1',
    [id, new Date(now.getTime() + CLAIM_MS), now],
  )
  return taken.length > 0
}
/** Hands out what is due, round by round. */
export async function deliver(ctx: Ctx, id: number): Promise<void> {
  if (!(await takeTurn(ctx, id))) return
  const row = await load(ctx, id)
  for (const end = performance.now() + RUN_MS; performance.now() < end; ) {
    const now = ctx.now()
    const until = new Date(now.getTime() + CLAIM_MS)
    const claimed = await claim(ctx, id, now, until)
    if (claimed.length === 0) break
    const became = await handOut(ctx, row, claimed)
    await inWrite(ctx, (inner) => note(inner, id, until, claimed, became))
  }
  await inWrite(ctx, (inner) => lookOn(inner, id))
}
/** Comes again when the next are due; when none are left it is over. */
async function lookOn(ctx: Ctx, id: number): Promise<void> {
  const row = await unlessRefused(hold(ctx, BroadcastTable, id), null)
  if (!row) return
  row.runUntil = null
  await ctx.em.flush()
  if (row.status !== 'sending') return
  if (row.authorMemberId) ctx.emit(contract.events['broadcast.progressed'], { broadcastId: id, memberId: row.authorMemberId })
  const [next] = await ctx.sql<{ at: Date | null }>(
    `select least((select min(due_at) from push.delivery where community_id = $1 and broadcast_id = $2 and status = 'waiting'),
       (select min(claimed_until) from push.delivery where community_id = $1 and broadcast_id = $2 and status = 'claimed')) as at`,
    [id],
  )
  if (next!.at) return goOn(ctx, id, next!.at)
  // the next page brings it on
  if (!row.isFilled) return
  row.status = 'sent'
  row.finishedAt = ctx.now()
  await ctx.em.flush()
  ctx.emit(contract.events['broadcast.sent'], { broadcastId: id })
}

/** What no job is left for, as after a process that died: all of it may be asked for twice. */
export async function look(ctx: Ctx): Promise<void> {
  const rows = await ctx.sql<{ id: number; status: string; is_filled: boolean }>(
    "select id, status, is_filled from push.broadcast where community_id = $1 and (status = 'sending' or (status = 'scheduled' and begins_at <= $2))",
    [ctx.now()],
  )
  for (const { id, status, is_filled } of rows) {
    if (status === 'scheduled') await begin(ctx, id)
    else if (!is_filled) await ctx.enqueue(fillJob, { broadcastId: id }, { key: `${id}` })
    else await goOn(ctx, id)
  }
}
