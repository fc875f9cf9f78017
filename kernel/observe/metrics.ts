/** Numbers for Prometheus: requests, database pools, loop lag, jobs, events, sockets. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

type Counted = readonly [labels: Record<string, string>, number: number]

/** A registry of its own for each kernel, so that several can live in one process of tests. */
export function createMetrics() {
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

  return {
    /** Seconds of each finished request. `route` is the route's name, never the address. */
    httpDuration,
    eventsRelayed,
    /** Shows numbers that are counted when Prometheus asks, each under its labels; none where they cannot be had. */
    watch(name: string, help: string, labelNames: string[], count: () => Promise<Counted[]>) {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          this.reset()
          for (const [labels, number] of await count().catch(() => [])) this.set(labels, number)
        },
      })
    },
    /** The page for Prometheus. */
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
export type Metrics = ReturnType<typeof createMetrics>
