/** What others may know of polls: calls, events, permission. */
import { Author, date, defineContract, del, done, event, get, id, line, list, open, paging, patch, post, type, z } from '@atrium/sdk'

export const MIN_OPTIONS = 2
export const MAX_OPTIONS = 20
/** Most polls under one record. */
export const MAX_POLLS = 5
/** When a reader sees how the votes are spread. */
export const RESULTS = ['after_vote', 'always', 'after_close'] as const

const Option = z.object({
  id: z.number(),
  value: z.string(),
  position: z.number(),
  /** Null while this reader may not know. */
  votes_count: z.number().nullable(),
  /** Of those who voted, 0 to 100. */
  percentage: z.number().nullable(),
  is_voted: z.boolean(),
})
/** A poll as this reader sees it. */
export const Poll = z.object({
  id: z.number(),
  sgid: z.string(),
  title: z.string(),
  status: z.enum(['open', 'closed']),
  closes_at: date.nullable(),
  is_multiple: z.boolean(),
  is_anonymous: z.boolean(),
  results_visibility: z.enum(RESULTS),
  record_type: z.string(),
  record_id: z.number(),
  /** Members who have voted. */
  voters_count: z.number(),
  results_visible: z.boolean(),
  poll_options: z.array(Option),
  /** The reader's own vote. */
  poll_response_id: z.number().nullable(),
  created_at: date,
  updated_at: date,
  policies: z.object({ can_vote: z.boolean(), can_update_poll: z.boolean(), can_destroy_poll: z.boolean(), can_see_voters: z.boolean() }),
})
export type Poll = z.output<typeof Poll>

export const PollResponse = z.object({
  id: z.number(),
  poll_id: z.number(),
  poll_option_ids: z.array(z.number()),
  community_member_id: z.number(),
  author: Author,
  created_at: date,
  updated_at: date,
})
export type PollResponse = z.output<typeof PollResponse>
/** A vote, and the poll as it stands with it. */
const Voted = PollResponse.extend({ poll: Poll })

const option = z.object({ id: id.optional(), value: line(200).min(1, 'Enter text for each option.') })
const options = z
  .array(
    z.union([
      line(200)
        .min(1, 'Enter text for each option.')
        .transform((value): z.output<typeof option> => ({ value })),
      option,
    ]),
  )
  .min(MIN_OPTIONS, 'Add at least {minimum} options.')
  .max(MAX_OPTIONS, 'You can add up to {maximum} options.')
  .refine((all) => new Set(all.map(({ value }) => value.toLowerCase())).size === all.length, 'Two options are the same. Change one.')
const moment = z.iso.datetime({ offset: true })
const fields = {
  title: line(300).min(1, 'Enter a question.'),
  poll_options: options,
  is_multiple: z.boolean(),
  is_anonymous: z.boolean(),
  results_visibility: z.enum(RESULTS),
  /** In the future; null: open for good. */
  closes_at: moment.nullable(),
}
const kind = z
  .string()
  .max(40)
  .regex(/^[A-Za-z][A-Za-z_]*$/)
  .transform((name) => name.toLowerCase())
/** One or several answers; a single one may come alone. */
const vote = z
  .object({ poll_option_ids: z.array(id).min(1, 'Choose an option.').max(MAX_OPTIONS).optional(), poll_option_id: id.optional() })
  .refine((input) => input.poll_option_ids ?? input.poll_option_id, { path: ['poll_option_ids'], message: 'Choose an option.' })

const readers = open('A public community shows its polls; the record decides for each.')
const byId = { params: z.object({ id }) }
const byPoll = { params: z.object({ pollId: id }) }
const oneVote = { params: z.object({ pollId: id, id }) }
const busy = { limit: { points: 60, seconds: 60 } }
/** `record` names the socket room of what the poll hangs on. */
const fact = z.object({ pollId: id, kind: z.string(), recordId: id, record: z.string() })

/** Polls for other plugins, in the name of the ctx's member and with their rights. For set-up, imports and workflows. */
export interface PollsService {
  /** @throws AtriumError 403, 404, 422 as the call */
  create(input: {
    kind: string
    recordId: number
    title: string
    options: string[]
    isMultiple?: boolean
    isAnonymous?: boolean
  }): Promise<{ id: number; optionIds: number[] }>
  /** @throws AtriumError 404, 409 `poll_closed`, 422 */
  vote(pollId: number, optionIds: number[]): Promise<void>
}

export default defineContract('polls', {
  permissions: { manage: { title: 'Edit and delete any poll', grant: ['admin', 'moderator'], space: true } },
  routes: {
    list: get('/internal_api/polls', {
      can: readers,
      query: paging.extend({ record_type: kind.optional(), record_id: id.optional() }),
      reply: list(Poll),
      summary: 'Polls of a record, or those one has made oneself',
    }),
    create: post('/internal_api/polls', {
      can: 'member',
      ...busy,
      body: z.object({
        poll: z.object({
          record_type: kind,
          record_id: id,
          title: fields.title,
          poll_options: fields.poll_options,
          is_multiple: fields.is_multiple.default(false),
          is_anonymous: fields.is_anonymous.default(false),
          results_visibility: fields.results_visibility.default('after_vote'),
          closes_at: fields.closes_at.default(null),
        }),
      }),
      reply: Poll,
      status: 201,
      summary: 'Put a poll under a record that one may change',
    }),
    show: get('/internal_api/polls/:id', { can: readers, ...byId, reply: Poll, summary: 'One poll' }),
    update: patch('/internal_api/polls/:id', {
      can: 'member',
      ...byId,
      body: z.object({ poll: z.object({ ...fields, status: z.literal('closed') }).partial() }),
      reply: Poll,
      summary: 'Change a poll, or close it now',
    }),
    destroy: del('/internal_api/polls/:id', { can: 'member', ...byId, reply: done, summary: 'Delete a poll with its votes' }),
    responses: get('/internal_api/polls/:pollId/poll_responses', {
      can: 'member',
      ...byPoll,
      query: paging.extend({ poll_option_id: id.optional() }),
      reply: list(PollResponse),
      summary: 'Votes: one’s own, and in an open poll those of others once the results show',
    }),
    vote: post('/internal_api/polls/:pollId/poll_responses', {
      can: 'member',
      ...busy,
      ...byPoll,
      body: z.object({ poll_response: vote }),
      reply: Voted,
      status: 201,
      summary: 'Vote; a second time replaces the first vote',
    }),
    response: get('/internal_api/polls/:pollId/poll_responses/:id', { can: 'member', ...oneVote, reply: PollResponse, summary: 'One vote' }),
    changeVote: patch('/internal_api/polls/:pollId/poll_responses/:id', {
      can: 'member',
      ...busy,
      ...oneVote,
      body: z.object({ poll_response: vote }),
      reply: Voted,
      summary: 'Change one’s vote',
    }),
    withdrawVote: del('/internal_api/polls/:pollId/poll_responses/:id', { can: 'member', ...busy, ...oneVote, reply: done, summary: 'Take one’s vote back' }),
  },
  events: {
    'poll.created': event(fact, { realtime: 'record' }),
    'poll.updated': event(fact, { realtime: 'record' }),
    'poll.deleted': event(fact, { realtime: 'record' }),
    /** `memberId` is null where the poll is anonymous. */
    'poll.voted': event(fact.extend({ memberId: z.number().nullable() }), { realtime: 'record', automation: true, title: 'A poll was answered' }),
  },
  service: type<PollsService>(),
})
