/** The plugins of the other fault cases, live rooms with an engine of their own. */
import path from 'node:path'
import entries from '../plugins.config.ts'

const engine = { folder: path.join(process.env.ATRIUM_DATA!, 'live'), udp: { host: '127.0.0.1', port: 0 }, idleMs: 2_000 }
const live = path.resolve(import.meta.dirname, '../../../plugins/live')

export default [...entries.filter(({ from }) => from !== live), { from: live, options: { engine }, on: true as const }]
