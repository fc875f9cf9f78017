/** What tells people how the house is doing: logs, metrics, health, audit. */
export { audit, listAudit } from './audit.ts'
export { createHealth, type Health, requireRoom } from './health.ts'
export { clean, createLog, type Log } from './log.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { onceAMinute } from './often.ts'
export { collectAtRest } from './rest.ts'
