/** Those of the other faults, and workflows. */
import path from 'node:path'
import entries from './plugins.config.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
export default [...entries, { from: path.join(ROOT, 'plugins/workflows'), on: true as const }]
