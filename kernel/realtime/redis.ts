/** Carries events between machines through a Redis stream: a process that was cut off for a moment reads on where it stopped. */
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Redis as Client } from 'ioredis'
import type { Log } from '../observe/index.ts'

/** What a process that lost Redis for a moment can still catch up with; browsers ask for the rest by number. */
const KEPT = 20_000
const BLOCK_MS = 1_000

export function connectRedis(url: string, log: Log) {
  // commands wait for the connection instead of failing: what was published while Redis restarted goes out after it
  const client = new Client(url, { maxRetriesPerRequest: null, retryStrategy: (tries) => Math.min(tries * 100, 2_000) })
  client.on('error', (err) => log.warn({ err }, 'Redis cannot be reached'))
  const adapter = createAdapter(client, { streamName: 'atrium', channelPrefix: 'atrium', maxLen: KEPT, blockTimeInMs: BLOCK_MS, onlyPlaintext: true })
  return { adapter, close: () => client.disconnect() }
}
export type Redis = ReturnType<typeof connectRedis>
