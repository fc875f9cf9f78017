/**
 * The host of module federation containers, as much of it as this house needs: each container is imported once, gets the
 * share scope by `init` and gives its modules by `get`, whoever packed it.
 */

/** One version of a shared module, in the federation's form: a provider that is loaded has `lib`, all have `get`. */
export interface Shared {
  version: string
  /** Who provides it. */
  from: string
  loaded: boolean
  lib: () => unknown
  get: () => Promise<() => unknown>
  scope: string[]
  shareConfig: { singleton: boolean; requiredVersion: string }
}
/** Package → version → provider. */
export type ShareScope = Record<string, Record<string, Shared>>

interface Container {
  init(scope: ShareScope): unknown
  /** `./screens/Post` */
  get(module: string): Promise<() => unknown>
}

/** A host that offers `scope` to all its containers. What could not be loaded is tried again with the next call, as far as the browser permits. */
export function createHost(scope: ShareScope) {
  const containers = new Map<string, Promise<Container>>()
  const open = async (entry: string): Promise<Container> => {
    const container: Container = await import(/* @vite-ignore */ entry)
    await container.init(scope)
    return container
  }
  /**
   * The module `screens/Post` of the container `name`, whose ES module lies at `entry`.
   * @throws what the browser says when a file is missing; Error when the module is not exposed.
   */
  return async function load<T>(name: string, entry: string, module: string): Promise<T> {
    let container = containers.get(name)
    if (!container) {
      containers.set(name, (container = open(entry)))
      container.catch(() => containers.delete(name))
    }
    const factory = await (await container).get(`./${module}`)
    return factory() as T
  }
}
