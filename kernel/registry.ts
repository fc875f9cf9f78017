/** What is loaded: every plugin with its manifest, contract, server part and state. */
import type { NamedSchema } from '@atrium/sdk/openapi'
import type { Contract, EventDef, Manifest, Point } from '@atrium/sdk'
import { CommunitySettings } from '@atrium/sdk/kernel/communities'
import type { PermissionEntry } from './policies/index.ts'
import { anyAutomation, boundTo, type JobRunner, type ServerDef, type Subscription } from '@atrium/sdk/server'

export interface LoadedPlugin {
  manifest: Manifest
  contract: Contract
  server: ServerDef | null
  /** Absolute folder. */
  dir: string
  state: 'ready' | 'failed'
  /** Why it failed, for health and the admin's page. */
  error?: string
  options: Record<string, unknown>
  /** That its contract exports. */
  schemas: NamedSchema[]
  /** Whether a new community starts with it. */
  defaultOn: boolean | 'first'
}

interface Subscribed {
  plugin: string
  subscription: Subscription
}

const fullName = ({ plugin, name }: EventDef) => `${plugin}.${name}`
/** Sealed after register: lookups only. */
export class Registry {
  readonly plugins: ReadonlyMap<string, LoadedPlugin>
  readonly #events = new Map<string, EventDef>()
  readonly #subscriptions: Map<string, Subscribed[]>
  readonly #subscribers: Map<string, Subscribed>
  readonly #contributions: Map<string, { plugin: string; value: unknown }[]>
  readonly #rooms: Map<string, { plugin: string; may: NonNullable<ServerDef['rooms']>[string] }>
  /** What begins automations, the kernel's and plugins'. */
  readonly automations: { plugin: string; value: EventDef }[]
  readonly permissions: PermissionEntry[] = []
  /** The community's record of settings: what the kernel and plugins read of it. */
  readonly communitySettings: typeof CommunitySettings

  constructor(plugins: LoadedPlugin[], kernelContracts: Contract[]) {
    this.plugins = new Map(plugins.map((plugin) => [plugin.manifest.id, plugin]))
    const contracts = [...kernelContracts, ...plugins.map((plugin) => plugin.contract)]
    this.communitySettings = CommunitySettings.extend(Object.assign({}, ...contracts.map(({ communitySettings }) => communitySettings?.shape))) as never
    for (const contract of contracts) {
      for (const event of Object.values(contract.events ?? {})) this.#events.set(fullName(event), event)
      for (const [key, permission] of Object.entries(contract.permissions ?? {}))
        this.permissions.push({ ...permission, full: `${contract.id}.${key}`, plugin: contract.id })
    }
    this.automations = [...this.#events.values()].flatMap((value) => (value.automation ? [{ plugin: value.plugin, value }] : []))
    const subscriptions = plugins.flatMap(({ manifest: { id }, server }) => (server?.on ?? []).map((subscription) => ({ plugin: id, subscription })))
    this.#subscribers = new Map(subscriptions.map((entry) => [`${entry.plugin}.${entry.subscription.name}`, entry]))
    this.#subscriptions = Map.groupBy(subscriptions, ({ subscription }) => fullName(subscription.event))
    const contributions = plugins.flatMap(({ manifest: { id }, server }) =>
      (server?.contributes ?? []).map(({ point, value }) => ({ plugin: id, point, value: boundTo(id, value) })),
    )
    this.#contributions = Map.groupBy(contributions, ({ point }) => `${point.plugin}.${point.name}`)
    this.#rooms = new Map(
      plugins.flatMap(({ manifest: { id }, server }) => Object.entries(server?.rooms ?? {}).map(([name, may]) => [name, { plugin: id, may }] as const)),
    )
  }

  get(id: string): LoadedPlugin | undefined {
    return this.plugins.get(id)
  }
  event(fullName: string): EventDef | undefined {
    return this.#events.get(fullName)
  }
  /** Everyone who listens to an event, `plugin.name`, whether on or off. */
  subscriptions(name: string): Subscribed[] {
    return [name, ...(this.#events.get(name)?.automation ? [fullName(anyAutomation)] : [])].flatMap((one) => this.#subscriptions.get(one) ?? [])
  }
  /** By full name, `plugin.name`. */
  subscriber(key: string): Subscribed | undefined {
    return this.#subscribers.get(key)
  }
  filled<T>(point: Point<T>): { plugin: string; value: T }[] {
    return (this.#contributions.get(`${point.plugin}.${point.name}`) ?? []) as { plugin: string; value: T }[]
  }
  room(name: string) {
    return this.#rooms.get(name)
  }
  jobs(): { plugin: LoadedPlugin; job: JobRunner }[] {
    return [...this.plugins.values()].flatMap((plugin) => (plugin.server?.jobs ?? []).map((job) => ({ plugin, job })))
  }
}
