/** What begins after the first paint. */
import { host } from '@atrium/sdk/web'

export function startLater(): void {
  const later = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  // Two frames on: the first paint is done, nothing that follows can hold it up.
  requestAnimationFrame(() => requestAnimationFrame(() => later(() => void host.startRealtime())))
}
