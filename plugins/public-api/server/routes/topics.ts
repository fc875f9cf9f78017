/** Topics. */
import type { z } from 'zod'
import posts, { type FullTopic } from '../../../posts/contract.ts'
import { type Topic, type TopicInput, topics as routes } from '../../contract/topics.ts'
import { ok, serve } from '../service/guard.ts'
import { pageOf } from '../service/lists.ts'
import { namesOf } from '../service/people.ts'

const { routes: to } = posts
const toTopic = ({ author, ...topic }: FullTopic): z.input<typeof Topic> => ({
  ...topic,
  author: {
    ...(author ? namesOf(author.name) : { first_name: null, last_name: null }),
    id: author?.id ?? null,
    name: author?.name ?? null,
    avatar_url: author?.avatar_url ?? null,
  },
})
const inputOf = (body: TopicInput | { topic: TopicInput }): TopicInput => ('topic' in body ? body.topic : (body as TopicInput))

export const topics = serve(routes, {
  async topics(ctx, { query: { page, per_page, ...query } }) {
    return { ...(await pageOf(ctx, to.topics, { query }, { page, per_page }, (records) => records.map(toTopic))), success: true as const }
  },
  createTopic: async (ctx, { body }) => toTopic(await ctx.call(to.createTopic, { body: inputOf(body) as never })),
  topic: async (ctx, { params }) => toTopic(await ctx.call(to.showTopic, { params })),
  updateTopic: async (ctx, { params, body }) => toTopic(await ctx.call(to.updateTopic, { params, body: inputOf(body) })),
  async deleteTopic(ctx, { params }) {
    await ctx.call(to.destroyTopic, { params })
    return ok('Topic deleted.')
  },
})
