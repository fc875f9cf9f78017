/** Work of spaces that nobody waits for. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Makes and takes the memberships that grants ask for; adds itself again until none is left. */
export const settleJob = job('settleGrants', z.object({}))
