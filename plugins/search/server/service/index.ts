/** What other plugins call. */
import type { Ctx } from '@atrium/sdk/server'
import type { SearchService } from '../../contract.ts'
import { save } from './history.ts'

export const createSearchService = (ctx: Ctx): SearchService => ({
  async save(input) {
    await save(ctx, input)
  },
})
