/** Numbers for Prometheus: requests, database pools, loop lag, jobs, events, sockets. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Seconds of each finished request. `route` is the route's name, never the address. */
  httpDuration: Histogram<'route' | 'method' | 'status'>
  eventsRelayed: Counter
  watchPool(name: string, counts: () => { total: number; idle: number; waiting: number }): void
  watchJobs(counts: () => Promise<{ waiting: number; running: number; dead: number }>): void
  watchSockets(count: () => number): void
  /** The page for Prometheus. */
  text(): Promise<string>
  contentType: string
}

/** A registry of its own for each kernel, so that several can live in one process of tests. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  // with these comes the lag of the event loop, nodejs_eventloop_lag_seconds
  collectDefaultMetrics({ register: registry })
  const httpDuration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const eventsRelayed = new Counter({ name: 'atrium_events_relayed_total', help: 'Events handed from the outbox to their subscribers', registers })
  const pools = new Map<string, () => { total: number; idle: number; waiting: number }>()

  return {
    httpDuration,
    eventsRelayed,
    watchPool(name, counts) {
      pools.set(name, counts)
      if (pools.size > 1) return
      new Gauge({
        name: 'atrium_database_connections',
        help: 'Connections of each pool by state; waiting counts callers without one',
        labelNames: ['pool', 'state'],
        registers,
        collect() {
          for (const [pool, counts] of pools) {
            const { total, idle, waiting } = counts()
            this.set({ pool, state: 'busy' }, total - idle)
            this.set({ pool, state: 'idle' }, idle)
            this.set({ pool, state: 'waiting' }, waiting)
          }
        },
      })
    },
    watchJobs(counts) {
      new Gauge({
        name: 'atrium_jobs',
        help: 'Jobs by state; dead ones wait for an admin',
        labelNames: ['state'],
        registers,
        async collect() {
          const now = await counts().catch(() => null)
          if (!now) this.reset()
          else for (const [state, count] of Object.entries(now)) this.set({ state }, count)
        },
      })
    },
    watchSockets(count) {
      new Gauge({
        name: 'atrium_sockets',
        help: 'Open sockets of this process',
        registers,
        collect() {
          this.set(count())
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
