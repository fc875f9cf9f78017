/** A plugin of the tests that misbehaves when asked to, and keeps a ledger of the events it had. */
import { defineContract, done, get, open, post, z } from '@atrium/sdk'

const why = 'a test may call it'
export default defineContract('probe', {
  routes: {
    slow: get('/internal_api/probe/slow', { can: open(why), query: z.object({ ms: z.coerce.number().int().min(0).max(60_000) }), reply: done }),
    break: post('/internal_api/probe/break', {
      can: open(why),
      body: z.object({ how: z.enum(['throw', 'reject', 'exit']) }),
      reply: done,
    }),
    poison: post('/internal_api/probe/poison', { can: open(why), reply: done }),
  },
})
