/** The modules of the kernel and the awilix container that holds them. */
import { asValue, createContainer, InjectionMode, type AwilixContainer } from 'awilix'
import type { Refusals, Words } from '@atrium/sdk/server'
import type { Accounts } from './accounts/index.ts'
import type { Registry } from './registry.ts'
import type { Communities } from './communities/index.ts'
import type { Config } from './config.ts'
import type { Calls } from './calls.ts'
import type { Data } from './data/index.ts'
import type { Events } from './events/index.ts'
import type { Files } from './files/index.ts'
import type { Limits } from './limits.ts'
import type { Jobs } from './jobs/index.ts'
import type { Mail } from './mail/index.ts'
import type { Health, Log, Metrics } from './observe/index.ts'
import type { Outbound } from './outbound/index.ts'
import type { Realtime } from './realtime/index.ts'

export interface Modules {
  config: Config
  log: Log
  metrics: Metrics
  health: Health
  data: Data
  registry: Registry
  accounts: Accounts
  communities: Communities
  jobs: Jobs
  events: Events
  mail: Mail
  files: Files
  outbound: Outbound
  realtime: Realtime
  limits: Limits
  calls: Calls
  refusals: Refusals
  words: Words
  /** The one source of the present moment; tests turn it. */
  clock: () => Date
}

export type RootContainer = AwilixContainer<Modules>

/** The root container: every module is a value, made in order by boot/kernel.ts. */
export function createRoot(modules: Modules): RootContainer {
  const root = createContainer<Modules>({ injectionMode: InjectionMode.PROXY, strict: true })
  for (const [name, module] of Object.entries(modules)) root.register(name as keyof Modules, asValue(module as never))
  return root
}
