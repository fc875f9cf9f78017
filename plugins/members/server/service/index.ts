/** Members as other plugins use them. */
import type { Ctx } from '@atrium/sdk/server'
import type { MembersService } from '../../contract.ts'
import { listedRead } from '../reads.ts'
import { keepAway } from './boundaries.ts'
import { connect, connectedAmong, request } from './connections.ts'
import { createField, fieldsOn, liveFields, toField } from './fields.ts'
import { choicesOf, condition, offers } from './filters.ts'
import { marksOf, refusedAmong } from './present.ts'
import { saveValues, valuesOf } from './values.ts'

export const createMembersService = (ctx: Ctx): MembersService => ({
  condition: (group) => condition(ctx, group),
  filters: (place) => offers(ctx, place),
  choicesOf: (filter) => choicesOf(ctx, filter),
  marks: (memberIds) => marksOf(ctx, memberIds),
  fields: async (page) => (await (page ? fieldsOn(ctx, page, true) : liveFields(ctx))).map(toField),
  createField: async (input) => ({ id: await createField(ctx, input) }),
  valuesOf: async (memberIds) => valuesOf(ctx, memberIds, await liveFields(ctx)),
  saveValues: (memberId, values) => saveValues(ctx, memberId, values, true),
  async listed(limit) {
    const rows = await ctx.read(listedRead, [limit])
    return { people: rows.map(({ total, ...person }) => person), total: rows[0]?.total ?? 0 }
  },
  agreed: (memberIds) => connectedAmong(ctx, memberIds),
  refused: (memberIds) => refusedAmong(ctx, memberIds),
  request: async (memberId) => (await request(ctx, memberId, '')).id,
  connect: (one, other) => connect(ctx, one, other),
  block: (memberId) => keepAway(ctx, memberId, 'block'),
})
