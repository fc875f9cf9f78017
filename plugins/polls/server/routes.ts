/** Handlers of polls. */
import { notFound } from '@atrium/sdk'
import { type Ctx, decodeCursor, type Handlers, page } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import type polls from '../contract.ts'
import { pollPolicy } from './policies.ts'
import { presentPolls, toResponse } from './present.ts'
import { type PollRow, pollsBy, pollsById, pollsOn, responsesRead } from './reads.ts'
import { createPoll, deletePoll, findPoll, updatePoll, vote, withdraw } from './service.ts'

interface Paging {
  page: number
  per_page: number
  cursor?: string
}
const last = (query: Paging) => decodeCursor(query.cursor, ['number'])?.[0] ?? null
const me = (ctx: Ctx) => ctx.member?.id ?? 0

async function show(ctx: Ctx, id: number) {
  const [poll] = await presentPolls(ctx, await ctx.read(pollsById, [me(ctx), [id]]))
  if (!poll) throw notFound('Poll')
  return poll
}
/** The reader's own vote with the poll as it stands. */
async function own(ctx: Ctx, pollId: number) {
  const [row] = await ctx.read(responsesRead, [pollId, me(ctx), null, null, 1])
  if (!row) throw notFound('Vote')
  return { ...toResponse(row), poll: await show(ctx, pollId) }
}

export const handlers: Handlers<typeof polls> = {
  async list(ctx, { query }) {
    const envelope = (rows: PollRow[]) => page(rows, { page: query.page, perPage: query.per_page, key: (row) => [row.id] }, (row) => row)
    if (query.record_type && query.record_id) {
      if (!(await ctx.use(content).card(query.record_type, query.record_id))) throw notFound()
      const rows = await ctx.read(pollsOn, [me(ctx), query.record_type, [query.record_id]])
      return { ...envelope(rows.slice(0, query.per_page)), records: await presentPolls(ctx, rows.slice(0, query.per_page)) }
    }
    const found = envelope(ctx.member ? await ctx.read(pollsBy, [me(ctx), ctx.member.id, last(query), query.per_page + 1]) : [])
    const records = await presentPolls(ctx, found.records)
    return { ...found, page_count: records.length, records }
  },
  create: async (ctx, { body }) => show(ctx, await createPoll(ctx, body.poll)),
  show: (ctx, { params }) => show(ctx, params.id),
  async update(ctx, { params, body }) {
    await updatePoll(ctx, params.id, body.poll)
    return show(ctx, params.id)
  },
  async destroy(ctx, { params }) {
    await deletePoll(ctx, params.id)
    return { success: true }
  },

  async responses(ctx, { params, query }) {
    const found = await findPoll(ctx, params.pollId)
    const all = await pollPolicy.voters(ctx, found)
    const rows = await ctx.read(responsesRead, [params.pollId, all ? null : me(ctx), query.poll_option_id ?? null, last(query), query.per_page + 1])
    return page(rows, { page: query.page, perPage: query.per_page, key: (row) => [row.id] }, toResponse)
  },
  async vote(ctx, { params, body }) {
    await vote(ctx, params.pollId, body.poll_response)
    return own(ctx, params.pollId)
  },
  async response(ctx, { params }) {
    const found = await findPoll(ctx, params.pollId)
    const all = await pollPolicy.voters(ctx, found)
    const [row] = await ctx.read(responsesRead, [params.pollId, all ? null : me(ctx), null, params.id + 1, 1])
    if (row?.id !== params.id) throw notFound('Vote')
    return toResponse(row)
  },
  async changeVote(ctx, { params, body }) {
    const { poll } = await findPoll(ctx, params.pollId)
    if (poll.response_id !== params.id) throw notFound('Vote')
    await vote(ctx, params.pollId, body.poll_response)
    return own(ctx, params.pollId)
  },
  async withdrawVote(ctx, { params }) {
    await withdraw(ctx, params.pollId, params.id)
    return { success: true }
  },
}
