/** A list of waiting things that components watch. */
export function queue<T>() {
  let items: readonly T[] = []
  const listeners = new Set<() => void>()
  return {
    get: () => items,
    set(next: readonly T[]) {
      items = next
      for (const listener of listeners) listener()
    },
    watch(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
