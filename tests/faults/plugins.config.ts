/** The plugins of this Atrium without the demo, and the probe. */
import path from 'node:path'
import type { PluginEntry } from '@atrium/sdk'
import entries from '../../plugins.config.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const all = entries.map((entry): PluginEntry => (typeof entry === 'string' ? { from: entry } : entry)).filter(({ from }) => from !== 'plugins/demo')

export default [...all, { from: 'tests/faults/probe', on: true as const }].map((entry) => ({ ...entry, from: path.resolve(ROOT, entry.from) }))
