/** Is the house well? Real queries with a short limit, so that a stalled database is seen and never waited for. */
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
  /** Absent where this process runs no jobs. */
  worker?: () => boolean
}

/** Milliseconds a query may take, and how long a report is handed out while the next one is made. */
const LIMIT = 500
const FRESH = 2_000

export function createHealth({ data, failedPlugins, pausedQueues, sweepWaits, worker }: Dependencies) {
  let state: 'starting' | 'started' | 'stopping' = 'starting'
  let last: { at: number; report: HealthReport } | null = null
  let next: Promise<HealthReport> | null = null
  const asked = new Map<string, Promise<unknown>>()

  /** Never two of a kind at once: a stalled database must not eat the pool through its own check. */
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
    const [system, app, queues, files_sweep] = await Promise.all([
      query('system', () => data.system.query('select count(*) from kernel.community where is_primary')),
      // any community will do: the query goes the way of all, through the wall, and reads nothing
      query('app', () => data.unit({ communityId: 1, mode: 'read' }, (unit) => unit.raw('select count(*) from kernel.member where id = 0'))),
      query('queues', async () => {
        const paused = await pausedQueues()
        if (paused.length > 0) throw new Error(`paused: ${paused.map(({ name, error }) => `${name} (${error})`).join('; ')}`)
      }),
      query('files', async () => {
        const reason = await sweepWaits()
        if (reason) throw new Error(reason)
      }),
    ])
    const failed = failedPlugins()
    const checks: HealthReport['checks'] = {
      database: system,
      database_app: app,
      room: data.lacksRoom() ? { ok: false, detail: 'the database had no room to write within the last minute' } : { ok: true },
      plugins: failed.length === 0 ? { ok: true } : { ok: false, detail: failed.map(({ id, error }) => `${id}: ${error ?? 'failed'}`).join('; ') },
      ...(worker ? { worker: worker() ? { ok: true } : { ok: false, detail: 'the worker of jobs is out of touch with the database' } } : {}),
    }
    // a plugin that rests and files that nobody needs keep no process from its work, so they are told beside the status
    const report: HealthReport = { status: Object.values(checks).every(({ ok }) => ok) ? 'ok' : 'degraded', checks: { ...checks, queues, files_sweep } }
    last = { at: Date.now(), report }
    return report
  }

  return {
    /** Answers at once while the last report is fresh, else within half a second. */
    async check(): Promise<HealthReport> {
      next ??= examine().finally(() => (next = null))
      return last && Date.now() - last.at < FRESH ? last.report : next
    },
    /** May requests be sent here? True after `started()`, false from `stopping()` on. */
    ready: () => state === 'started',
    started: () => void (state = 'started'),
    stopping: () => void (state = 'stopping'),
  }
}
export type Health = ReturnType<typeof createHealth>
