/** What tests of jobs, events, mail and audit share: a database of their own with two communities, and a log that is kept. */
import { until } from '@atrium/sdk/testing'
import { createData, type Data } from '../../kernel/data/index.ts'
import { createJobs, type Jobs } from '../../kernel/jobs/index.ts'
import { createLog, type Log } from '../../kernel/observe/index.ts'
import { cloneDatabase, execute, testCluster, testSecret } from '../support/database.ts'

export interface Place {
  data: Data
  communityId: number
  otherId: number
  log: Log
  /** Lines of the log. */
  lines: string[]
  /** Cuts every connection and lets none in, for so many milliseconds. */
  outage(milliseconds: number): Promise<void>
}

export async function openPlace(): Promise<Place> {
  const databaseUrl = await cloneDatabase()
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  const data = await createData({ config: { dataDir: '/nowhere', databaseUrl, databaseAppUrl: null, secret: testSecret }, log, entities: [], plugins: [] })
  await createJobs({ data, log, communitiesWith: async () => [] }).migrate()
  const { rows } = await data.system.query(`insert into kernel.community (slug, name) values ('clay', 'Clay & Fire'), ('other', 'Other') returning id`)
  return {
    data,
    communityId: rows[0].id,
    otherId: rows[1].id,
    log,
    lines,
    async outage(milliseconds) {
      const { url } = await testCluster()
      const name = new URL(databaseUrl).pathname.slice(1)
      await execute(url, `alter database ${name} allow_connections false`)
      await execute(url, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      await new Promise((done) => setTimeout(done, milliseconds))
      await execute(url, `alter database ${name} allow_connections true`)
    },
  }
}

export { until }

/** Queues of jobs on a place of their own, stopped and emptied after each test. To be called in a `describe`. */
export function jobsKit(emptied: string): { place(): Place; make(options?: Partial<Parameters<typeof createJobs>[0]>): Jobs; started: Jobs[] } {
  let place: Place
  const started: Jobs[] = []
  before(async () => {
    place = await openPlace()
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map((jobs) => jobs.stop()))
    await place.data.system.query(`delete from graphile_worker._private_jobs; ${emptied}`)
  })
  after(() => place.data.close())
  return {
    place: () => place,
    started,
    make(options = {}) {
      const jobs = createJobs({ data: place.data, log: place.log, communitiesWith: async () => [place.communityId], ...options })
      started.push(jobs)
      return jobs
    },
  }
}
