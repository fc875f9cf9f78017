/** Broadcasts as admins write, schedule, stop and put them away. What moves one on is a single statement, so that of two who press at once one is told. */
import { conflict, cut, invalid, notFound } from '@atrium/sdk'
import { type Ctx, hold, lastId, page, type Paging, publishedAddress, type RowOf, rowsFor } from '@atrium/sdk/server'
import type { z } from 'zod'
import notifications from '../../../notifications/contract.ts'
import { type Broadcast, type BroadcastInput, type Figures, KIND, MAX_TITLE, type State, type VIEWS } from '../../contract.ts'
import { BroadcastTable, type Tables } from '../entities.ts'
import { beginJob, CLAIM_MS, deliverJob, fillJob, testJob } from '../jobs.ts'
import { checkAudience, countAudience } from './audience.ts'
import { sameTimeIn } from './zones.ts'

export type BroadcastRow = RowOf<typeof BroadcastTable>
const UNDER_WAY: State[] = ['scheduled', 'sending']

export const figuresOf = (row: BroadcastRow): Figures => ({
  audience: row.audience_count,
  recipients: row.recipients_count,
  reached: row.reached_count,
  devices: row.devices_count,
  delivered: row.delivered_count,
  failed: row.failed_count,
  expired: row.expired_count,
  skipped: row.skipped_count,
  waiting: row.devices_count - row.delivered_count - row.failed_count - row.expired_count - row.skipped_count,
  opened: row.opened_count,
})
async function present(ctx: Ctx, rows: BroadcastRow[]): Promise<z.input<typeof Broadcast>[]> {
  const authors = await ctx.members.byIds(rows.flatMap(({ author_member_id }) => author_member_id ?? []))
  return rows.map((row) => {
    const author = authors.get(row.author_member_id ?? 0)
    return {
      ...row,
      author: author ? { id: author.id, name: author.name, avatar_url: author.avatarUrl } : null,
      figures: figuresOf(row),
    }
  })
}
const all = (ctx: Ctx) => ctx.em.getKysely<Tables>().selectFrom('push.broadcast').selectAll().where('community_id', '=', ctx.community.id)
/** @throws AtriumError 404 */
export async function load(ctx: Ctx, id: number): Promise<BroadcastRow> {
  const row = await all(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Broadcast', 'broadcast_not_found')
  return row
}
export const show = async (ctx: Ctx, id: number) => (await present(ctx, [await load(ctx, id)]))[0]!

export async function listBroadcasts(ctx: Ctx, query: Paging & { view: (typeof VIEWS)[number] }) {
  const last = lastId(query)
  const { view } = query
  const rows = await all(ctx)
    .where('archived_at', view === 'archived' ? 'is not' : 'is', null)
    .$if(view === 'draft' || view === 'scheduled', (some) => some.where('status', '=', view as State))
    .$if(view === 'sent', (some) => some.where('status', 'in', ['sending', 'sent', 'cancelled']))
    .$if(last !== null, (some) => some.where('id', '<', last!))
    .orderBy('id', 'desc')
    .limit(rowsFor(query))
    .execute()
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  return { ...envelope, records: await present(ctx, envelope.records) }
}

/** An address within the community as a path. @throws AtriumError 422 for one that leads elsewhere */
function localPath(ctx: Ctx, text: string | null | undefined): string | null | undefined {
  if (!text) return text === '' ? null : text
  const here = [ctx.community.url, ctx.community.platformUrl].map((url) => new URL(url).host)
  const to = /^(\/(?![/\\])|https?:\/\/)/i.test(text) && URL.canParse(text, ctx.community.url) ? new URL(text, ctx.community.url) : null
  if (!to || !here.includes(to.host)) throw invalid({ path: ['Enter a page of this community, like /events.'] })
  return `${to.pathname}${to.search}${to.hash}`
}
export async function create(ctx: Ctx, { title, message, path, image_signed_id, audience }: BroadcastInput): Promise<number> {
  await checkAudience(ctx, audience)
  const made = ctx.em.create(BroadcastTable, { title, message, path: localPath(ctx, path) ?? null, audience, authorMemberId: ctx.me().id })
  await ctx.em.flush()
  if (image_signed_id) made.imageUrl = await publishedAddress(ctx, image_signed_id, `push:${made.id}`, 'large')
  await ctx.em.flush()
  await ctx.audit('push_broadcast.created', `push_broadcast:${made.id}`, { name: title })
  return made.id
}
/** @throws AtriumError 404, 409 for one that is no draft any more, 422 */
export async function update(ctx: Ctx, id: number, { title, message, path, image_signed_id, audience }: Partial<BroadcastInput>): Promise<void> {
  const row = await hold(ctx, BroadcastTable, id, 'Broadcast', 'broadcast_not_found')
  if (row.status !== 'draft') throw notDraft()
  if (audience) await checkAudience(ctx, audience)
  row.title = title ?? row.title
  row.message = message ?? row.message
  row.audience = audience ?? row.audience
  if (path !== undefined) row.path = localPath(ctx, path) ?? null
  if (image_signed_id !== undefined) row.imageUrl = await publishedAddress(ctx, image_signed_id, `push:${id}`, 'large')
  row.updatedAt = ctx.now()
  await ctx.em.flush()
}
const notDraft = () => conflict('Only drafts can be changed or sent. This one was already scheduled or sent.', 'broadcast_not_draft')
const underWay = () => conflict('Cancel this broadcast first.', 'broadcast_under_way')

export async function destroy(ctx: Ctx, id: number): Promise<void> {
  const { title } = await load(ctx, id)
  const gone = await ctx.em.nativeDelete(BroadcastTable, { id, status: { $nin: UNDER_WAY } })
  if (!gone) throw underWay()
  await ctx.audit('push_broadcast.deleted', `push_broadcast:${id}`, { name: title })
}
export async function duplicate(ctx: Ctx, id: number): Promise<number> {
  const { title, message, path, image_url: imageUrl, audience } = await load(ctx, id)
  const made = ctx.em.create(BroadcastTable, { title, message, path, imageUrl, audience, authorMemberId: ctx.me().id })
  await ctx.em.flush()
  await ctx.audit('push_broadcast.created', `push_broadcast:${made.id}`, { name: title })
  return made.id
}
export async function archive(ctx: Ctx, id: number, archived: boolean): Promise<void> {
  await load(ctx, id)
  const put = await ctx.em.nativeUpdate(BroadcastTable, { id, status: { $nin: UNDER_WAY } }, { archivedAt: archived ? ctx.now() : null, updatedAt: ctx.now() })
  if (!put) throw underWay()
}

interface When {
  scheduled_at?: string | undefined
  is_local_time: boolean
  time_zone: string
}
/** @throws AtriumError 404, 409 for one that somebody else has sent or scheduled, 422 for one that says nothing, that nobody would get, or for a time that is over */
export async function send(ctx: Ctx, id: number, { scheduled_at, is_local_time: isLocalTime, time_zone: timeZone }: When): Promise<void> {
  const row = await load(ctx, id)
  if (row.status !== 'draft') throw notDraft()
  if (!row.message) throw invalid({ message: ['Enter a message.'] }, 'Enter a message.')
  if (row.audience.kind === 'segments' && row.audience.segment_ids.length === 0)
    throw invalid({ 'audience.segment_ids': ['Choose at least one segment.'] }, 'Choose at least one segment.')
  const now = ctx.now()
  const scheduledAt = scheduled_at === undefined ? null : new Date(scheduled_at)
  if (scheduledAt && scheduledAt <= now) throw invalid({ scheduled_at: ['Choose a time in the future.'] })
  const { reachable } = scheduledAt ? { reachable: 1 } : await countAudience(ctx, row.audience)
  if (reachable === 0) {
    const text = 'No one in this audience has push notifications turned on.'
    throw invalid({ audience: [text] }, text, 'nobody_reachable')
  }
  const zones = scheduledAt && isLocalTime ? await ctx.use(notifications).pushZones() : []
  const moments = zones.map((zone) => sameTimeIn(zone, scheduledAt!, timeZone).getTime())
  const beginsAt = new Date(Math.max(now.getTime(), Math.min(...moments, (scheduledAt ?? now).getTime())))
  const moved = await ctx.em.nativeUpdate(
    BroadcastTable,
    { id, status: 'draft' },
    {
      ...(scheduledAt ? { status: 'scheduled' as const } : { status: 'sending' as const, sentAt: now }),
      ...{ scheduledAt, isLocalTime: isLocalTime && scheduledAt !== null, timeZone, beginsAt, archivedAt: null, authorMemberId: ctx.me().id, updatedAt: now },
    },
  )
  if (!moved) throw notDraft()
  await ctx.audit(scheduledAt ? 'push_broadcast.scheduled' : 'push_broadcast.sent', `push_broadcast:${id}`, { name: row.title })
  if (scheduledAt) await ctx.enqueue(beginJob, { broadcastId: id }, { runAt: beginsAt, key: `${id}` })
  else await ctx.enqueue(fillJob, { broadcastId: id }, { key: `${id}` })
}

/** @throws AtriumError 404, 409 for one that is neither scheduled nor going out */
export async function cancel(ctx: Ctx, id: number): Promise<void> {
  const { title } = await load(ctx, id)
  const now = ctx.now()
  const back = await ctx.em.nativeUpdate(
    BroadcastTable,
    { id, status: 'scheduled' },
    { status: 'draft', scheduledAt: null, beginsAt: null, isLocalTime: false, updatedAt: now },
  )
  const stopped = back ? 0 : await ctx.em.nativeUpdate(BroadcastTable, { id, status: 'sending' }, { status: 'cancelled', finishedAt: now, updatedAt: now })
  if (!back && !stopped) throw conflict('This broadcast isn’t scheduled or being sent.', 'broadcast_not_scheduled')
  if (stopped) {
    // those in hand are counted when their answers are there
    await ctx.sql(
      `with left_out as (update push.delivery set status = 'skipped', updated_at = now() where community_id = $1 and broadcast_id = $2 and status = 'waiting' returning id)
       update push.broadcast b set skipped_count = b.skipped_count + (select count(*) from left_out) where b.community_id = $1 and b.id = $2`,
      [id],
    )
    await ctx.sql(
      `update push.recipient r set status = 'skipped', updated_at = now() where r.community_id = $1 and r.broadcast_id = $2 and r.status = 'waiting'
         and not exists (select 1 from push.delivery d where d.community_id = $1 and d.recipient_id = r.id and d.status <> 'skipped')`,
      [id],
    )
    // those whose run has died
    await ctx.enqueue(deliverJob, { broadcastId: id }, { key: `${id}`, runAt: new Date(now.getTime() + CLAIM_MS) })
  }
  await ctx.audit('push_broadcast.cancelled', `push_broadcast:${id}`, { name: title })
}

/** @returns devices that it goes to. @throws AtriumError 404 for a member who is not here, 422 for one without a device */
export async function sendTest(ctx: Ctx, id: number, memberId = ctx.me().id): Promise<number> {
  const row = await load(ctx, id)
  if (!row.message) throw invalid({ message: ['Enter a message.'] }, 'Enter a message.')
  const member = (await ctx.members.byIds([memberId])).get(memberId)
  if (!member?.isActive) throw notFound('Member')
  // nobody else is bothered with what they have switched off
  const mine = memberId === ctx.me().id
  const devices = await ctx.use(notifications).pushDevices(mine ? null : KIND, [memberId])
  if (devices.length === 0) {
    const text = mine
      ? 'Turn on push notifications in this browser first. You can do this in your notification settings.'
      : 'This member has no device with push notifications turned on.'
    throw invalid({ community_member_id: [text] }, text, 'nobody_reachable')
  }
  await ctx.enqueue(testJob, { broadcastId: id, memberId, deviceIds: devices.map((device) => device.id) })
  return devices.length
}
export async function runTest(ctx: Ctx, { broadcastId, memberId, deviceIds }: { broadcastId: number; memberId: number; deviceIds: number[] }): Promise<void> {
  const row = await all(ctx).where('id', '=', broadcastId).executeTakeFirst()
  if (!row) return
  const { locale } = (await ctx.members.addresses([memberId])).get(memberId) ?? ctx
  const title = cut(ctx.t('test.title', { title: row.title }, locale), MAX_TITLE + 20)
  const message = { title, body: row.message, path: row.path ?? '/', image: row.image_url, tag: `push-test-${row.id}` }
  for (const id of deviceIds) await ctx.use(notifications).push({ id, memberId }, message)
}
