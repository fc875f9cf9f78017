/** What tells people how the house is doing: logs, metrics, health, audit. */
export { audit, listAudit } from './audit.ts'
export { createHealth, type Health } from './health.ts'
export { clean, createLog, type Log } from './log.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { collectAtRest } from './rest.ts'
