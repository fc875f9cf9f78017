/** Live rooms with an engine, and what their recordings need. */
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const engine = { folder: path.join(process.env.ATRIUM_DATA!, 'live'), udp: { host: '127.0.0.1', port: 0 }, idleMs: 2_000 }
const others = ['notifications', 'spaces', 'content', 'members', 'media', 'home', 'community', 'posts'].map((id) => ({ from: path.join(ROOT, 'plugins', id) }))

export default [...others, { from: path.join(ROOT, 'plugins/live'), options: { engine }, on: true as const }]
