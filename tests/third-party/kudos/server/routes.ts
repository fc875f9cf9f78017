/** What each call of the contract does. */
import { decodeCursor, type Handlers, page, rowsFor } from '@atrium/sdk/server'
import contract from '../contract.ts'
import { Kudo } from './entities.ts'
import { give, leftToday, present, remove } from './service/kudos.ts'
import { latestRanking } from './service/ranking.ts'

export const handlers: Handlers<typeof contract> = {
  async list(ctx, { query }) {
    const [before] = decodeCursor(query.cursor, ['number']) ?? []
    const receiver = query.mine ? ctx.me().id : query.member_id
    const where = {
      ...(before ? { id: { $lt: Number(before) } } : {}),
      ...(receiver ? { receiverMemberId: receiver } : {}),
      ...(query.category ? { category: query.category } : {}),
    }
    const rows = await ctx.em.find(Kudo, where, { orderBy: { id: 'desc' }, limit: rowsFor(query) })
    const found = page(rows, { query, key: ({ id }) => [id] }, (row) => row)
    return { ...found, records: await present(ctx, found.records) }
  },
  options: async (ctx) => ({ categories: ctx.settings(contract).categories, left_today: await leftToday(ctx) }),
  async give(ctx, { body }) {
    const [reply] = await present(ctx, [await give(ctx, body)])
    return reply!
  },
  remove: (ctx, { params }) => remove(ctx, params.id),
  ranking: (ctx) => latestRanking(ctx),
}
