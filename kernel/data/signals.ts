/** Signals between the processes of one installation. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Ctx } from '@atrium/sdk/server'
import { applicationName } from './pools.ts'

const CHANNEL = 'atrium_signal'
/** Sent to this process alone when it may have missed signals: drop what you have cached. */
export const SIGNALS_LOST = 'signals.lost'
/** What is kept until a signal is read again after this, in ms: one that got lost may not leave a process with old rights for long. */
export const SIGNAL_TTL = 15_000

interface Message {
  from: string
  name: string
  payload: object
}

/** Short messages to every process, this one first; at most once, so they carry hints and never facts. */
export function createSignals(connectionString: string, pool: pg.Pool, log: Ctx['log']) {
  const me = randomUUID()
  const listeners = new Map<string, ((payload: any) => void)[]>()
  let client: pg.Client | null = null
  let closed = false

  function tell(name: string, payload: object): void {
    for (const fn of listeners.get(name) ?? [])
      try {
        fn(payload)
      } catch (error) {
        log.error({ err: error, signal: name }, 'a signal could not be followed')
      }
  }
  async function listen(): Promise<void> {
    const fresh = new pg.Client({ connectionString, application_name: applicationName, connectionTimeoutMillis: 5000, keepAlive: true })
    fresh.on('notification', ({ payload }) => {
      const message = JSON.parse(payload!) as Message
      if (message.from !== me) tell(message.name, message.payload)
    })
    fresh.on('error', () => {})
    fresh.once('end', () => {
      if (client === fresh) void listenAgain()
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
    } catch (error) {
      await fresh.end().catch(() => {})
      throw error
    }
    if (closed) await fresh.end()
    else client = fresh
  }
  async function listenAgain(): Promise<void> {
    client = null
    for (let wait = 200; !closed && !client; wait = Math.min(wait * 2, 5000)) {
      await sleep(wait, undefined, { ref: false })
      await listen().catch((error) => log.warn({ err: error }, 'signals of other processes cannot be heard'))
    }
    if (!closed) tell(SIGNALS_LOST, {})
  }

  return {
    on(name: string, fn: (payload: any) => void): void {
      listeners.set(name, [...(listeners.get(name) ?? []), fn])
    },
    /** Reaches this process before it returns, the others within milliseconds. The payload has room for about 7,000 characters of JSON. */
    async send(name: string, payload: object): Promise<void> {
      tell(name, payload)
      const message: Message = { from: me, name, payload }
      await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)])
    },
    /** On a connection of its own until `close`; comes back by itself when that is lost. */
    listen,
    async close(): Promise<void> {
      closed = true
      const leaving = client
      client = null
      await leaving?.end()
    },
  }
}
export type Signals = ReturnType<typeof createSignals>
