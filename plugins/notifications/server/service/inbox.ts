/** The inbox of one member: what they may still see of what they were told. */
import { createHash } from 'node:crypto'
import { notFound } from '@atrium/sdk'
import { type Ctx, decodeCursor, encodeCursor, type MemberInfo, type Paging, page, rowsFor, textToDoc, unlessRefused } from '@atrium/sdk/server'
import type { z } from 'zod'
import type { GROUPS, Notification, NotificationAct } from '../../contract.ts'
import { actsRead, countsRead, inboxRead, newRead, noticeById, type NoticeRow } from '../reads.ts'
import { kindsOf, subjectsIn, subjectsOf, type Told } from './kinds.ts'
import { lockCounters, showNews, uncount } from './counts.ts'
import { chosenLabel, offerLabel, offersFor, takeOffer } from './offers.ts'
import { placesOf } from './places.ts'
import { leadsTo, pathOf, say, sayReason } from './words.ts'
import { read } from './withdraw.ts'
import { MAX_ACTS } from '../../contract.ts'

type Group = (typeof GROUPS)[number]
export interface InboxQuery extends Paging {
  notification_group: Group
  status: 'all' | 'read' | 'unread'
  archived: boolean
}
/** Hidden ones are left out, so one page may need several steps; after these it is sent as it is. */
const STEPS = 5
/** New notices of which it is asked whether they may still be read; a badge shows no more than two digits. */
const JUDGED = 100

const groupOf = (group: Group) => (group === 'all' ? null : group)

export async function listNotices(ctx: Ctx, query: InboxQuery) {
  const wanted = rowsFor(query)
  const shown: Told[] = []
  let last = decodeCursor(query.cursor, ['number', 'number'])
  let more = true
  for (let step = 0; step < STEPS && more && shown.length < wanted; step++) {
    const [at, id] = last ?? [null, null]
    const filters = [groupOf(query.notification_group), query.status === 'all' ? null : query.status, query.archived]
    const rows: NoticeRow[] = await ctx.read(inboxRead, [ctx.me().id, ...filters, at === null ? null : new Date(at as number), id, wanted])
    more = rows.length === wanted
    for (const found of await visible(ctx, rows)) if (shown.length < wanted) shown.push(found)
    const end = rows.at(-1)
    if (end) last = keyOf(end)
  }
  const records = await present(ctx, shown)
  const listed = page(records, { query, key: ({ id, created_at }) => [new Date(created_at).getTime(), id] }, (record) => record)
  // so much was hidden that the steps did not suffice: the reader goes on from where they ended
  if (more && shown.length < wanted) return { ...listed, has_next_page: true, next_cursor: encodeCursor(last!) }
  return listed
}
const keyOf = (row: NoticeRow): [number, number] => [new Date(row.told_at).getTime(), row.id]

async function visible(ctx: Ctx, rows: NoticeRow[]): Promise<Told[]> {
  const kinds = kindsOf(ctx)
  const subjects = await subjectsIn(ctx, rows)
  return rows.flatMap((row) => {
    const [kind, subject] = [kinds.get(row.kind), subjects.get(row.kind)?.get(row.subject_id)]
    return kind && subject ? [{ row, kind, subject }] : []
  })
}

const toPerson = ({ id, publicUid, name, avatarUrl }: MemberInfo) => ({ id, public_uid: publicUid, name, avatar_url: avatarUrl })

async function present(ctx: Ctx, shown: Told[]): Promise<z.input<typeof Notification>[]> {
  const [people, places, offered] = await Promise.all([
    ctx.members.byIds(shown.flatMap(({ row }) => row.actor_ids)),
    placesOf(ctx)?.named(ctx, [...new Set(shown.flatMap(({ subject }) => subject.spaceId ?? []))]),
    offersFor(
      ctx,
      shown.map(({ row }) => row),
    ),
  ])
  return shown.map(({ row, kind, subject }, at) => {
    const actors = row.actor_ids.flatMap((id) => people.get(id) ?? []).map(toPerson)
    const said = say(ctx, kind, row, subject, people)
    const space = places?.get(subject.spaceId ?? 0)
    return {
      id: row.id,
      created_at: row.told_at,
      read_at: row.read_at,
      archived_at: row.archived_at,
      action: row.kind,
      icon: kind.value.icon ?? 'bell',
      display_action: said.action,
      notification_text_structure: said.structure,
      sentence: said.parts,
      actor_name: actors[0]?.name ?? '',
      actor_image: actors[0]?.avatar_url ?? null,
      second_actor_name: actors[1]?.name ?? null,
      second_actor_image: actors[1]?.avatar_url ?? null,
      actors,
      actors_count: row.actors_count,
      acts_count: row.acts_count,
      space_id: subject.spaceId,
      space_title: space?.name ?? '',
      space_emoji: space?.emoji ?? null,
      notifiable_id: subject.id ?? row.subject_id,
      notifiable_type: subject.type ?? row.kind,
      notifiable_title: subject.title,
      notifiable: { id: subject.id ?? row.subject_id, community_id: ctx.community.id, space_id: subject.spaceId, parent_comment_id: null },
      excerpt: subject.excerpt ?? '',
      thing: subject.thing ?? null,
      action_web_url: leadsTo(kind, subject, row),
      reason: row.reason,
      reason_text: sayReason(ctx, kind, row.reason),
      can_stop: Boolean(kind.value.stop && kind.value.stops?.includes(row.reason)),
      offers: [
        ...offered[at]!.offers.map((offer) => ({
          key: offer.key,
          label: offer.chosen ? chosenLabel(ctx, kind, offer) : offerLabel(ctx, kind, offer),
          chosen: offer.chosen ?? false,
          asks: null,
        })),
        ...(mayReply({ row, kind, subject }) ? [{ key: REPLY, label: ctx.t('act.answer'), chosen: false, asks: 'reply' as const }] : []),
      ],
      outcome: offered[at]!.outcome,
    }
  })
}

/** @throws AtriumError 404 for what is another's, gone or hidden */
async function own(ctx: Ctx, id: number): Promise<Told> {
  const [row] = await ctx.read(noticeById, [ctx.me().id, id])
  const kind = row?.in_app ? kindsOf(ctx).get(row.kind) : undefined
  const subject = kind && (await subjectsOf(ctx, row!.kind, [row!.subject_id])).get(row!.subject_id)
  if (!row || !kind || !subject) throw notFound('Notification', 'notification_not_found')
  return { row, kind, subject }
}

export async function listActs(ctx: Ctx, id: number): Promise<{ records: z.input<typeof NotificationAct>[] }> {
  const { row, subject } = await own(ctx, id)
  const acts = await ctx.read(actsRead, [row.id, MAX_ACTS])
  const people = await ctx.members.byIds(acts.flatMap(({ actor_member_id }) => actor_member_id ?? []))
  return {
    records: acts.map((act) => {
      const actor = people.get(act.actor_member_id ?? 0)
      return { id: act.id, actor: actor ? toPerson(actor) : null, created_at: act.created_at, action_web_url: pathOf(subject, act.data) }
    }),
  }
}

export async function markRead(ctx: Ctx, id: number): Promise<void> {
  await own(ctx, id)
  await read(ctx, ctx.me().id, 'id = $3', [id])
}
/** One that is read while newer news of the same subject is unread stays so: they would be one bundle. */
export async function markUnread(ctx: Ctx, id: number): Promise<void> {
  const { row } = await own(ctx, id)
  await lockCounters(ctx, [ctx.me().id])
  await ctx.sql(
    `update notifications.notice n set read_at = null, updated_at = now() where community_id = $1 and member_id = $2 and id = $3 and archived_at is null
     and not exists (select 1 from notifications.notice o where o.community_id = $1 and o.member_id = $2 and o.kind = $4 and o.subject_id = $5
       and o.read_at is null and o.archived_at is null)`,
    [ctx.me().id, id, row.kind, row.subject_id],
  )
  await showNews(ctx, [ctx.me().id], false)
}
export const markAllRead = (ctx: Ctx, group: Group): Promise<void> => read(ctx, ctx.me().id, '($3::text is null or grouping = $3) and in_app', [groupOf(group)])

/** Beside what a kind offers: wherever an email may be answered, so may the line in the list. */
const REPLY = 'reply'
const mayReply = ({ kind, subject }: Told) => Boolean(kind.value.reply && subject.replyable)
/** Two presses on the same words are one reply. */
const keyOfReply = ({ id, told_at }: NoticeRow, text: string) =>
  createHash('sha256')
    .update(`${id}:${new Date(told_at).getTime()}:${text}`)
    .digest('hex')

/** What it offers is done, and it is read. @throws AtriumError 404, and what the plugin says that does it */
export async function take(ctx: Ctx, id: number, key: string, text?: string): Promise<z.input<typeof Notification>> {
  const told = await own(ctx, id)
  if (key !== REPLY) await takeOffer(ctx, told.row, key)
  else if (!text || !mayReply(told)) throw notFound('Action', 'notification_offer_not_found')
  else await told.kind.value.reply!(ctx, told.row.subject_id, textToDoc(text), keyOfReply(told.row, text), told.row.data)
  await read(ctx, ctx.me().id, 'id = $3', [id])
  // its subject may say something else by now, or nothing any more
  const now = await unlessRefused(own(ctx, id), { ...told, row: { ...told.row, read_at: ctx.now() } })
  const [shown] = await present(ctx, [now])
  return shown!
}

/** Archived is read, too. */
export async function archive(ctx: Ctx, id: number): Promise<void> {
  await own(ctx, id)
  const me = ctx.me().id
  await lockCounters(ctx, [me])
  await ctx.sql(
    `with old as (select id, member_id, is_new, grouping from notifications.notice where community_id = $1 and member_id = $2 and id = $3 and archived_at is null),
     done as (update notifications.notice n set archived_at = now(), read_at = coalesce(n.read_at, now()), is_new = false, email_at = null, updated_at = now()
       from old where n.community_id = $1 and n.id = old.id)
     ${uncount('old', 'is_new')}`,
    [me, id],
  )
  await showNews(ctx, [me], false)
}
/** No more for this reason, and what is there is read. @throws AtriumError 404 where there is nothing to stop */
export async function stop(ctx: Ctx, id: number): Promise<void> {
  const { row, kind } = await own(ctx, id)
  if (!kind.value.stop || !kind.value.stops?.includes(row.reason)) throw notFound('Notification', 'nothing_to_stop')
  await kind.value.stop(ctx, row.reason, row.subject_id)
  await read(ctx, ctx.me().id, 'id = $3', [id])
}

/** What is new and may be read. Of more than the latest `JUDGED` it is taken as told. */
export async function counts(ctx: Ctx) {
  const me = ctx.me().id
  const [kept] = await ctx.read(countsRead, [me])
  if (!kept?.new_count) return { new_notifications_count: 0, new_mentions_count: 0, new_inbox_count: 0 }
  const rows = await ctx.read(newRead, [me, JUDGED])
  const seen = new Set((await visible(ctx, rows)).map(({ row }) => row.id))
  const hidden = rows.filter(({ id }) => !seen.has(id))
  const less = (count: number, group?: string) => Math.max(0, count - hidden.filter(({ grouping }) => group === undefined || grouping === group).length)
  return {
    new_notifications_count: less(kept.new_count),
    new_mentions_count: less(kept.mentions_count, 'mentions'),
    new_inbox_count: less(kept.inbox_count, 'inbox'),
  }
}
export async function resetCounts(ctx: Ctx) {
  const me = ctx.me().id
  await lockCounters(ctx, [me])
  await ctx.sql('update notifications.notice set is_new = false where community_id = $1 and member_id = $2 and is_new', [me])
  await ctx.sql(
    'update notifications.counter set new_count = 0, mentions_count = 0, inbox_count = 0, updated_at = now() where community_id = $1 and member_id = $2',
    [me],
  )
  await showNews(ctx, [me], false)
  return { new_notifications_count: 0, new_mentions_count: 0, new_inbox_count: 0 }
}
