/** The plugins that a house needs, and webhooks. */
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const others = ['notifications', 'spaces', 'content', 'members', 'media', 'home', 'community', 'posts'].map((id) => ({ from: path.join(ROOT, 'plugins', id) }))

export default [...others, { from: path.join(ROOT, 'plugins/webhooks'), on: true as const }]
