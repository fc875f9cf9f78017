/** Work of media that waits for others. */
import { id, z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'
import { fillEmbed, forgetEmbeds } from './service.ts'

export const preview = job('preview', z.object({ id, url: z.string() }), async (ctx, payload) => fillEmbed(ctx, payload.id, payload.url), {
  transaction: false,
})
export const forget = job('forget', z.object({}), forgetEmbeds, { schedule: '20 4 * * *' })
