/** Health checks: real queries with a short time limit, so that a stalled database is reported instead of waited for. */
import { statfs } from 'node:fs/promises'
import type { Data } from '../data/index.ts'

export interface HealthReport {
  status: 'ok' | 'degraded'
  checks: Record<string, { ok: boolean; detail?: string }>
}
interface Dependencies {
  data: Pick<Data, 'system' | 'unit' | 'lacksRoom'>
  failedPlugins(): { id: string; error?: string }[]
  /** Queues of plugins that wait for an admin. */
  pausedQueues(): Promise<{ name: string; error: string }[]>
  /** Why bytes that nobody needs stay until an admin has decided, or null. */
  sweepWaits(): Promise<string | null>
  /** Absent where this process runs no jobs: those of others then show that the database takes writes. */
  worker?: () => boolean
  /** What else is asked, by name; each throws an error that says what is missing. Left out where it is not configured. */
  parts?: Record<string, () => Promise<unknown> | unknown>
}

/** Milliseconds a query may take, and how long a report is handed out while the next one is made. */
const LIMIT = 500
const FRESH = 2_000
/** Seconds without a heartbeat of any worker. */
const SILENT = 20
/** Milliseconds for which what somebody told stands in the report. */
const TOLD = 3_600_000

/** Bytes below which a disk counts as full. */
const ROOM = 256 * 2 ** 20
/** @throws Error when little is left where the folder lies */
export async function requireRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < ROOM) throw new Error(`${Math.floor((bavail * bsize) / 2 ** 20)} MiB are left on the disk of the data folder`)
}

export function createHealth({ data, failedPlugins, pausedQueues, sweepWaits, worker, parts = {} }: Dependencies) {
  let state: 'starting' | 'started' | 'stopping' = 'starting'
  let last: { at: number; report: HealthReport } | null = null
  let next: Promise<HealthReport> | null = null
  const asked = new Map<string, Promise<unknown>>()
  const told = new Map<string, { at: number; detail: string }>()

  /** Never runs two of the same check at once: on a stalled database the checks themselves would use up the pool. */
  async function query(name: string, run: () => Promise<unknown>): Promise<{ ok: boolean; detail?: string }> {
    const { promise: late, resolve } = Promise.withResolvers<{ ok: boolean; detail: string }>()
    const timer = setTimeout(() => resolve({ ok: false, detail: `no answer within ${LIMIT} ms` }), LIMIT)
    if (!asked.has(name))
      asked.set(
        name,
        run().finally(() => asked.delete(name)),
      )
    const answer = asked.get(name)!.then(
      () => ({ ok: true }),
      (error) => ({ ok: false, detail: String(error?.code ?? error?.message ?? error) }),
    )
    return Promise.race([answer, late]).finally(() => clearTimeout(timer))
  }

  async function examine(): Promise<HealthReport> {
    const [system, app, beat, queues, files_sweep, ...others] = await Promise.all([
      query('system', async () => {
        const { rows } = await data.system.query('show transaction_read_only')
        if (rows[0].transaction_read_only === 'on') throw new Error('the database takes no writes')
      }),
      // any community will do: the query goes the way of all, through the wall, and reads nothing
      query('app', () => data.unit({ communityId: 1, mode: 'read' }, (unit) => unit.raw('select count(*) from kernel.member where id = 0'))),
      // what a worker writes every few seconds
      query('beat', async () => {
        if (worker?.()) return
        if (worker) throw new Error('the worker of jobs is out of touch with the database')
        const { rows } = await data.system.query("select 1 from kernel.worker where seen_at > now() - $1 * interval '1 second' limit 1", [SILENT])
        if (!rows.length) throw new Error(`no worker has written for ${SILENT} seconds: jobs wait`)
      }),
      query('queues', async () => {
        const paused = await pausedQueues()
        if (paused.length > 0) throw new Error(`paused: ${paused.map(({ name, error }) => `${name} (${error})`).join('; ')}`)
      }),
      query('files_sweep', async () => {
        const reason = await sweepWaits()
        if (reason) throw new Error(reason)
      }),
      ...Object.entries(parts).map(([name, ask]) => query(name, async () => ask())),
    ])
    const failed = failedPlugins()
    const checks: HealthReport['checks'] = {
      database: system,
      database_app: app,
      room: data.lacksRoom() ? { ok: false, detail: 'the database had no room to write within the last minute' } : { ok: true },
      plugins: failed.length === 0 ? { ok: true } : { ok: false, detail: failed.map(({ id, error }) => `${id}: ${error ?? 'failed'}`).join('; ') },
      worker: beat,
      ...Object.fromEntries(Object.keys(parts).map((name, n) => [name, others[n]!])),
    }
    for (const [name, { at }] of told) if (Date.now() - at > TOLD) told.delete(name)
    // a plugin that rests, files that nobody needs and the like keep no process from its work, so they are told beside the status
    const beside = { queues, files_sweep, ...Object.fromEntries([...told].map(([name, { detail }]) => [name, { ok: false, detail }])) }
    const report: HealthReport = { status: Object.values(checks).every(({ ok }) => ok) ? 'ok' : 'degraded', checks: { ...checks, ...beside } }
    last = { at: Date.now(), report }
    return report
  }

  return {
    /** Answers at once while the last report is fresh, else within half a second. */
    async check(): Promise<HealthReport> {
      next ??= examine().finally(() => (next = null))
      return last && Date.now() - last.at < FRESH ? last.report : next
    },
    /** Notes what an admin should see for the next hour, and what keeps no process from its work. */
    tell(name: string, detail: string) {
      if (!told.has(name)) last = null
      told.set(name, { at: Date.now(), detail })
    },
    /** May requests be sent here? True after `started()`, false from `stopping()` on. */
    ready: () => state === 'started',
    started: () => void (state = 'started'),
    stopping: () => void (state = 'stopping'),
  }
}
export type Health = ReturnType<typeof createHealth>
