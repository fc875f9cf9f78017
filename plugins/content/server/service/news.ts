/** What members are told of records: comments, replies, likes, reactions, mentions. Whom it concerns, what they see of it, how it stops, what an answer becomes. */
import type { RichTextDoc } from '@atrium/sdk'
import { type Ctx, excerptOf, on } from '@atrium/sdk/server'
import notifications, { type NotificationKind, type NotificationOffers, type NotificationSubject, type OfferedOn } from '../../../notifications/contract.ts'
import contract, { type ContentCard } from '../../contract.ts'
import { commentRefs } from '../reads.ts'
import { SubjectTable } from '../entities.ts'
import { createComment } from './comments.ts'
import { commentPath } from './document.ts'
import { interactions, like, unlike } from './interactions.ts'
import { cardsIn, kindOf } from './records.ts'

const KINDS = ['comment', 'reply', 'like', 'reaction', 'mention'] as const

/** The number of a record, given to it with the first news. */
async function subjectId(ctx: Ctx, kind: string, recordId: number): Promise<number> {
  const [row] = await ctx.sql<{ id: number }>(
    `insert into content.subject (community_id, kind, record_id) values ($1, $2, $3)
     on conflict (community_id, kind, record_id) do update set updated_at = now() returning id`,
    [kind, recordId],
  )
  return row!.id
}
interface SubjectRow {
  id: number
  kind: string
  record_id: number
  said: string | null
  /** Of a comment the record that it stands below. */
  thing_kind: string | null
  thing_id: number | null
}
/** Below a record its last comment, below a comment the last reply. */
const said = `case when s.kind = 'comment'
    then (select left(c.text, 300) from content.comment c where c.community_id = $1 and c.parent_id = s.record_id and c.deleted_at is null order by c.id desc limit 1)
    else (select left(c.text, 300) from content.comment c
      where c.community_id = $1 and c.kind = s.kind and c.record_id = s.record_id and c.parent_id is null and c.deleted_at is null order by c.id desc limit 1) end`
const rowsOf = (ctx: Ctx, ids: number[], withSaid = false) =>
  ctx.sql<SubjectRow>(
    `select s.id, s.kind, s.record_id, ${withSaid ? said : 'null'} as said, t.kind as thing_kind, t.record_id as thing_id
     from content.subject s left join content.comment t on s.kind = 'comment' and t.community_id = $1 and t.id = s.record_id
     where s.community_id = $1 and s.id = any ($2::bigint[])`,
    [ids],
  )
async function oneOf(ctx: Ctx, id: number): Promise<SubjectRow | null> {
  const [row] = await rowsOf(ctx, [id])
  return row ?? null
}

/**
 * @param spoken what was said last stands below, else the record's own beginning
 * @param ofComments words of their own for comments, whose title is that of the record that they stand below
 */
const subjects =
  (spoken: boolean, ofComments?: string) =>
  async (ctx: Ctx, ids: number[]): Promise<Map<number, NotificationSubject>> => {
    const rows = await rowsOf(ctx, ids, spoken)
    const cards = await cardsIn(ctx, rows)
    return new Map(
      rows.flatMap((row): [number, NotificationSubject][] => {
        const card = cards.get(row.kind)?.get(row.record_id)
        const wording = row.kind === 'comment' ? ofComments : undefined
        return card ? [[row.id, { ...toSubject(ctx, card, row, spoken), ...(wording && { wording }) }]] : []
      }),
    )
  }
const toSubject = (ctx: Ctx, card: ContentCard, row: SubjectRow, spoken: boolean): NotificationSubject => ({
  title: card.title,
  path: card.path,
  spaceId: card.spaceId,
  excerpt: spoken ? excerptOf(row.said ?? '') : card.excerpt,
  replyable: card.commentsEnabled !== false && (card.kind === 'comment' || Boolean(kindOf(ctx, card.kind)?.acts.includes('comment'))),
  type: kindOf(ctx, card.kind)?.likeableType ?? card.kind,
  id: card.id,
  thing: { kind: row.thing_kind ?? card.kind, id: row.thing_id ?? card.id },
})

type Values = Record<string, string | number>
/** What was said may be liked where one is told of it: the latest comment, or the record in which one was mentioned. */
async function liking(ctx: Ctx, news: OfferedOn[]) {
  const rows = new Map(
    (
      await rowsOf(
        ctx,
        news.map(({ subjectId }) => subjectId),
      )
    ).map((row) => [row.id, row]),
  )
  return news.map(({ subjectId, values }) => {
    if (values['comment']) return { kind: 'comment', id: Number(values['comment']) }
    const row = rows.get(subjectId)
    return row && values['anchor'] === undefined ? { kind: row.kind, id: row.record_id } : null
  })
}
const likes: NotificationOffers = {
  async of(ctx, news) {
    const records = await liking(ctx, news)
    const named = records.flatMap((record) => record ?? [])
    const cards = await cardsIn(
      ctx,
      named.map(({ kind, id }) => ({ kind, record_id: id })),
    )
    const liked = new Map(
      await Promise.all(
        [...Map.groupBy(named, ({ kind }) => kind)].map(
          async ([kind, of]) =>
            [
              kind,
              await interactions(
                ctx,
                kind,
                of.map(({ id }) => id),
              ),
            ] as const,
        ),
      ),
    )
    return records.map((record) => {
      const card = record && cards.get(record.kind)?.get(record.id)
      if (!card || card.likesEnabled === false || !kindOf(ctx, card.kind)?.acts.includes('like')) return { offers: [] }
      return { offers: [{ key: 'like', chosen: liked.get(card.kind)?.get(card.id)?.liked ?? false }] }
    })
  },
  async take(ctx, _key, news) {
    const [record] = await liking(ctx, [news])
    if (!record) return
    const isLiked = (await interactions(ctx, record.kind, [record.id])).get(record.id)?.liked
    await (isLiked ? unlike : like)(ctx, record.kind, record.id)
  },
}

/** Mutes the record for the reader: no more comments on it, no more replies below it. */
async function mute(ctx: Ctx, id: number): Promise<void> {
  const row = await oneOf(ctx, id)
  if (!row) return
  await ctx.sql(
    `insert into content.follow (community_id, member_id, kind, record_id, is_muted) values ($1, $2, $3, $4, true)
     on conflict (community_id, member_id, kind, record_id) do update set is_muted = true, updated_at = now()`,
    [ctx.me().id, row.kind, row.record_id],
  )
}
/** An answer to news about a comment stands below it; about a record, among its comments. */
async function answer(ctx: Ctx, id: number, doc: unknown, key: string, values: Values = {}): Promise<void> {
  const row = await oneOf(ctx, id)
  if (!row) return
  const [said] = values['comment'] ? await ctx.read(commentRefs, [[Number(values['comment'])]]) : []
  if (said)
    return void (await createComment(ctx, { kind: said.kind, id: said.record_id, parentId: said.parent_id ?? said.id, doc: doc as RichTextDoc, clientId: key }))
  if (row.kind !== 'comment') return void (await createComment(ctx, { kind: row.kind, id: row.record_id, doc: doc as RichTextDoc, clientId: key }))
  const [ref] = await ctx.read(commentRefs, [[row.record_id]])
  if (ref) await createComment(ctx, { kind: ref.kind, id: ref.record_id, parentId: ref.parent_id ?? ref.id, doc: doc as RichTextDoc, clientId: key })
}

const talk = {
  subjects: subjects(true),
  stops: ['author', 'follow', 'commented', 'your_comment'],
  stop: (ctx: Ctx, _reason: string, id: number) => mute(ctx, id),
  reply: answer,
  offers: likes,
  topic: 'conversations',
} as const
const inPassing = { topic: 'conversations', isGeneral: true } as const
export const kinds: NotificationKind[] = [
  {
    key: 'mention',
    icon: 'at-sign',
    group: 'mentions',
    defaults: { in_app: true, email: true, push: true },
    subjects: subjects(false),
    reply: answer,
    offers: likes,
    topic: 'conversations',
  },
  {
    key: 'comment',
    icon: 'message-circle',
    group: 'inbox',
    defaults: { in_app: true, email: true, push: true },
    // whoever once said a word there is written to when they are answered or mentioned
    ways: { commented: ['in_app'] },
    ...talk,
  },
  { key: 'reply', icon: 'reply', group: 'inbox', defaults: { in_app: true, email: true, push: true }, ...talk },
  { key: 'like', icon: 'heart', defaults: { in_app: true, email: false, push: false }, subjects: subjects(false, 'comment'), ...inPassing },
  { key: 'reaction', icon: 'smile', defaults: { in_app: true, email: false, push: false }, subjects: subjects(false, 'comment'), ...inPassing },
]

/** Those who followed it at that moment, as an event may come late; whoever has muted the record hears nothing of it, its author either. */
async function followers(ctx: Ctx, kind: string, recordId: number, at: Date): Promise<{ following: number[]; muted: Set<number> }> {
  const rows = await ctx.sql<{ member_id: number; is_muted: boolean }>(
    'select member_id, is_muted from content.follow where community_id = $1 and kind = $2 and record_id = $3 and (is_muted or created_at <= $4)',
    [kind, recordId, at],
  )
  return {
    following: rows.filter(({ is_muted }) => !is_muted).map(({ member_id }) => member_id),
    muted: new Set(rows.filter(({ is_muted }) => is_muted).map(({ member_id }) => member_id)),
  }
}

/** Those of these who have commented there themselves. */
async function whoSpoke(ctx: Ctx, kind: string, recordId: number, memberIds: number[]): Promise<Set<number>> {
  const rows = await ctx.sql<{ member_id: number }>(
    'select distinct member_id from content.comment where community_id = $1 and kind = $2 and record_id = $3 and member_id = any ($4::bigint[]) and deleted_at is null',
    [kind, recordId, memberIds],
  )
  return new Set(rows.map(({ member_id }) => member_id))
}

const { events } = contract
/** An act on a record, told to its author: likes and reactions. */
const toAuthor = (kind: 'like' | 'reaction', done: (act: { emoji?: string; added?: boolean }) => boolean) =>
  async function tell(
    ctx: Ctx,
    fact: { kind: string; id: number; spaceId: number | null; memberId: number | null; byMemberId: number; emoji?: string; added?: boolean },
    { at }: { at: Date },
  ) {
    if (fact.memberId === null) return
    const id = await subjectId(ctx, fact.kind, fact.id)
    const key = [kind, fact.kind, fact.id, fact.byMemberId, fact.emoji].filter(Boolean).join(':')
    if (!done(fact)) return ctx.use(notifications).withdraw(kind, id, key)
    const to = [{ memberId: fact.memberId, reason: fact.kind === 'comment' ? 'your_comment' : 'author' }]
    await ctx.use(notifications).tell({ kind, subjectId: id, key, actorMemberId: fact.byMemberId, spaceId: fact.spaceId, at, to })
  }

export const subscriptions = [
  on(events['comment.created'], 'tell-comment', async (ctx, fact, { at }) => {
    const { id, parentId, recordKind, recordId, spaceId, memberId, byMemberId } = fact
    // the like was taken back before the notification was made
    if ((await ctx.read(commentRefs, [[id]])).length === 0) return
    const news = { key: `comment:${id}`, actorMemberId: byMemberId, spaceId, at, values: { anchor: commentPath('', { id, parent_id: parentId }), comment: id } }
    const service = ctx.use(notifications)
    if (parentId !== null) {
      const [parent] = await ctx.read(commentRefs, [[parentId]])
      const { muted } = await followers(ctx, 'comment', parentId, at)
      if (parent?.member_id && !muted.has(parent.member_id))
        await service.tell({
          ...news,
          kind: 'reply',
          subjectId: await subjectId(ctx, 'comment', parentId),
          to: [{ memberId: parent.member_id, reason: 'your_comment' }],
        })
    }
    const { following, muted } = await followers(ctx, recordKind, recordId, at)
    const spoke = await whoSpoke(ctx, recordKind, recordId, following)
    const to = following
      .filter((follower) => follower !== memberId)
      .map((follower) => ({ memberId: follower, reason: spoke.has(follower) ? 'commented' : 'follow' }))
    if (memberId !== null && !muted.has(memberId)) to.unshift({ memberId, reason: 'author' })
    await service.tell({ ...news, kind: 'comment', subjectId: await subjectId(ctx, recordKind, recordId), to })
  }),
  on(events['comment.deleted'], 'withdraw-comment', async (ctx, { id, parentId, recordKind, recordId }) => {
    const service = ctx.use(notifications)
    await service.withdraw('comment', await subjectId(ctx, recordKind, recordId), `comment:${id}`)
    if (parentId !== null) await service.withdraw('reply', await subjectId(ctx, 'comment', parentId), `comment:${id}`)
    await withdrawComments(ctx, [id])
  }),
  on(events['content.mentioned'], 'tell-mention', async (ctx, { kind, id, spaceId, memberId, byMemberId }, { at }) => {
    if (memberId === null) return
    const news = { kind: 'mention', subjectId: await subjectId(ctx, kind, id), key: `${kind}:${id}`, actorMemberId: byMemberId, spaceId, at }
    await ctx.use(notifications).tell({ ...news, to: [{ memberId, reason: 'mention' }] })
  }),
  on(
    events['content.liked'],
    'tell-like',
    toAuthor('like', () => true),
  ),
  on(
    events['content.unliked'],
    'withdraw-like',
    toAuthor('like', () => false),
  ),
  on(
    events['content.reacted'],
    'tell-reaction',
    toAuthor('reaction', ({ added }) => added === true),
  ),
  on(events['record.forgotten'], 'withdraw-record', (ctx, { kind, id }) => withdrawRecords(ctx, kind, [id])),
]

/** What was told of records that are gone. */
async function withdrawRecords(ctx: Ctx, kind: string, ids: number[]): Promise<void> {
  const told = await ctx.em.find(SubjectTable, { kind, recordId: { $in: ids } }, { fields: ['id'] })
  for (const { id } of told) for (const key of KINDS) await ctx.use(notifications).withdraw(key, id)
  await ctx.em.nativeDelete(SubjectTable, { id: { $in: told.map(({ id }) => id) } })
}
export const withdrawComments = (ctx: Ctx, ids: number[]): Promise<void> => withdrawRecords(ctx, 'comment', ids)
