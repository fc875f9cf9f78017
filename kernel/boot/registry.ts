/** What is loaded: every plugin with its manifest, contract, server part and state. */
import type { Contract, EventDef, Manifest, Point } from '@atrium/sdk'
import type { PermissionEntry } from '../policies/index.ts'
import type { Contribution, JobRunner, ServerDef, Subscription } from '@atrium/sdk/server'

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
  /** Whether a new community starts with it. */
  defaultOn: boolean | 'first'
}

/** Sealed after register: lookups only. */
export class Registry {
  readonly plugins: ReadonlyMap<string, LoadedPlugin>
  readonly #events = new Map<string, EventDef>()
  readonly #subscriptions = new Map<string, { plugin: string; subscription: Subscription }[]>()
  readonly #subscribers = new Map<string, { plugin: string; subscription: Subscription }>()
  readonly #contributions = new Map<string, { plugin: string; value: unknown }[]>()
  readonly #rooms = new Map<string, { plugin: string; may: NonNullable<ServerDef['rooms']>[string] }>()
  readonly permissions: PermissionEntry[] = []

  constructor(plugins: LoadedPlugin[], kernelContracts: Contract[]) {
    this.plugins = new Map(plugins.map((plugin) => [plugin.manifest.id, plugin]))
    for (const contract of [...kernelContracts, ...plugins.map((plugin) => plugin.contract)]) {
      for (const event of Object.values(contract.events ?? {})) this.#events.set(event.name, event)
      for (const [key, permission] of Object.entries(contract.permissions ?? {}))
        this.permissions.push({ ...permission, full: `${contract.id}.${key}`, plugin: contract.id })
    }
    for (const plugin of plugins) this.#register(plugin)
  }

  #register({ manifest: { id }, server }: LoadedPlugin) {
    for (const subscription of server?.on ?? []) {
      const entry = { plugin: id, subscription }
      this.#subscribers.set(`${id}.${subscription.name}`, entry)
      this.#subscriptions.set(subscription.event.name, [...(this.#subscriptions.get(subscription.event.name) ?? []), entry])
    }
    for (const { point, value } of (server?.contributes ?? []) as Contribution[]) {
      const key = `${point.plugin}.${point.name}`
      this.#contributions.set(key, [...(this.#contributions.get(key) ?? []), { plugin: id, value }])
    }
    for (const [name, may] of Object.entries(server?.rooms ?? {})) this.#rooms.set(name, { plugin: id, may })
  }

  get(id: string): LoadedPlugin | undefined {
    return this.plugins.get(id)
  }
  event(name: string): EventDef | undefined {
    return this.#events.get(name)
  }
  /** Everyone who listens to an event, whether on or off. */
  subscriptions(name: string): { plugin: string; subscription: Subscription }[] {
    return this.#subscriptions.get(name) ?? []
  }
  /** By full name, `plugin.name`. */
  subscriber(key: string): { plugin: string; subscription: Subscription } | undefined {
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
