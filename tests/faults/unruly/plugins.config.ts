/** The plugins of the other fault cases, and the unruly one. */
import path from 'node:path'
import others from '../plugins.config.ts'

export default [...others, { from: path.resolve(import.meta.dirname), on: true as const }]
