/** Segments. */
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import audience, { type Segment as Own } from '../../../audience/contract.ts'
import { type Segment, type SegmentInput, segments as routes } from '../../contract/segments.ts'
import { ok, serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'
import { peopleOf } from '../service/people.ts'
import { chosenIn, fromRules, toRules } from '../service/rules.ts'

const { routes: to } = audience
/** Chosen members whose addresses are told. */
const MOST_TOLD = 100
async function toSegments(ctx: Ctx, records: Own[]): Promise<z.input<typeof Segment>[]> {
  const authors = await peopleOf(
    ctx,
    records.map(({ created_by }) => created_by?.id),
  )
  const chosen = await peopleOf(ctx, [...new Set(records.flatMap(({ rules }) => chosenIn(rules)))].slice(0, MOST_TOLD))
  return records.map(({ rules, created_by, ...segment }) => ({
    ...segment,
    rules: toRules(rules, chosen),
    created_by: created_by && { ...created_by, email: authors.get(created_by.id)?.email ?? '' },
  }))
}
const one = async (ctx: Ctx, segment: Own) => (await toSegments(ctx, [segment]))[0]!
async function inputOf<T extends Partial<SegmentInput>>(ctx: Ctx, body: T | { community_segment: T }) {
  const { rules, ...segment } = 'community_segment' in body ? body.community_segment : body
  return { ...segment, ...(rules ? { rules: await fromRules(ctx, rules) } : {}) }
}

export const segments = serve(routes, {
  segments: (ctx, { query: { page, per_page, title } }) =>
    pageOf(ctx, to.segments, { query: { title } }, { page, per_page }, (records) => toSegments(ctx, records)),
  createSegment: async (ctx, { body }) => one(ctx, await ctx.call(to.createSegment, { body: (await inputOf(ctx, body)) as never })),
  updateSegment: async (ctx, { params, body }) => one(ctx, await ctx.call(to.updateSegment, { params, body: (await inputOf(ctx, body)) as never })),
  async deleteSegment(ctx, { params }) {
    await ctx.call(to.destroySegment, { params })
    return ok('Segment deleted.')
  },
  duplicateSegment: async (ctx, { params, query, body }) =>
    one(ctx, await ctx.call(to.duplicateSegment, { params, body: { title: query.title ?? body.title ?? '' } })),
})
