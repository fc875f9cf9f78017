/** What others have answered: a post that asks is no answer, the replies below it are. */
import type { Ctx } from '@atrium/sdk/server'
import content from '../../../../content/contract.ts'
import { asks, sentencesOf } from '../sentences.ts'
import type { Found } from './found.ts'
import { phrasesOf, saysAny } from './phrases.ts'
import { byShare } from './worded.ts'

const KIND = 'post'
/** Replies that are looked at, the most liked first, and those that stand beside the question. */
const READ = 20
const BESIDE = 2
/** Letters below which a reply says too little to answer. */
const SAYS = 20
/** As many likes as a reply is worth that holds the whole question. */
const HELD = 4

/** Whether it asks, with a question mark or without one: "Thank you for any hint." */
const isAsked = (ctx: Ctx, { title, text }: Found): boolean =>
  sentencesOf(`${title}\n${text}`).some(asks) || saysAny(phrasesOf(ctx, 'asking.phrases'), `${title}\n${text}`)

/** The best replies to the post, as passages as strong as it; none where it asks nothing. What agents may not read is not among them. */
export async function repliesTo(ctx: Ctx, question: string, post: Found): Promise<Found[]> {
  if (post.kind !== KIND || !isAsked(ctx, post)) return []
  const { records } = await ctx.use(content).thread(KIND, post.recordId).list({ page: 1, per_page: READ, sort: 'likes' })
  const likes = new Map(records.map(({ id, likes_count }) => [id, likes_count]))
  const rows = await ctx.sql<Pick<Found, 'id' | 'text' | 'path'> & { record_id: number; author_member_id: number | null }>(
    `select id, record_id, author_member_id, text, path from ai.passage where community_id = $1 and kind = 'comment' and record_id = any ($2::bigint[]) and position = 0`,
    [[...likes.keys()]],
  )
  const told = rows.filter(({ author_member_id: author, text }) => {
    const said = sentencesOf(text).filter((one) => !asks(one))
    return (author === null || author !== post.authorMemberId) && said.join('').length >= SAYS
  })
  const shares = await byShare(
    ctx,
    question,
    told.map(({ text }) => text),
  )
  return told
    .map((row, i) => ({ row, worth: likes.get(row.record_id)! + HELD * shares[i]! }))
    .sort((one, other) => other.worth - one.worth || one.row.record_id - other.row.record_id)
    .slice(0, BESIDE)
    .map(({ row: { id, record_id, author_member_id, text, path } }) => ({
      ...{ id, kind: 'comment', recordId: record_id, spaceId: post.spaceId, authorMemberId: author_member_id, title: post.title, path, text },
      ...{ score: post.score, strength: post.strength, at: null },
    }))
}
