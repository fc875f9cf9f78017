/** Logs, metrics, health and the audit log. */
export { audit, listAudit } from './audit.ts'
export { createHealth, type Health, requireRoom } from './health.ts'
export { clean, createLog, type Log } from './log.ts'
export { createMetrics, type Metrics } from './metrics.ts'
