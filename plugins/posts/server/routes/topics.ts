/** The calls of topics. */
import type { Handlers } from '@atrium/sdk/server'
import type posts from '../../contract.ts'
import { createTopic, deleteTopic, listTopics, showTopic, updateTopic } from '../service/topics.ts'

export const topicHandlers: Pick<Handlers<typeof posts>, 'topics' | 'createTopic' | 'showTopic' | 'updateTopic' | 'destroyTopic'> = {
  topics: (ctx, { query }) => listTopics(ctx, query),
  createTopic: (ctx, { body }) => createTopic(ctx, body),
  showTopic: (ctx, { params }) => showTopic(ctx, params.id),
  updateTopic: (ctx, { params, body }) => updateTopic(ctx, params.id, body),
  destroyTopic: (ctx, { params }) => deleteTopic(ctx, params.id),
}
