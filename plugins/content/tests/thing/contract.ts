/** The test plugin's contract: what its screen reads, and a call that stands where the name of a thing does. */
import { defineContract, get, open, z } from '@atrium/sdk'

const readers = open('whoever sees the space sees the thing')
export const Thing = z.object({ id: z.number(), name: z.string() })

export default defineContract('thing', {
  routes: {
    show: get('/internal_api/things/:space/:slug', { can: readers, params: z.object({ space: z.string(), slug: z.string() }), reply: Thing }),
    latest: get('/internal_api/things/:space/latest', { can: readers, params: z.object({ space: z.string() }), reply: Thing }),
  },
})
