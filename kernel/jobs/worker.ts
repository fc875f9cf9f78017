/** Runs the queue in this process, keeps it running when the database was away, and frees the jobs of workers that died. */
import { EventEmitter } from 'node:events'
import { Logger, runMigrations, runTaskList, type Task, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import pg from 'pg'
import type { Data } from '../data/index.ts'
import type { Log } from '../observe/index.ts'
import type { Queues } from './queues.ts'
import type { Registered } from './types.ts'

interface Dependencies {
  data: Pick<Data, 'system' | 'connectionString'>
  log: Log
  tasks: Map<string, Registered>
  queues: Queues
  heartbeat: { every: number; deadAfter: number }
}

const CONCURRENCY = 10
/** Fewer connections than jobs: one listens, the others only take and complete; the jobs use the app's pool. */
const CONNECTIONS = 4
const STOP_WITHIN = 8_000
/** As between relays of events, ms. */
const APART = 25
const ABANDON_AFTER = 3_000
const FIRST_LOOK_WITHIN = 4_000
/** Between looks that nobody asked for, ms. */
const LOOK_EVERY = 2_000

function queueLogger(log: Log) {
  return new Logger(() => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return
    const { failure, job, error } = (meta ?? {}) as { failure?: boolean; job?: { id: string; task_identifier: string; attempts: number }; error?: Error }
    if (failure && job) log.warn({ err: error, job: job.id, task: job.task_identifier, attempt: job.attempts }, 'a job failed')
    else log[level === 'error' ? 'error' : 'warn']({ err: error }, message)
  })
}

/** Makes or updates the schema `graphile_worker`. */
export const migrateQueue = (connectionString: string, log: Log) => runMigrations({ connectionString, logger: queueLogger(log) })

export function createWorker({ data, log, tasks, queues, heartbeat }: Dependencies) {
  let pool: pg.Pool | null = null
  let worker: WorkerPool | null = null
  let stopping = false
  /** Jobs that the worker of now was given; true: ended, which the database knows by the next beat. */
  let inHand = new Map<string, boolean>()
  let lastBeat = 0
  let lastNudge = 0
  let beating: Promise<void> = Promise.resolve()
  const timers: { beat?: NodeJS.Timeout; look?: NodeJS.Timeout; relaunch?: NodeJS.Timeout; wake?: NodeJS.Timeout } = {}

  function launch() {
    const taskList = Object.fromEntries(
      [...tasks].map(([name, { run }]): [string, Task] => [
        name,
        (payload, { job }) => {
          const { communityId, ...rest } = payload as { communityId: number }
          return run(communityId, rest, { attempt: job.attempts })
        },
      ]),
    )
    const events: WorkerEvents = new EventEmitter()
    const mine = new Map<string, boolean>()
    inHand = mine
    // one asks at a time, so that what it was given counts when the next one asks
    let asking = Promise.resolve()
    let answered = () => {}
    const forbiddenFlags = async () => {
      const before = asking
      const { promise, resolve } = Promise.withResolvers<void>()
      asking = promise
      await before
      answered = resolve
      return queues.closed()
    }
    events.on('job:start', ({ job }) => {
      mine.set(job.id, false)
      queues.began(job.flags)
      answered()
      // there may be more
      nudge(launched)
    })
    events.on('worker:getJob:empty', () => {
      const isWorthAsking = queues.nextRound()
      answered()
      if (isWorthAsking) nudge(launched)
    })
    events.on('worker:getJob:error', () => answered())
    events.on('job:complete', ({ job }) => {
      mine.set(job.id, true)
      queues.ended(job.flags)
    })
    const launched = runTaskList(
      {
        events,
        concurrency: CONCURRENCY,
        pollInterval: 15 * LOOK_EVERY,
        forbiddenFlags,
        noHandleSignals: true,
        logger: queueLogger(log),
        // only the batched calls handle a database that is away when a job ends; the others cause an unhandled rejection
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      taskList,
      pool!,
    )
    worker = launched
    let isReplaced = false
    const ended = (err?: unknown) => {
      if (stopping || isReplaced) return
      isReplaced = true
      clearTimeout(firstLook)
      log.error({ err }, 'the worker of jobs ended and is started again')
      timers.relaunch = setTimeout(launch, 1_000)
    }
    launched.promise.then(() => ended(), ended)
    // One whose first look fails remembers the failure for good (graphile-worker 0.18, `getTaskDetails`), so it is given up.
    const firstLook = setTimeout(() => {
      if (isReplaced || stopping) return
      Promise.resolve(launched.gracefulShutdown()).catch(() => {})
      ended(new Error('it could not look for jobs'))
    }, FIRST_LOOK_WITHIN).unref()
    for (const well of ['worker:getJob:empty', 'job:start'] as const) events.once(well, () => clearTimeout(firstLook))
    // A worker that lost the database may wait for ever for jobs it had begun; it gets a new name, and the jobs of the old name are freed once that is silent (case F01).
    events.once('pool:gracefulShutdown', () => setTimeout(() => ended(new Error('it did not come to its end')), ABANDON_AFTER).unref())
    beat()
  }

  /**
   * Shows that this worker lives, and frees jobs whose worker has been silent, and those that were marked as its own in an
   * answer that never arrived here (case F02). A process that could not beat for a while itself (a stalled
   * database or loop) takes nothing from others, who were probably held up just the same.
   */
  function beat() {
    const { id } = worker!
    const inTouch = Date.now() - lastBeat < heartbeat.every * 2
    const known = [...inHand.keys()]
    for (const [job, ended] of inHand) if (ended) inHand.delete(job)
    beating = (async () => {
      await queues.refresh()
      await data.system.query('insert into kernel.worker (id) values ($1) on conflict (id) do update set seen_at = now()', [id])
      lastBeat = Date.now()
      if (!inTouch) return
      const silent = `now() - $1 * interval '1 millisecond'`
      const [{ workers, jobs }] = (
        await data.system.query(
          `with gone as (delete from kernel.worker where seen_at < ${silent}),
             overdue as materialized (
               select id, locked_by from graphile_worker.jobs job where locked_at < ${silent}
                 and not exists (select from kernel.worker where id = job.locked_by and seen_at > ${silent} and id <> $2)),
             -- graphile-worker frees all that a worker has, or nothing of it; one job of a living worker would wait for four hours (case F02)
             lost as (update graphile_worker._private_jobs set locked_at = null, locked_by = null
               where id in (select id from overdue where locked_by = $2 and id <> all ($3::bigint[])) returning id)
           select array(select distinct locked_by from overdue where locked_by <> $2) as workers, (select count(*)::int from lost) as jobs`,
          [heartbeat.deadAfter, id, known],
        )
      ).rows
      if (workers.length) await data.system.query('select graphile_worker.force_unlock_workers($1)', [workers])
      if (!workers.length && !jobs) return
      log.warn({ workers, jobs }, 'jobs of processes that died, or that lost sight of them, were freed')
      wake()
    })().catch((err) => log.error({ err }, 'the heartbeat of the worker failed'))
  }

  /** A pool that lost the database refuses, until it is started again: it looks for jobs then (case F01). */
  function nudge(running: WorkerPool) {
    try {
      running.nudge(1)
    } catch (err) {
      log.warn({ err }, 'the workers could not be woken')
    }
  }

  function wake() {
    timers.wake ??= setTimeout(
      () => {
        timers.wake = undefined
        lastNudge = Date.now()
        if (worker) nudge(worker)
        else data.system.query(`select pg_notify('jobs:insert', '{"count":1}')`).catch((err) => log.warn({ err }, 'the workers could not be woken'))
      },
      Math.max(0, lastNudge + APART - Date.now()),
    )
  }

  return {
    wake,
    alive: () => worker !== null && Date.now() - lastBeat < heartbeat.deadAfter,
    async start() {
      pool = new pg.Pool({ connectionString: data.connectionString, max: CONNECTIONS, application_name: 'atrium jobs' })
      pool.on('error', (err) => log.warn({ err }, 'the database closed a connection of the queue'))
      pool.on('connect', (client) => void client.on('error', () => {}))
      await queues.refresh().catch((err) => log.error({ err }, 'which queues are paused could not be read'))
      launch()
      timers.beat = setInterval(beat, heartbeat.every)
      timers.look = setInterval(() => worker && nudge(worker), LOOK_EVERY)
      await beating
    },
    async stop() {
      stopping = true
      for (const timer of Object.values(timers)) clearTimeout(timer)
      if (!worker || !pool) return
      const leaving = worker
      worker = null
      const late = setTimeout(() => Promise.resolve(leaving.forcefulShutdown('The process stops.')).catch(() => {}), STOP_WITHIN)
      await Promise.resolve(leaving.gracefulShutdown()).catch((err) => log.warn({ err }, 'jobs were cut off by the stop'))
      clearTimeout(late)
      await beating
      await data.system.query('delete from kernel.worker where id = $1', [leaving.id]).catch(() => {})
      await pool.end()
    },
  }
}
