/** Work of access that nobody waits for. */
import { z } from '@atrium/sdk'
import { job } from '@atrium/sdk/server'

/** Opens what a group opens to all who are in it, in steps by member. */
export const spreadJob = job('spread', z.object({ accessGroupId: z.number(), after: z.number() }))
/** Takes out whose reasons have reached their end; adds itself again until none is left. */
export const endJob = job('endReasons', z.object({}))
