/** Handlers of polls. */
import { notFound } from '@atrium/sdk'
import { type Ctx, lastId, type Handlers, page, rowsFor } from '@atrium/sdk/server'
import content from '../../content/contract.ts'
import type polls from '../contract.ts'
import { pollPolicy } from './policies.ts'
import { presentPolls, toResponse } from './service/present.ts'
import { pollsBy, pollsById, pollsOn, responsesRead } from './reads.ts'
import { createPoll, deletePoll, findPoll, updatePoll, vote, withdraw } from './service/index.ts'

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
    if (query.record_type && query.record_id) {
      if (!(await ctx.use(content).card(query.record_type, query.record_id))) throw notFound()
      const rows = await ctx.read(pollsOn, [me(ctx), query.record_type, [query.record_id]])
      const found = page(rows, { query: { ...query, cursor: undefined }, key: (row) => [row.id], count: rows.length }, (row) => row)
      return { ...found, next_cursor: null, records: await presentPolls(ctx, found.records) }
    }
    const rows = ctx.member ? await ctx.read(pollsBy, [me(ctx), ctx.member.id, lastId(query), rowsFor(query)]) : []
    const found = page(rows, { query, key: (row) => [row.id] }, (row) => row)
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
  },

  async responses(ctx, { params, query }) {
    const found = await findPoll(ctx, params.pollId)
    const all = await pollPolicy.voters(ctx, found)
    const rows = await ctx.read(responsesRead, [params.pollId, all ? null : me(ctx), query.poll_option_id ?? null, lastId(query), rowsFor(query)])
    const count = all && !query.poll_option_id ? found.poll.voters_count : null
    return page(rows, { query, key: (row) => [row.id], count }, toResponse)
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
  },
}
