/** What happens to polls: asking, changing while nobody has voted, voting once. */
import { AtriumError, invalid, notFound, sentence } from '@atrium/sdk'
import { addTo, authorize, type Ctx, hold, lock, unlessRefused } from '@atrium/sdk/server'
import type { z } from 'zod'
import content, { type ContentCard } from '../../../content/contract.ts'
import polls, { MAX_POLLS } from '../../contract.ts'
import { OptionTable, PollTable, ResponseTable } from '../entities.ts'
import { pollPolicy } from '../policies.ts'
import { invalidatePolled, type PollRow, pollsById } from '../reads.ts'

type Body<R extends keyof typeof polls.routes> = (typeof polls.routes)[R] extends { options: { body: infer B extends z.ZodType } } ? z.output<B> : never
export type NewPoll = Body<'create'>['poll']
export type PollChanges = Body<'update'>['poll']

export interface Found {
  poll: PollRow
  card: ContentCard
}
/** @throws AtriumError 404 when its record is not for this reader, 403 when the act is not */
export async function findPoll(ctx: Ctx, id: number, act: keyof typeof pollPolicy = 'view'): Promise<Found> {
  const [poll] = await ctx.read(pollsById, [ctx.member?.id ?? 0, [id]])
  const card = poll ? await ctx.use(content).card(poll.kind, poll.record_id) : null
  if (!poll || !card) throw notFound('Poll')
  await authorize(ctx, pollPolicy, act, { poll, card }, 'Poll')
  return { poll, card }
}

const fact = (id: number, { kind, id: recordId }: ContentCard) => ({ pollId: id, kind, recordId, record: `${kind}:${recordId}` })
function endOf(ctx: Ctx, closesAt: string | null | undefined): Date | null | undefined {
  if (closesAt === undefined || closesAt === null) return closesAt
  const end = new Date(closesAt)
  if (end <= ctx.now()) throw invalid({ 'poll.closes_at': ['Choose a time in the future.'] })
  return end
}

/** @throws AtriumError 404 without the record, 403 for who may not change it, 422 */
export async function createPoll(ctx: Ctx, input: NewPoll): Promise<number> {
  const card = await ctx.use(content).card(input.record_type, input.record_id)
  const closesAt = endOf(ctx, input.closes_at) ?? null
  await authorize(
    ctx,
    pollPolicy,
    'update',
    { poll: { closes_at: closesAt, is_anonymous: input.is_anonymous, results_visibility: input.results_visibility, response_id: null }, card },
    'Record',
  )
  // One at a time for each record, else two could both be the last that there is room for.
  await lock(ctx, `polls ${card!.kind}:${card!.id}`)
  const count = await ctx.em.count(PollTable, { kind: card!.kind, recordId: card!.id })
  const full = sentence('You can add up to {max} polls.', { max: MAX_POLLS })
  if (count >= MAX_POLLS) throw invalid({ poll: [full] }, full)
  const poll = ctx.em.create(PollTable, {
    kind: card!.kind,
    recordId: card!.id,
    authorMemberId: ctx.me().id,
    title: input.title,
    isMultiple: input.is_multiple,
    isAnonymous: input.is_anonymous,
    resultsVisibility: input.results_visibility,
    closesAt,
  })
  await ctx.em.flush()
  for (const [position, { value }] of input.poll_options.entries()) ctx.em.create(OptionTable, { pollId: poll.id, value, position })
  await ctx.em.flush()
  invalidatePolled(ctx)
  ctx.emit(polls.events['poll.created'], fact(poll.id, card!))
  return poll.id
}

/** Answers cannot be changed once somebody has voted. */
function checkChanges(poll: PollRow, changes: PollChanges): void {
  const kept = new Map(poll.options.map((option) => [option.id, option.value]))
  const given = changes.poll_options
  const falsified =
    (changes.title !== undefined && changes.title !== poll.title) ||
    (changes.is_multiple !== undefined && changes.is_multiple !== poll.is_multiple) ||
    (changes.is_anonymous === false && poll.is_anonymous) ||
    (given !== undefined && poll.options.some(({ id, value }) => !given.some((option) => option.id === id && option.value === value)))
  if (poll.voters_count > 0 && falsified)
    throw new AtriumError(422, 'poll_has_votes', 'Voting has started, so you can’t change the question or options. You can still add options.')
  if (given?.some(({ id }) => id !== undefined && !kept.has(id))) throw invalid({ 'poll.poll_options': ['One of these options isn’t part of this poll.'] })
}

/** Locks a poll before it is read. An absent one throws nothing here: the read that follows answers 404, as for a hidden one, so that time tells no difference. */
const held = (ctx: Ctx, id: number) => unlessRefused(hold(ctx, PollTable, id), null, 404)

export async function updatePoll(ctx: Ctx, id: number, changes: PollChanges): Promise<void> {
  const entity = (await held(ctx, id))!
  const { poll, card } = await findPoll(ctx, id, 'update')
  checkChanges(poll, changes)
  if (changes.title !== undefined) entity.title = changes.title
  if (changes.is_multiple !== undefined) entity.isMultiple = changes.is_multiple
  if (changes.is_anonymous !== undefined) entity.isAnonymous = changes.is_anonymous
  if (changes.results_visibility !== undefined) entity.resultsVisibility = changes.results_visibility
  if (changes.closes_at !== undefined) entity.closesAt = endOf(ctx, changes.closes_at)
  if (changes.status === 'closed') entity.closesAt = ctx.now()
  await ctx.em.flush()
  if (changes.poll_options) {
    const given = changes.poll_options
    await ctx.em.nativeDelete(OptionTable, { pollId: id, id: { $nin: given.flatMap((option) => option.id ?? []) } })
    for (const [position, option] of given.entries())
      if (option.id) await ctx.em.nativeUpdate(OptionTable, { id: option.id }, { value: option.value, position, updatedAt: ctx.now() })
      else ctx.em.create(OptionTable, { pollId: id, value: option.value, position })
    await ctx.em.flush()
  }
  ctx.emit(polls.events['poll.updated'], fact(id, card))
}

export async function deletePoll(ctx: Ctx, id: number): Promise<void> {
  const { card } = await findPoll(ctx, id, 'destroy')
  if (!(await ctx.em.nativeDelete(PollTable, { id }))) throw notFound('Poll')
  invalidatePolled(ctx)
  ctx.emit(polls.events['poll.deleted'], fact(id, card))
}

/** Whether this member may vote, in words where not. */
async function forVote(ctx: Ctx, pollId: number): Promise<Found> {
  // votes of one poll are counted one after another, so that counters and votes agree
  await held(ctx, pollId)
  const found = await findPoll(ctx, pollId)
  if (!(await pollPolicy.vote(ctx, found)))
    throw found.card.publishedAt
      ? new AtriumError(409, 'poll_closed', 'This poll is closed.')
      : new AtriumError(409, 'not_published', 'Voting starts when this is published.')
  return found
}
const told = (ctx: Ctx, { poll, card }: Found) =>
  ctx.emit(polls.events['poll.voted'], { ...fact(poll.id, card), memberId: poll.is_anonymous ? null : ctx.me().id })

/** Votes, or changes the vote. The same vote again changes nothing. @throws AtriumError 404, 409 `poll_closed`, 422 */
export async function vote(ctx: Ctx, pollId: number, input: { poll_option_ids?: number[]; poll_option_id?: number }): Promise<void> {
  const found = await forVote(ctx, pollId)
  const { poll } = found
  const chosen = [...new Set(input.poll_option_ids ?? [input.poll_option_id!])].sort((a, b) => a - b)
  if (chosen.some((id) => !poll.options.some((option) => option.id === id)))
    throw invalid({ 'poll_response.poll_option_ids': ['One of these options isn’t part of this poll.'] })
  if (!poll.is_multiple && chosen.length > 1) throw invalid({ 'poll_response.poll_option_ids': ['Choose only one option.'] })
  const before = poll.option_ids ?? []
  if (chosen.length === before.length && chosen.every((id) => before.includes(id))) return
  await ctx.em.upsert(
    ResponseTable,
    { communityId: ctx.community.id, pollId, memberId: ctx.me().id, optionIds: chosen, updatedAt: ctx.now() },
    { onConflictFields: ['communityId', 'pollId', 'memberId'] },
  )
  const left = before.filter((id) => !chosen.includes(id))
  const taken = chosen.filter((id) => !before.includes(id))
  await addTo(ctx, OptionTable, left, { votes_count: -1 })
  await addTo(ctx, OptionTable, taken, { votes_count: 1 })
  if (poll.response_id === null) await addTo(ctx, PollTable, pollId, { voters_count: 1 })
  told(ctx, found)
}

/** @throws AtriumError 404 for another's vote as for none, 409 `poll_closed` */
export async function withdraw(ctx: Ctx, pollId: number, responseId: number): Promise<void> {
  const found = await forVote(ctx, pollId)
  if (found.poll.response_id !== responseId) throw notFound('Vote')
  await ctx.em.nativeDelete(ResponseTable, { id: responseId })
  await addTo(ctx, OptionTable, found.poll.option_ids!, { votes_count: -1 })
  await addTo(ctx, PollTable, pollId, { voters_count: -1 })
  told(ctx, found)
}

/** Votes that one step takes. */
const AT_ONCE = 200
/** The votes of a member who was removed with all they did. Answers whether there are more. */
export async function withdrawAll(ctx: Ctx, memberId: number): Promise<boolean> {
  const votes = await ctx.em.find(ResponseTable, { memberId }, { limit: AT_ONCE, orderBy: { pollId: 'asc' }, disableIdentityMap: true })
  await ctx.em.nativeDelete(ResponseTable, { id: { $in: votes.map(({ id }) => id) } })
  for (const { pollId, optionIds } of votes) {
    await addTo(ctx, OptionTable, optionIds, { votes_count: -1 })
    await addTo(ctx, PollTable, pollId, { voters_count: -1 })
  }
  return votes.length === AT_ONCE
}
