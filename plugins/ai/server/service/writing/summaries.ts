/** What a post says, what was said under it, and what is new in a space, in a few sentences: of what its reader may read, in their language. */
import { AtriumError, notFound, z } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import content, { type ContentCard, type RecordThread } from '../../../../content/contract.ts'
import type { PostSummarizer } from '../../../../posts/contract.ts'
import spaces, { type SpaceSummarizer } from '../../../../spaces/contract.ts'
import { LONG_POST, LONG_TALK, MUCH_NEW, type Summarized, type Summary } from '../../../contract.ts'
import { placeOf } from '../../providers/model.ts'
import { cleaned } from '../answering/prompt.ts'
import { readBy } from '../knowledge/reading.ts'
import { type Kept, kept, type Wanted, writtenOnce } from './kept.ts'
import { canWrite, notSetUp } from './write.ts'

/** Letters of a conversation that are read, the newest of it, and of one comment or record in it. */
const TALK_LETTERS = 40_000
const ONE_LETTERS = 1_500
/** Letters of the post above it. */
const ABOVE_LETTERS = 3_000
/** Comments of a conversation, and things in a space that are read. */
const MOST_COMMENTS = 400
const MOST_THINGS = 60
const PAGE = 100
const WEEK_MS = 7 * 86_400_000

/** What can be summed up, and how much of it there is: letters of a post, comments, things in a space. */
interface Material {
  size: number
  wanted: Wanted
  /** What the numbers in it stand for. */
  things: ContentCard[]
}
const TASKS = {
  post: 'Summarize this post in three to five sentences, for somebody who has not read it. Say what it says, judge nothing. Plain text without headings and lists',
  conversation:
    'Summarize what was said in the comments under this post, as up to six lines that each begin with "- ": what most agree on, where they differ, what was advised, what is still open. Call people as they are called there; no headings',
  space: [
    'Summarize what is new in this part of a community. Each thing has a number in brackets',
    'Answer with JSON alone: {"overview": "two or three sentences", "topics": [{"name": "at most six words", "summary": "one or two sentences", "things": [numbers]}]}',
    'At most five topics; those with the most in them first',
  ].join('\n'),
}
const Told = z.object({
  overview: z.string().trim().min(1).max(2_000),
  topics: z
    .array(z.object({ name: z.string().trim().min(1).max(200), summary: z.string().trim().min(1).max(1_500), things: z.array(z.number().int()).max(100) }))
    .max(12),
})
const plain = (text: string): string => cleaned(text, 0).trim()
const inWords = (written: string): string | null => plain(written) || null
/** JSON as it was asked for, with or without a fence about it. */
function asTold(written: string): string | null {
  try {
    const { overview, topics } = Told.parse(JSON.parse(written.slice(written.indexOf('{'), written.lastIndexOf('}') + 1)))
    const clean = topics.map(({ name, summary, things }) => ({ name: plain(name), summary: plain(summary), things }))
    return plain(overview) ? JSON.stringify({ overview: plain(overview), topics: clean.filter(({ name, summary }) => name && summary) }) : null
  } catch {
    return null
  }
}

async function postOf(ctx: Ctx, postId: number) {
  const card = await ctx.use(content).card('post', postId)
  if (!card) throw notFound('Post')
  const [post] = await ctx.use(content).judged('post', [postId])
  // a draft, or what is hidden from others, is read by its author alone
  const isOut = card.publishedAt !== null && post?.state === 'shown'
  const mayBeRead = await readBy(ctx)
  return { card, text: isOut && mayBeRead({ kind: 'post', spaceId: card.spaceId, authorMemberId: card.authorMemberId }) ? post.text : '', isOut }
}
async function postMaterial(ctx: Ctx, postId: number): Promise<Material> {
  const { card, text } = await postOf(ctx, postId)
  return {
    size: text.length,
    things: [],
    wanted: { task: TASKS.post, text: `${card.title}\n\n${text}`, memberIds: card.authorMemberId === null ? [] : [card.authorMemberId], check: inWords },
  }
}

type Comment = Awaited<ReturnType<RecordThread['list']>>['records'][number]
type Said = Omit<Comment, 'replies'>
/** All that was said under a record, the oldest first, as far as this reader sees it. */
async function commentsUnder(ctx: Ctx, postId: number): Promise<Said[]> {
  const thread = ctx.use(content).thread('post', postId)
  const all: Said[] = []
  async function pages(parentId: number | undefined, each: (one: Comment) => Promise<void>): Promise<void> {
    let cursor: string | undefined
    do {
      const { records, next_cursor } = await thread.list({ sort: 'oldest', page: 1, per_page: PAGE, cursor, parent_comment_id: parentId })
      for (const one of records) await each(one)
      cursor = next_cursor ?? undefined
    } while (cursor && all.length < MOST_COMMENTS)
  }
  await pages(undefined, async (comment) => {
    all.push(comment)
    if (comment.replies_count <= comment.replies.length) all.push(...comment.replies)
    else await pages(comment.id, async (reply) => void all.push(reply))
  })
  return all
}
async function talkMaterial(ctx: Ctx, postId: number): Promise<Material> {
  const { card, text, isOut } = await postOf(ctx, postId)
  const mayBeRead = await readBy(ctx)
  const said = isOut ? await commentsUnder(ctx, postId) : []
  const read = said.filter(
    ({ removed_at, flagged_for_approval_at, author, body_text }) =>
      !removed_at && !flagged_for_approval_at && author && body_text && mayBeRead({ kind: 'comment', spaceId: card.spaceId, authorMemberId: author.id }),
  )
  let letters = 0
  const lines: string[] = []
  for (const { author, body_text } of read.toReversed()) {
    const line = `${author?.name}: ${body_text.slice(0, ONE_LETTERS)}`
    letters += line.length
    if (letters > TALK_LETTERS) break
    lines.unshift(line)
  }
  return {
    size: read.length,
    things: [],
    wanted: {
      task: TASKS.conversation,
      text: `${text && `Post: ${card.title}\n${text.slice(0, ABOVE_LETTERS)}\n\n`}Comments, the oldest first:\n${lines.join('\n\n')}`,
      memberIds: [...read.flatMap(({ author }) => author?.id ?? []), ...(text && card.authorMemberId !== null ? [card.authorMemberId] : [])],
      check: inWords,
    },
  }
}

interface Row {
  kind: string
  record_id: number
  author_member_id: number | null
  title: string
  body: string
}
/** What has come out in a space since then, the newest first; as the index of search has it, and as far as the reader may read it now. */
async function newIn(ctx: Ctx, spaceId: number, since: Date): Promise<{ row: Row; card: ContentCard }[]> {
  const rows = await ctx.sql<Row>(
    `select kind, record_id, author_member_id, title, body from kernel.search_text
     where community_id = $1 and space_id = $2 and put_at >= $3 order by put_at desc limit $4`,
    [spaceId, since, MOST_THINGS * 3],
  )
  const mayBeRead = await readBy(ctx)
  const read = rows.filter((row) => mayBeRead({ kind: row.kind, spaceId, authorMemberId: row.author_member_id }))
  const cards = await Promise.all(
    [...Map.groupBy(read, ({ kind }) => kind)].map(([kind, of]) =>
      ctx.use(content).cards(
        kind,
        of.map(({ record_id }) => record_id),
      ),
    ),
  )
  const seen = new Map(cards.flat().map((card) => [`${card.kind}:${card.id}`, card]))
  const at = ({ publishedAt, createdAt }: ContentCard) => (publishedAt ?? createdAt).getTime()
  return read
    .flatMap((row) => {
      const card = seen.get(`${row.kind}:${row.record_id}`)
      return card && card.publishedAt !== null && at(card) >= since.getTime() ? [{ row, card }] : []
    })
    .sort((one, other) => at(other.card) - at(one.card) || other.card.id - one.card.id)
    .slice(0, MOST_THINGS)
}
async function spaceMaterial(ctx: Ctx, spaceId: number, since: Date): Promise<Material> {
  if (!(await ctx.use(spaces).access()).visibleIds().includes(spaceId)) throw notFound('Space')
  const found = await newIn(ctx, spaceId, since)
  const authors = found.flatMap(({ card }) => card.authorMemberId ?? [])
  const people = await ctx.members.byIds([...new Set(authors)])
  const lines = found.map(({ row, card }, i) => {
    const author = card.hidesAuthor || card.authorMemberId === null ? null : people.get(card.authorMemberId)?.name
    return `[${i + 1}] ${card.kind}${author ? ` by ${author}` : ''}: ${card.title}\n${row.body.slice(0, ONE_LETTERS / 2)}`
  })
  return {
    size: found.length,
    things: found.map(({ card }) => card),
    wanted: { task: TASKS.space, text: lines.join('\n\n'), memberIds: authors, maxTokens: 1_000, check: asTold },
  }
}

const LEAST: Record<Summarized['kind'], number> = { post: LONG_POST, conversation: LONG_TALK, space: MUCH_NEW }
const weekBefore = (ctx: Ctx): Date => new Date(ctx.now().getTime() - WEEK_MS)
function materialOf(ctx: Ctx, { kind, id, date_from }: Summarized): Promise<Material> {
  if (kind === 'post') return postMaterial(ctx, id)
  if (kind === 'conversation') return talkMaterial(ctx, id)
  return spaceMaterial(ctx, id, date_from ? new Date(date_from) : weekBefore(ctx))
}
const noSummary = () => new AtriumError(404, 'no_summary', 'There isn’t enough to summarize yet.')

async function shown(ctx: Ctx, kind: Summarized['kind'], { text, createdAt }: Kept, things: readonly ContentCard[]): Promise<Summary> {
  const at = createdAt.toISOString()
  if (kind !== 'space') return { text, topics: [], created_at: at }
  const { overview, topics } = Told.parse(JSON.parse(text))
  const people = await ctx.members.byIds(things.flatMap(({ authorMemberId }) => authorMemberId ?? []))
  return {
    text: overview,
    created_at: at,
    topics: topics.map(({ name, summary, things: numbers }) => ({
      name,
      summary,
      records: [...new Set(numbers)].flatMap((number) => {
        const card = things[number - 1]
        if (!card) return []
        const author = card.hidesAuthor ? undefined : people.get(card.authorMemberId ?? 0)
        return [{ kind: card.kind, id: card.id, title: card.title, path: card.path, author: author ? { id: author.id, name: author.name } : null }]
      }),
    })),
  }
}

/** @throws AtriumError 404 */
export async function showSummary(ctx: Ctx, of: Summarized): Promise<{ can_write: boolean; size: number; summary: Summary | null }> {
  if (!placeOf(ctx)) return { can_write: false, size: 0, summary: null }
  const { size, wanted, things } = await materialOf(ctx, of)
  if (size < LEAST[of.kind]) return { can_write: false, size, summary: null }
  const known = await kept(ctx, wanted)
  return { can_write: await canWrite(ctx), size, summary: known && (await shown(ctx, of.kind, known, things)) }
}
/** @throws AtriumError 404 `ai_off`, `no_summary`; 429 `ai_budget_used`, 502 `ai_failed` */
export async function writeSummary(ctx: Ctx, of: Summarized): Promise<Summary> {
  if (!placeOf(ctx)) throw notSetUp()
  const { size, wanted, things } = await materialOf(ctx, of)
  if (size < LEAST[of.kind]) throw noSummary()
  return shown(ctx, of.kind, await writtenOnce(ctx, wanted), things)
}

/** What is kept, for calls that only read. @throws AtriumError 404 `summaries_disabled`, `no_summary` */
async function known(ctx: Ctx, of: Summarized): Promise<Summary> {
  if (!placeOf(ctx)) throw new AtriumError(404, 'summaries_disabled', 'Summaries are turned off in this community.')
  const { summary } = await showSummary(ctx, of)
  if (!summary) throw new AtriumError(404, 'no_summary', 'No summary has been written yet.')
  return summary
}
const ofPost = (kind: 'post' | 'conversation') => async (ctx: Ctx, id: number) => {
  const { text, created_at } = await known(ctx, { kind, id })
  return { summary: text, createdAt: new Date(created_at) }
}
export const postSummarizer: PostSummarizer = { post: ofPost('post'), conversation: ofPost('conversation') }
export const spaceSummarizer: SpaceSummarizer = {
  async summarize(ctx, id, since) {
    const { text, topics } = await known(ctx, { kind: 'space', id, ...(since ? { date_from: since.toISOString() } : {}) })
    return {
      overview: text,
      topics: topics.map(({ name, summary, records }) => ({
        topic_name: name,
        summary,
        contributors: [...new Map(records.flatMap(({ author }) => (author ? [[author.id, author] as const] : []))).values()],
        relevant_post_ids: records.flatMap(({ kind, id: recordId }) => (kind === 'post' ? [recordId] : [])),
      })),
    }
  },
}
