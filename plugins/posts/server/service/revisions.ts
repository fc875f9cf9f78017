/** The edit history: every saved edit as it left the post, what it changed, and the way back. */
import { notFound } from '@atrium/sdk'
import { addressFiles, authorOf, columnsOf, type Ctx, lastId, type MemberInfo, type Paging, page, type RowOf, rowsFor, statement } from '@atrium/sdk/server'
import { diffLines, diffWordsWithSpace } from 'diff'
import { isDeepStrictEqual } from 'node:util'
import type { DiffPart } from '../../contract.ts'
import { filesOf } from './body.ts'
import { type Post, Revision } from '../entities.ts'
import type { PostRow } from '../reads.ts'

/** What a revision holds of a post. */
export type PostState = Pick<Post, 'name' | 'body' | 'text' | 'coverFileId' | 'gallery'>

/** Writes down a saved edit; with the first one also what stood there before. */
export async function keepRevision(ctx: Ctx, post: Post, before: PostState, at: Date): Promise<void> {
  if (!(await ctx.em.findOne(Revision, { postId: post.id }, { fields: ['id'] }))) {
    ctx.em.create(Revision, { postId: post.id, memberId: post.authorMemberId, ...before, createdAt: post.publishedAt ?? post.createdAt })
    await ctx.em.flush()
  }
  const { name, body, text, coverFileId, gallery } = post
  ctx.em.create(Revision, { postId: post.id, memberId: ctx.member?.id ?? post.authorMemberId, name, body, text, coverFileId, gallery, createdAt: at })
  await ctx.em.flush()
}

const LINE = ['id', 'post_id', 'name', 'created_at', 'member_id'] as const
type RevisionLine = RowOf<typeof Revision, (typeof LINE)[number]>
const STATE = ['body', 'text', 'cover_file_id', 'gallery'] as const
type RevisionRow = RevisionLine & RowOf<typeof Revision, (typeof STATE)[number]>
const from = 'from posts.revision r where r.community_id = $1 and r.post_id = $2'

/** $2 post, $3 last id or null, $4 rows. Walks `revision_post` backwards; the texts stay where they are. */
const lines = statement<RevisionLine>(
  'posts.revisions',
  `select ${columnsOf(Revision, LINE, 'r')} ${from} and ($3::bigint is null or r.id < $3) order by r.id desc limit $4`,
)
/** $2 post, $3 id: this one and the one before it. Walks `revision_post` backwards. */
const pair = statement<RevisionRow>(
  'posts.revision_pair',
  `select ${columnsOf(Revision, [...LINE, ...STATE], 'r')} ${from} and r.id <= $3 order by r.id desc limit 2`,
)
const newest = statement<{ id: number }>('posts.revision_newest', 'select max(id) as id from posts.revision where community_id = $1 and post_id = $2')

const toLine = (row: RevisionLine, newestId: number, author: MemberInfo | undefined) => ({
  id: row.id,
  post_id: row.post_id,
  name: row.name,
  author: authorOf(author),
  created_at: row.created_at,
  is_current: row.id === newestId,
})
/** Who made these versions. */
const makers = (ctx: Ctx, rows: RevisionLine[]) => ctx.members.byIds(rows.flatMap(({ member_id }) => member_id ?? []))
const newestOf = async (ctx: Ctx, postId: number) => (await ctx.read(newest, [postId]))[0]!.id

export async function listRevisions(ctx: Ctx, post: PostRow, query: Paging) {
  const last = lastId(query)
  const [rows, newestId] = await Promise.all([ctx.read(lines, [post.id, last, rowsFor(query)]), newestOf(ctx, post.id)])
  const people = await makers(ctx, rows)
  return page(rows, { query, key: (row) => [row.id] }, (row) => toLine(row, newestId, people.get(row.member_id ?? 0)))
}

/** Milliseconds that comparing words, and then lines, may take; beyond them the whole text counts as changed. */
const PATIENCE = 150

/** What turned one text into another, in reading order. */
export function difference(before: string, after: string): DiffPart[] {
  const found = diffWordsWithSpace(before, after, { timeout: PATIENCE }) ?? diffLines(before, after, { timeout: PATIENCE })
  if (!found)
    return [
      { text: before, kind: 'removed' as const },
      { text: after, kind: 'added' as const },
    ].filter(({ text }) => text)
  return found.map(({ value, added, removed }) => ({ text: value, kind: added ? 'added' : removed ? 'removed' : 'same' }))
}

/** @throws AtriumError 404 for an edit of another post as for none */
async function both(ctx: Ctx, postId: number, id: number): Promise<[RevisionRow, RevisionRow | undefined]> {
  const [row, before] = await ctx.read(pair, [postId, id])
  if (row?.id !== id) throw notFound('Version')
  return [row, before]
}

export async function showRevision(ctx: Ctx, post: PostRow, id: number) {
  const [row, before] = await both(ctx, post.id, id)
  return {
    ...toLine(row, await newestOf(ctx, post.id), (await makers(ctx, [row])).get(row.member_id ?? 0)),
    tiptap_body: { body: addressFiles(row.body, ctx.files) },
    diff: {
      name: difference(before?.name ?? row.name, row.name),
      text: difference(before?.text ?? row.text, row.text),
      cover_changed: before !== undefined && before.cover_file_id !== row.cover_file_id,
      gallery_changed: before !== undefined && !isDeepStrictEqual(before.gallery, row.gallery),
    },
  }
}

/** The state to go back to, in the form that a change takes. */
export async function stateOf(ctx: Ctx, post: PostRow, id: number) {
  const [row] = await both(ctx, post.id, id)
  const gallery = row.gallery && {
    downloadable_images: row.gallery.downloadable,
    images_attributes: row.gallery.images.map(({ file_id, caption, alt }) => ({ id: file_id, caption, alt })),
  }
  const changes = { name: row.name, doc: row.body, coverFileId: row.cover_file_id, gallery }
  return { changes, held: filesOf({ body: row.body, coverFileId: row.cover_file_id, gallery: row.gallery }) }
}
