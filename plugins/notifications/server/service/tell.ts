/** Delivers news to members: decides who gets it in the app, by email or by push, writes rows of the inbox, and tells open browsers. */
import { AGENT_ROLE } from '@atrium/sdk'
import { actingAs, type Ctx } from '@atrium/sdk/server'
import type { News } from '../../contract.ts'
import { mailJob, tellJob, tellManyJob } from '../jobs.ts'
import { type Heard, hearing, type Recipient } from './hearing.ts'
import { type Kind, kindsOf, subjectsOf } from './kinds.ts'
import { pushTo } from './push.ts'
import { type Act, holdSubject, removeActs } from './withdraw.ts'
import { atEnd, showNews } from './counts.ts'

/** Members of one transaction where each one's rights have to be asked singly. */
const ASKED = 50
/** Members of one transaction where the kind of news vouches that all recipients may see it. */
const STEP = 1_000
export async function tell(ctx: Ctx, news: News, to: Recipient[]): Promise<void> {
  const kind = kindsOf(ctx).get(news.kind)
  const once = [...new Map(to.filter(({ memberId }) => memberId !== news.actorMemberId).map((one) => [one.memberId, one])).values()]
  if (!kind || once.length === 0) return
  // a request can only ask the rights of the member who made it, so there all is left to jobs
  if (once.length <= ASKED && !ctx.request) {
    await holdSubject(ctx, news.kind, news.subjectId, 'shared')
    return tellStep(ctx, kind, news, once)
  }
  for (let i = 0; i < once.length; i += ASKED) await ctx.enqueue(tellJob, { news, to: once.slice(i, i + ASKED) })
}
export const tellMany = (ctx: Ctx, news: News): Promise<void> => ctx.enqueue(tellManyJob, { news, after: 0 }, { key: keyOf(news) })

/** One page of a large audience. The next page is a job of its own, so that other jobs get their turn in between. */
export async function tellPage(ctx: Ctx, news: News, after: number): Promise<void> {
  const kind = kindsOf(ctx).get(news.kind)
  if (!kind?.value.recipients) return
  await holdSubject(ctx, news.kind, news.subjectId, 'shared')
  const { recipientsSee } = kind.value
  const limit = recipientsSee ? STEP : ASKED
  const page = await kind.value.recipients(ctx, news.subjectId, after, limit, news.values ?? {})
  if (page.length === 0) return
  await tellStep(
    ctx,
    kind,
    news,
    page.filter(({ memberId }) => memberId !== news.actorMemberId),
    recipientsSee,
  )
  await ctx.enqueue(tellManyJob, { news, after: page.at(-1)!.memberId }, { key: keyOf(news) })
}
const keyOf = ({ kind, key }: News) => `${kind}:${key}`

/** Writes the news for these members. The caller has locked the subject (`holdSubject`). */
async function tellStep(ctx: Ctx, kind: Kind, news: News, to: Recipient[], allSee = false): Promise<void> {
  const people = await ctx.members.byIds(to.map(({ memberId }) => memberId))
  const heard = await hearing(
    ctx,
    kind,
    news,
    to.filter(({ memberId }) => !people.get(memberId)?.roles.includes(AGENT_ROLE)),
  )
  const seeing = allSee ? heard : await whoSee(ctx, news, heard)
  if (seeing.length === 0) return
  atEnd(
    ctx,
    seeing.map(({ memberId }) => memberId),
    () => writeAll(ctx, kind, news, seeing),
  )
}
async function writeAll(ctx: Ctx, kind: Kind, news: News, seeing: Heard[]): Promise<void> {
  const told = await write(ctx, kind, news, seeing)
  if (told.length === 0) return
  const noticeOf = new Map(told.map(({ id, member_id }) => [member_id, id]))
  await showNews(
    ctx,
    told.map(({ member_id }) => member_id),
    true,
  )
  const mailed = kind.value.atOnce ? seeing.filter(({ memberId, email_at }) => email_at && noticeOf.has(memberId)) : []
  if (mailed.length) await ctx.enqueue(mailJob, { memberIds: mailed.map(({ memberId }) => memberId) })
  await pushTo(
    ctx,
    seeing.flatMap(({ memberId, push }) => (push && noticeOf.has(memberId) ? { memberId, noticeId: noticeOf.get(memberId)! } : [])),
  )
}

/** Those who may see the subject, each asked with the rights they have at this moment. */
async function whoSee(ctx: Ctx, news: News, heard: Heard[]): Promise<Heard[]> {
  const seeing: Heard[] = []
  for (const one of heard) {
    const reader = await actingAs(ctx, one.memberId)
    if (reader && (await subjectsOf(reader, news.kind, [news.subjectId])).has(news.subjectId)) seeing.push(one)
  }
  return seeing
}

/**
 * Writes one notice for each member. Members who have a notice of this act already get no second one; an unread notice of the same subject is extended
 * instead. The members' counter rows are locked by now (`atEnd`), so changes of one member's notices follow one another.
 */
async function write(ctx: Ctx, { value }: Kind, news: News, heard: Heard[]): Promise<{ id: number; member_id: number }[]> {
  const { kind, subjectId, key, actorMemberId, spaceId, values, at } = news
  if (value.group === 'mentions')
    await giveWay(
      ctx,
      news.key,
      heard.map(({ memberId }) => memberId),
    )
  const rows = heard.map(({ memberId, reason, in_app, email_at }) => ({ member_id: memberId, reason, in_app, email_at }))
  return ctx.sql<{ id: number; member_id: number }>(TELL, [
    JSON.stringify(rows),
    key,
    kind,
    subjectId,
    spaceId ?? null,
    value.group ?? null,
    actorMemberId,
    JSON.stringify(values ?? {}),
    at ?? ctx.now(),
  ])
}

/** A mention replaces what the same act was told as before: somebody who follows a post and is mentioned in a comment gets the mention alone. */
async function giveWay(ctx: Ctx, key: string, memberIds: number[]): Promise<void> {
  const acts = await ctx.sql<Act>(
    `select a.id, a.notice_id, a.member_id from notifications.act a join notifications.notice n on n.community_id = $1 and n.id = a.notice_id
     where a.community_id = $1 and a.key = $2 and a.member_id = any ($3::bigint[]) and n.grouping is distinct from 'mentions'`,
    [key, memberIds],
  )
  await removeActs(ctx, acts)
}

/**
 * `before` has to find earlier notices by the index on members. The index on kind and subject would read the notices of everybody who was told of this
 * subject; `n.kind || ''` and `n.subject_id + 0` keep the planner from using it.
 */
const TELL = `with heard as (
    select h.* from jsonb_to_recordset($2::jsonb) as h(member_id bigint, reason text, in_app boolean, email_at timestamptz)
    where not exists (select 1 from notifications.act a where a.community_id = $1 and a.key = $3 and a.member_id = h.member_id)),
  before as (
    select n.member_id, n.is_new from heard h join notifications.notice n
      on n.community_id = $1 and n.member_id = h.member_id and n.kind || '' = $4 and n.subject_id + 0 = $5 and n.read_at is null and n.archived_at is null),
  told as (
    insert into notifications.notice as n (community_id, member_id, kind, subject_id, space_id, reason, grouping, actor_ids, actors_count, data, told_at, in_app, is_new, email_at)
    select $1, h.member_id, $4, $5, $6::bigint, h.reason, $7, array_remove(array[$8::bigint], null), case when $8 is null then 0 else 1 end, $9::jsonb, $10, h.in_app, h.in_app, h.email_at
    from heard h
    on conflict (community_id, member_id, kind, subject_id) where read_at is null and archived_at is null do update set
      actor_ids = (excluded.actor_ids || case when $8 is null then n.actor_ids else array_remove(n.actor_ids, $8) end)[1:3],
      actors_count = n.actors_count + case when $8 is null or exists (select 1 from notifications.act a
        where a.community_id = $1 and a.notice_id = n.id and a.actor_member_id = $8) then 0 else 1 end,
      acts_count = n.acts_count + 1, data = excluded.data, told_at = greatest(n.told_at, excluded.told_at), in_app = n.in_app or excluded.in_app,
      is_new = n.is_new or excluded.in_app, email_at = coalesce(n.email_at, excluded.email_at), updated_at = now()
    returning n.id, n.member_id, n.is_new),
  acts as (
    insert into notifications.act (community_id, notice_id, member_id, key, actor_member_id, data, created_at)
    select $1, t.id, t.member_id, $3, $8, $9::jsonb, $10 from told t),
  counted as (
    update notifications.counter c set new_count = c.new_count + 1,
      mentions_count = c.mentions_count + case when $7 = 'mentions' then 1 else 0 end,
      inbox_count = c.inbox_count + case when $7 = 'inbox' then 1 else 0 end
    from told t left join before b on b.member_id = t.member_id
    where c.community_id = $1 and c.member_id = t.member_id and t.is_new and b.is_new is not true)
  select id, member_id from told`
