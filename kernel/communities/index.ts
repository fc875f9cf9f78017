/** The module of communities: who they are, what is on in them, who has which role. */
import type { Config } from '../config.ts'
import type { Data } from '../data/index.ts'
import type { Events } from '../events/index.ts'
import type { Jobs, Queryable } from '../jobs/index.ts'
import type { Outbound } from '../outbound/index.ts'
import { createChanges } from './changes.ts'
import { createRecords } from './communities.ts'
import { createCache } from './cache.ts'
import { joinIn, type Joining } from './members.ts'
import { createOwnership } from './ownership.ts'
import { createPlatform, type Leaving } from './platform.ts'
import { createPlugins } from './plugins.ts'
import { createReach } from './reach.ts'
import { createRoles } from './roles.ts'
import { createStates, type PluginDirectory } from './state.ts'

export type { Actor } from './changes.ts'
export { Fresh } from './fresh.ts'
export { REACH_PATH } from './reach.ts'
export { type CommunityState, hostName } from './state.ts'

interface Dependencies {
  config: Pick<Config, 'baseUrl' | 'port' | 'secret' | 'communitiesBy' | 'communitiesEach'>
  data: Data
  jobs: Jobs
  events: Events
  registry: PluginDirectory
  outbound: Pick<Outbound, 'fetch'>
  /** Whether a member has something unread there, by any plugin that knows. */
  unreadIn?: (communityId: number, memberId: number) => Promise<boolean>
}

export function createCommunities({ config, data, jobs, events, registry, outbound, unreadIn = async () => false }: Dependencies) {
  const states = createStates({ config, data, registry })
  const change = createChanges({ data, events, states })
  const records = createRecords({ config, data, jobs, events, registry, states, change, unreadIn })
  const platform = createPlatform({ data, events, states, change })
  const plugins = createPlugins({ data, jobs, registry, states, change })
  const roles = createRoles({ data, registry, change })
  return {
    ...states,
    records,
    platform,
    ownership: createOwnership({ data, change }),
    plugins,
    roles,
    reach: createReach({ config, states, outbound }),
    cache: createCache(data),
    create: records.create,
    ofAccount: records.ofAccount,
    mayStart: records.mayStart,
    heldSettings: plugins.heldSettings,
    writeSettings: plugins.writeSettings,
    /** A member comes in, in the transaction of `client`; call `events.wake()` after the commit of a unit. @returns the member's id */
    join: (client: Queryable, input: Joining): Promise<number> => joinIn(client, events, input),
    /** A member goes, in the transaction of `client`. @returns false when there was none @throws AtriumError 409 */
    leave: (client: Queryable, input: Leaving): Promise<boolean> => platform.leaveIn(client, input),
  }
}
export type Communities = ReturnType<typeof createCommunities>
