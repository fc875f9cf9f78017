/** The calls of search. */
import type { Handlers } from '@atrium/sdk/server'
import type contract from '../contract.ts'
import { clearHistory, history, remember, renameSaved, save, unsave } from './service/history.ts'
import { latestRebuild, startRebuild } from './service/rebuild.ts'
import { search } from './service/search.ts'
import { suggest } from './service/suggest.ts'

export const handlers: Handlers<typeof contract> = {
  search: (ctx, { query }) => search(ctx, query),
  suggestions: (ctx, { query }) => suggest(ctx, query),
  history: (ctx) => history(ctx),
  remember: (ctx, { body }) => remember(ctx, body.text),
  clearHistory: (ctx) => clearHistory(ctx),
  save: (ctx, { body }) => save(ctx, body.saved_search),
  renameSaved: (ctx, { params, body }) => renameSaved(ctx, params.id, body.saved_search.name),
  unsave: (ctx, { params }) => unsave(ctx, params.id),
  rebuild: (ctx) => latestRebuild(ctx),
  startRebuild: (ctx) => startRebuild(ctx),
}
