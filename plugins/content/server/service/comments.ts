/** Comments and their replies on records of any kind. */
import { AtriumError, forbidden, invalid, notFound, type RichTextDoc, sentence } from '@atrium/sdk'
import {
  addressFiles,
  addTo,
  authorize,
  authorOf,
  type Ctx,
  decodeCursor,
  lastId,
  encodeCursor,
  fileIdsIn,
  isoOf,
  type Paging,
  page,
  readRichText,
  resolveFiles,
  richTextField,
  rowsFor,
  textToDoc,
} from '@atrium/sdk/server'
import type { z } from 'zod'
import spaces from '../../../spaces/contract.ts'
import contract, { type Comment, type CommentSort, type ContentCard, MAX_MENTIONS, MAX_TEXT, type RemovalReason, type Reply } from '../../contract.ts'
import { CommentTable, MentionTable } from '../entities.ts'
import { commentPolicy, type SeenComment } from '../policies.ts'
import { type CommentRow, commentById, commentLists, commentRefs, commentsByMember, commentsLatest, commentWrite, repliesRead } from '../reads.ts'
import { commentPath, documentOf } from './document.ts'
import { judge, moderation } from './gate.ts'
import { mention } from './interactions.ts'
import { type People, peopleIn, withReplies } from './people.ts'
import { withdrawOne } from './withdraw.ts'
import { apartOf, cardsIn, kindOf, loadCard, mayComment, mayJoin, moderates, mutedOf } from './records.ts'

const me = (ctx: Ctx) => ctx.member?.id ?? 0

/** What the reader may do on the record, asked once for all its comments. */
interface Stage {
  card: ContentCard
  moderates: boolean
  mayComment: boolean
  /** Whose comments the reader does not see, and whose are folded. */
  apart: number[]
  muted: number[]
}
const stage = async (ctx: Ctx, kind: string, id: number): Promise<Stage> => stageOf(ctx, await loadCard(ctx, kind, id, 'comment'))
async function stageOf(ctx: Ctx, card: ContentCard): Promise<Stage> {
  const [mod, comment, apart, muted] = await Promise.all([moderates(ctx, card), mayComment(ctx, card), apartOf(ctx), mutedOf(ctx)])
  // who sees to the place sees all of it
  return { card, moderates: mod, mayComment: comment, apart: mod ? [] : apart, muted }
}

/** For clients that show no TipTap: making full HTML of every comment on every read would cost more than the rest. */
const plainHtml = (text: string) => (text ? `<p>${text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>')}</p>` : '')
const iso = (value: Date | string | null) => (value === null ? null : isoOf(new Date(value)))

function toReply(ctx: Ctx, row: CommentRow, on: Stage, people: People): z.input<typeof Reply> {
  // a comment that moderators hid stays visible to its author
  if (row.mine) row = { ...row, ...row.mine, flagged_for_approval_at: row.deleted_at, deleted_at: null }
  const seen: SeenComment = { row, ...on }
  const may = (act: Exclude<keyof typeof commentPolicy, 'view'>) => ctx.member !== null && !ctx.viewOnly && !row.mine && commentPolicy[act](ctx, seen)
  // of a removed comment a placeholder is shown, without its author
  const author = row.deleted_at ? undefined : people.get(row.member_id ?? 0)
  return {
    id: row.id,
    parent_comment_id: row.parent_id,
    record_type: row.kind,
    record_id: row.record_id,
    post_id: row.kind === 'post' ? row.record_id : null,
    post_name: on.card.title,
    space_id: on.card.spaceId,
    community_member_id: author?.id ?? null,
    user_id: author?.accountId ?? null,
    author: authorOf(author),
    author_type: 'CommunityMember',
    editor: 'tiptap',
    body: { html: plainHtml(row.text), attachments: {}, attachments_array: [] },
    tiptap_body: row.body ? richTextField(addressFiles(row.body as RichTextDoc, ctx.files), row.text, 'post') : null,
    body_text: row.text,
    url: commentPath(on.card.path, row),
    likes_count: row.likes_count,
    user_likes_count: row.likes_count,
    replies_count: row.replies_count,
    is_liked: row.is_liked,
    bookmark_id: row.bookmark_id,
    reactions: row.reactions ?? [],
    flagged_for_approval_at: iso(row.flagged_for_approval_at ?? null),
    created_at: iso(row.created_at)!,
    updated_at: iso(row.updated_at)!,
    edited_at: iso(row.edited_at),
    removed_at: iso(row.deleted_at),
    author_muted: author !== undefined && on.muted.includes(author.id),
    policies: {
      can_bookmark: may('bookmark'),
      can_destroy: may('destroy'),
      can_edit: may('edit'),
      can_manage: may('manage'),
      can_report: may('report'),
      can_reply: may('reply'),
    },
  }
}
/** Without what was said by whom a block parts from the reader. */
const standing = (rows: CommentRow[], { apart }: Stage): CommentRow[] =>
  apart.length ? rows.filter(({ member_id }) => member_id === null || !apart.includes(member_id)) : rows
const toComment = (ctx: Ctx, row: CommentRow, on: Stage, people: People): z.input<typeof Comment> => ({
  ...toReply(ctx, row, on, people),
  replies: standing(row.replies ?? [], on).map((reply) => toReply(ctx, reply, on, people)),
})
const oneComment = async (ctx: Ctx, row: CommentRow, on: Stage) => toComment(ctx, row, on, await peopleIn(ctx, withReplies([row])))

export interface CommentQuery extends Paging {
  sort?: CommentSort
  parent_comment_id?: number
}
/** What nearly all spaces leave it at: so these comments can be asked for together with the record, in one round trip. */
const USUAL: CommentSort = 'oldest'
/** An invalid cursor gives a rejected promise instead of throwing, so that the read of the record that runs beside it is still awaited. */
async function readPage(ctx: Ctx, kind: string, id: number, sort: CommentSort, query: CommentQuery) {
  const { read, key } = commentLists[sort]
  const last = decodeCursor(query.cursor, key ? ['number', key === 'text' ? 'string' : 'number'] : ['number'])
  return ctx.read(read, [me(ctx), kind, id, last?.[0] ?? null, rowsFor(query), ...(key ? [last?.[1] ?? null] : [])])
}

/** A page of a record's comments, or of one comment's replies. */
export async function listComments(ctx: Ctx, kind: string, id: number, query: CommentQuery) {
  const parentId = query.parent_comment_id
  const { on, rows, sort } = await (parentId ? repliesTo(ctx, kind, id, parentId, query) : topOf(ctx, kind, id, query))
  const key = (row: CommentRow) => (commentLists[sort].key ? [row.id, row.sort_key!] : [row.id])
  const people = await peopleIn(ctx, withReplies(rows))
  const envelope = page(rows, { query, key }, (row) => row)
  const can_join = !on.mayComment && (await mayJoin(ctx, on.card))
  return {
    ...envelope,
    records: standing(envelope.records, on).map((row) => toComment(ctx, row, on, people)),
    space_id: on.card.spaceId,
    space_to_join: can_join ? ((await ctx.use(spaces).card(on.card.spaceId!))?.name ?? null) : null,
    policies: { can_comment: on.mayComment, can_join },
  }
}
interface Found {
  on: Stage
  rows: CommentRow[]
  sort: CommentSort
}
async function repliesTo(ctx: Ctx, kind: string, id: number, parentId: number, query: CommentQuery): Promise<Found> {
  const on = await stage(ctx, kind, id)
  await rowOn(ctx, on, parentId)
  const rows = await ctx.read(repliesRead, [me(ctx), parentId, lastId(query), rowsFor(query)])
  return { on, rows, sort: 'oldest' }
}
/** Read together with its record in the order that most spaces have; again where the record's has another. */
async function topOf(ctx: Ctx, kind: string, id: number, query: CommentQuery): Promise<Found> {
  const asked = query.sort ?? USUAL
  const [on, early] = await Promise.all([stage(ctx, kind, id), readPage(ctx, kind, id, asked, query)])
  const { spaceId } = on.card
  const sort = query.sort ?? (spaceId === null ? undefined : (await ctx.use(spaces).card(spaceId))?.commentSort) ?? USUAL
  return { on, rows: sort === asked ? early : await readPage(ctx, kind, id, sort, query), sort }
}

/** A hidden record's comments are left out, so one page may need several steps; after these it is sent as it is. */
const STEPS = 5
/** A page of comments wherever they stand, of those that this reader may read, newest first. */
async function listAnywhere(ctx: Ctx, query: Paging, read: (last: number | null, rows: number) => Promise<CommentRow[]>, fits = (_card: ContentCard) => true) {
  const step = rowsFor(query)
  const wanted = step - 1
  const shown: { row: CommentRow; on: Stage }[] = []
  let last = lastId(query)
  let more = true
  for (let i = 0; i < STEPS && more && shown.length < wanted; i++) {
    const rows: CommentRow[] = await read(last, step)
    const cards = await cardsIn(ctx, rows)
    more = rows.length === step
    for (const row of rows) {
      if (shown.length === wanted) {
        more = true
        break
      }
      last = row.id
      const card = cards.get(row.kind)?.get(row.record_id)
      if (card && fits(card)) shown.push({ row, on: await stageOf(ctx, card) })
    }
  }
  const people = await peopleIn(
    ctx,
    shown.map(({ row }) => row),
  )
  return {
    ...page(shown, { query, key: () => [last] }, ({ row, on }) => toReply(ctx, row, on, people)),
    has_next_page: more,
    next_cursor: more ? encodeCursor([last]) : null,
  }
}
/** What a member has said where this reader may read it. @throws AtriumError 404 without such a member */
export async function listByMember(ctx: Ctx, memberId: number, query: Paging) {
  if (!(await ctx.members.byIds([memberId])).has(memberId)) throw notFound('Member')
  return listAnywhere(ctx, query, (last, rows) => ctx.read(commentsByMember, [me(ctx), memberId, last, rows]))
}
/** Comments that a search finds at most. */
const MOST_FOUND = 200
/** @throws AtriumError 404 for a space that this reader does not see */
export async function listLatest(ctx: Ctx, { space_id, search_text, ...query }: Paging & { space_id?: number; search_text?: string }) {
  const { canView, visibleIds } = await ctx.use(spaces).access()
  if (space_id && !canView(space_id)) throw notFound('Space', 'space_not_found')
  const spaceIds = space_id ? [space_id] : visibleIds()
  const hits = search_text ? await ctx.search.find({ text: search_text, kinds: ['comment'], spaceIds, limit: MOST_FOUND }) : null
  const ids = hits?.map(({ recordId }) => recordId) ?? null
  return listAnywhere(
    ctx,
    query,
    (last, rows) => ctx.read(commentsLatest, [me(ctx), ids, last, rows]),
    (card) => !space_id || card.spaceId === space_id,
  )
}

/** The comment, if it lies on that record. @throws AtriumError 404 */
async function rowOn(ctx: Ctx, { card }: Stage, commentId: number): Promise<CommentRow> {
  const [row] = await ctx.read(commentById, [me(ctx), commentId])
  if (!row || row.kind !== card.kind || row.record_id !== card.id) throw notFound('Comment', 'comment_not_found')
  return row
}
/** A comment by its id alone. @throws AtriumError 404 */
export async function findComment(ctx: Ctx, commentId: number) {
  const [row] = await ctx.read(commentById, [me(ctx), commentId])
  const card = row && (await cardsIn(ctx, [row])).get(row.kind)?.get(row.record_id)
  if (!card) throw notFound('Comment', 'comment_not_found')
  return oneComment(ctx, row, await stageOf(ctx, card))
}
export async function showComment(ctx: Ctx, kind: string, id: number, commentId: number) {
  const on = await stage(ctx, kind, id)
  return oneComment(ctx, await rowOn(ctx, on, commentId), on)
}

/** The thread that a deep link points into, with the comment meant among its replies; without one the whole tree by pages. */
export async function hierarchy(
  ctx: Ctx,
  kind: string,
  id: number,
  query: Omit<CommentQuery, 'parent_comment_id'> & { comment_id?: number; message_id?: number },
) {
  const commentId = query.comment_id ?? query.message_id
  if (commentId === undefined) return listComments(ctx, kind, id, query)
  const on = await stage(ctx, kind, id)
  const row = await rowOn(ctx, on, commentId)
  const root = row.parent_id === null ? row : await rowOn(ctx, on, row.parent_id)
  const replies = root.replies ?? []
  if (row !== root && !replies.some((reply) => reply.id === row.id)) replies.push(row)
  return { comment_id: row.id, parent_comment_id: row.parent_id, comment: await oneComment(ctx, { ...root, replies }, on) }
}

/** A text as the calls take it: TipTap, or plain text. */
export const docOf = (input: { body?: string; tiptap_body?: { body: unknown } }): unknown => input.tiptap_body?.body ?? textToDoc(input.body ?? '')

function tooLong() {
  const message = sentence('Comments can be up to {max} characters.', { max: MAX_TEXT })
  return invalid({ body: [message] }, message)
}
/** @throws AtriumError 422 for nothing, too much or what no text may hold; 404 for a foreign upload. */
async function parse(ctx: Ctx, input: unknown, held: number[] = []) {
  const rich = await readRichText(ctx, input, { mentions: MAX_MENTIONS })
  if (rich.isEmpty) throw invalid({ body: ['Write a comment.'] })
  if (rich.text.length > MAX_TEXT) throw tooLong()
  const { doc, files } = await resolveFiles(rich.doc, ctx.files, held)
  return { doc, files, text: rich.text, mentionIds: rich.mentionIds }
}
type Parsed = Awaited<ReturnType<typeof parse>>

async function keep(ctx: Ctx, card: ContentCard, comment: Pick<CommentRow, 'id' | 'parent_id' | 'member_id' | 'created_at'>, rich: Parsed, at: Date) {
  for (const file of rich.files) await ctx.files.keep(file.id, `comment:${comment.id}`)
  ctx.search.put(documentOf(card, { ...comment, body: rich.doc, text: rich.text }, at))
}
const fact = (ctx: Ctx, card: ContentCard, comment: { id: number; parent_id: number | null }) => ({
  kind: 'comment',
  id: comment.id,
  parentId: comment.parent_id,
  recordKind: card.kind,
  recordId: card.id,
  spaceId: card.spaceId,
  memberId: card.authorMemberId,
  byMemberId: ctx.me().id,
  record: `${card.kind}:${card.id}`,
})

export interface NewComment {
  kind: string
  id: number
  doc: unknown
  parentId?: number | null
  clientId?: string
  /** An import: written then, and nobody is told. */
  at?: Date
}
/** Writes a comment. Sent again with the same `clientId`, it answers the first. @throws AtriumError 403, 404, 422 */
export async function createComment(ctx: Ctx, { kind, id, doc, parentId = null, clientId, at }: NewComment): Promise<z.input<typeof Comment>> {
  const author = ctx.me()
  const card = await loadCard(ctx, kind, id, 'comment')
  if (!(await mayComment(ctx, card)))
    throw card.commentsEnabled !== false ? forbidden('Join the space to comment.') : forbidden('Comments are closed here.', 'comments_closed')
  if (parentId !== null) {
    const [parent] = await ctx.read(commentRefs, [[parentId]])
    if (!parent || parent.kind !== kind || parent.record_id !== id) throw notFound('Comment', 'parent_comment_not_found')
    if ((await apartOf(ctx)).includes(parent.member_id ?? 0)) throw forbidden('Comments are closed here.', 'comments_closed')
    if (parent.parent_id !== null) throw new AtriumError(404, 'parent_comment_not_top_level', 'You can’t reply to a reply. Reply to the comment instead.')
  }
  const rich = await parse(ctx, doc)
  const verdict = at ? null : await judge(ctx, { kind: 'comment', spaceId: card.spaceId, text: rich.text, doc: rich.doc, mentionIds: rich.mentionIds })
  const moment = at ?? ctx.now()
  const [row] = await ctx.read(commentWrite, [author.id, kind, id, parentId, JSON.stringify(rich.doc), rich.text, clientId ?? null, moment])
  if (!row) {
    const first = await ctx.em.findOneOrFail(CommentTable, { memberId: author.id, clientId }, { fields: ['id'] })
    return showComment(ctx, kind, id, first.id)
  }
  if (parentId !== null) await addTo(ctx, CommentTable, parentId, { replies_count: 1 })
  ctx.beforeCommit(() => kindOf(ctx, kind)!.count(ctx, id, 'comments', 1, moment))
  await keep(ctx, card, row, rich, moment)
  await verdict?.noted(row.id)
  if (verdict?.held) {
    await withdrawOne(ctx, row.id, 'hide', rich.mentionIds)
    return showComment(ctx, kind, id, row.id)
  }
  if (rich.mentionIds.length) await mention(ctx, 'comment', row.id, rich.mentionIds, at !== undefined)
  if (!at) ctx.emit(contract.events['comment.created'], fact(ctx, card, row))
  return oneComment(ctx, row, await stageOf(ctx, card))
}

async function stored(ctx: Ctx, act: 'edit' | 'destroy', kind: string, id: number, commentId: number) {
  const on = await stage(ctx, kind, id)
  const row = await rowOn(ctx, on, commentId)
  await authorize(ctx, commentPolicy, act, { row, ...on }, 'Comment', 'comment_not_found')
  return { row, card: on.card }
}

export async function updateComment(ctx: Ctx, kind: string, id: number, commentId: number, doc: unknown): Promise<void> {
  const { row, card } = await stored(ctx, 'edit', kind, id, commentId)
  const rich = await parse(ctx, doc, fileIdsIn(row.body as RichTextDoc | null))
  const verdict = await judge(ctx, { kind: 'comment', spaceId: card.spaceId, text: rich.text, doc: rich.doc, mentionIds: rich.mentionIds, id: commentId })
  const now = ctx.now()
  await ctx.em.nativeUpdate(CommentTable, { id: commentId }, { body: rich.doc, text: rich.text, editedAt: now, updatedAt: now })
  await keep(ctx, card, row, rich, ctx.now())
  await mention(ctx, 'comment', commentId, rich.mentionIds)
  ctx.emit(contract.events['comment.updated'], fact(ctx, card, row))
  await verdict?.noted(commentId)
  if (verdict?.held) await withdrawOne(ctx, commentId, 'hide')
}

/** Removes the text and leaves a placeholder, so that replies keep their place. The author of another’s is told, where a plugin sees to that. */
export async function deleteComment(ctx: Ctx, kind: string, id: number, commentId: number, why: RemovalReason = { reason: '' }): Promise<void> {
  const { row, card } = await stored(ctx, 'destroy', kind, id, commentId)
  const isOthers = row.member_id !== ctx.me().id
  if (isOthers) await ctx.audit('comment.deleted', `comment:${commentId}`, { memberId: row.member_id })
  if (isOthers && (await moderation(ctx).removeOf('comment', commentId, why))) return
  const now = ctx.now()
  if (!(await ctx.em.nativeUpdate(CommentTable, { id: commentId, deletedAt: null }, { deletedAt: now, updatedAt: now, body: null, text: '' }))) return
  await ctx.em.nativeDelete(MentionTable, { kind: 'comment', recordId: commentId })
  ctx.search.remove('comment', commentId)
  ctx.beforeCommit(() => kindOf(ctx, kind)!.count(ctx, id, 'comments', -1, ctx.now()))
  ctx.emit(contract.events['comment.deleted'], fact(ctx, card, row))
}

/** @throws AtriumError 403 for who does not moderate there, 404 for what the reader has not removed or is gone for good */
export async function restoreComment(ctx: Ctx, kind: string, id: number, commentId: number): Promise<void> {
  const on = await stage(ctx, kind, id)
  await authorize(ctx, commentPolicy, 'manage', { row: await rowOn(ctx, on, commentId), ...on }, 'Comment', 'comment_not_found')
  if (!(await moderation(ctx).restoreOf('comment', commentId))) throw notFound('Comment', 'comment_not_found')
  await ctx.audit('comment.restored', `comment:${commentId}`)
}

interface CommentInput {
  comment: { body?: string; tiptap_body?: { body: unknown } }
}
/** As `ContentService.thread`. */
export const threadOf = (ctx: Ctx, kind: string, id: number) => ({
  list: (query: CommentQuery) => listComments(ctx, kind, id, query),
  show: (commentId: number) => showComment(ctx, kind, id, commentId),
  create: ({ comment }: { comment: CommentInput['comment'] & { parent_comment_id?: number | null; client_id?: string } }) =>
    createComment(ctx, { kind, id, doc: docOf(comment), parentId: comment.parent_comment_id, clientId: comment.client_id }),
  async update(commentId: number, { comment }: CommentInput) {
    await updateComment(ctx, kind, id, commentId, docOf(comment))
    return showComment(ctx, kind, id, commentId)
  },
  remove: (commentId: number, why?: RemovalReason) => deleteComment(ctx, kind, id, commentId, why),
})
