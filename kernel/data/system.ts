/** Signals between the processes of one installation. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Ctx } from '@atrium/sdk/server'
import { applicationName } from './embedded.ts'

const CHANNEL = 'atrium_signal'
/** Sent to this process alone when it may have missed signals: drop what you have cached. */
export const SIGNALS_LOST = 'signals.lost'

interface Message {
  from: string
  name: string
  payload: object
}

/** Short messages to every process, this one first; at most once, so they carry hints and never facts. */
export class Signals {
  readonly #connectionString: string
  readonly #pool: pg.Pool
  readonly #log: Ctx['log']
  readonly #me = randomUUID()
  readonly #listeners = new Map<string, ((payload: any) => void)[]>()
  #client: pg.Client | null = null
  #closed = false

  constructor(connectionString: string, pool: pg.Pool, log: Ctx['log']) {
    this.#connectionString = connectionString
    this.#pool = pool
    this.#log = log
  }

  on(name: string, fn: (payload: any) => void): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), fn])
  }

  /** Reaches this process before it returns, the others within milliseconds. The payload has room for about 7,000 characters of JSON. */
  async send(name: string, payload: object): Promise<void> {
    this.#tell(name, payload)
    const message: Message = { from: this.#me, name, payload }
    await this.#pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)])
  }

  #tell(name: string, payload: object): void {
    for (const fn of this.#listeners.get(name) ?? [])
      try {
        fn(payload)
      } catch (error) {
        this.#log.error({ err: error, signal: name }, 'a signal could not be followed')
      }
  }

  /** Listens on a connection of its own until `close`; comes back by itself when that is lost. */
  async listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    client.on('notification', ({ payload }) => {
      const message = JSON.parse(payload!) as Message
      if (message.from !== this.#me) this.#tell(message.name, message.payload)
    })
    client.on('error', () => {})
    client.once('end', () => {
      if (this.#client === client) void this.#listenAgain()
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    if (this.#closed) await client.end()
    else this.#client = client
  }

  async #listenAgain(): Promise<void> {
    this.#client = null
    for (let wait = 200; !this.#closed && !this.#client; wait = Math.min(wait * 2, 5000)) {
      await sleep(wait, undefined, { ref: false })
      await this.listen().catch((error) => this.#log.warn({ err: error }, 'signals of other processes cannot be heard'))
    }
    if (!this.#closed) this.#tell(SIGNALS_LOST, {})
  }

  async close(): Promise<void> {
    this.#closed = true
    const client = this.#client
    this.#client = null
    await client?.end()
  }
}
