/** Fair shares of the background: what is slow, hangs or fails in one queue is felt in no other. */
import { expect } from 'chai'
import type { Jobs } from '../../kernel/jobs/index.ts'
import { jobsKit, type Place, until } from './background.ts'

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
const forever = () => new Promise<never>(() => {})

describe('queues', () => {
  const { make, place: here } = jobsKit('delete from kernel.job_queue')
  let place: Place
  const several = (jobs: Jobs, task: string, count = 1, options = {}) =>
    jobs.addIn(place.data.system, ...Array.from({ length: count }, (_, n) => ({ communityId: place.communityId, task, payload: { n }, options })))

  before(() => {
    place = here()
  })

  it('F51 runs two of a slow job at once, whatever waits behind it, and others beside them', async () => {
    const jobs = make()
    let [at, most] = [0, 0]
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    jobs.register(
      'outside.slow',
      async () => {
        most = Math.max(most, ++at)
        await released
        at--
      },
      undefined,
      { plugin: 'outside' },
    )
    const done: string[] = []
    for (const [task, plugin] of [['posts.publish', 'posts'], ['outside.other', 'outside'], ['kernel.mail']] as const)
      jobs.register(task, async () => void done.push(task), undefined, { plugin })
    await several(jobs, 'outside.slow', 5_000)
    await jobs.start()
    await until('the slow ones', () => at === 2)
    for (const task of ['posts.publish', 'outside.other', 'kernel.mail']) await several(jobs, task)
    await until('the others', () => done.length === 3)
    expect([at, most]).to.deep.equal([2, 2])
    release()
  })

  it('F51 lets others in between jobs that are quick, however many of them wait', async () => {
    const jobs = make()
    let quick = 0
    let before = 0
    jobs.register('outside.quick', async () => void quick++, undefined, { plugin: 'outside' })
    jobs.register('posts.publish', async () => void (before = quick), undefined, { plugin: 'posts' })
    await several(jobs, 'outside.quick', 5_000)
    await jobs.start()
    await until('the quick ones', () => quick > 100)
    await several(jobs, 'posts.publish')
    await until('the other', () => before > 0)
    expect(before).to.be.below(4_000)
    await until('all of them', () => quick === 5_000)
  })

  it('F51 keeps a plugin with many queues from the slots of others, and all plugins from those of the kernel', async () => {
    const jobs = make()
    const running = new Map<string, number>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const count = (plugin: string, by: number) => running.set(plugin, (running.get(plugin) ?? 0) + by)
    for (const plugin of ['one', 'two', 'three'])
      for (let n = 0; n < 4; n++)
        jobs.register(
          `${plugin}.slow${n}`,
          async () => {
            count(plugin, 1)
            await released
            count(plugin, -1)
          },
          undefined,
          { plugin },
        )
    let mailed = false
    jobs.register('kernel.mail', async () => void (mailed = true))
    for (const plugin of ['one', 'two', 'three']) for (let n = 0; n < 4; n++) await several(jobs, `${plugin}.slow${n}`, 3)
    await jobs.start()
    await until('as many as may', () => [...running.values()].reduce((sum, jobs) => sum + jobs, 0) === 8)
    expect(Math.max(...running.values())).to.equal(4)
    await several(jobs, 'kernel.mail')
    await until('the mail', () => mailed)
    expect([...running.values()].reduce((sum, jobs) => sum + jobs, 0)).to.equal(8)
    release()
  })

  it('F52 ends what never ends: its slot is free, its connection back, its rows undone, and it writes no more', async () => {
    const jobs = make()
    const unit = (fn: (sql: (text: string) => Promise<unknown>) => Promise<void>) =>
      place.data.unit({ communityId: place.communityId, mode: 'write' }, (unit) => fn((text) => unit.sql(text)))
    const note = (word: string) => `insert into kernel.audit (community_id, action, subject) values ($1, '${word}', '')`
    const late = new Set<string>()
    const ways: Record<string, () => Promise<void>> = {
      'outside.promise': () =>
        unit(async (sql) => {
          await sql(note('hung'))
          await forever()
        }),
      'outside.query': () =>
        unit(async (sql) => {
          await sql(note('hung'))
          await sql('select pg_sleep(8) where $1::bigint is not null')
        }),
      'outside.late': () =>
        unit(async (sql) => {
          await sql(note('hung'))
          await until('its end', () =>
            sql('select 1 where $1::bigint > 0').then(
              () => false,
              () => true,
            ),
          )
          late.add(await sql(note('late')).then(String, (error) => error.message))
          late.add(await unit((sql) => sql(note('later')).then(() => {})).then(String, (error) => error.message))
        }),
    }
    for (const [task, run] of Object.entries(ways)) jobs.register(task, run, undefined, { plugin: 'outside', deadlineMs: 400 })
    let others = 0
    jobs.register('outside.other', async () => void others++, undefined, { plugin: 'outside' })
    await jobs.start()
    for (const task of Object.keys(ways)) await several(jobs, task, 2, { priority: -1 })
    await several(jobs, 'outside.other')
    await until('the other', () => others === 1)
    await until('all ended', async () => (await jobs.counts()).running === 0)
    await until('the late one', () => late.size === 2)
    expect([...late]).to.deep.equal(['this unit of work has ended', 'outside.late took longer than 0.4 s'])
    const failed = await place.data.system.query('select distinct last_error from graphile_worker.jobs order by 1')
    expect(failed.rows.map(({ last_error }) => last_error)).to.deep.equal(
      Object.keys(ways)
        .toSorted()
        .map((task) => `${task} took longer than 0.4 s`),
    )
    await until('its connections', () => place.data.app.counts.total === place.data.app.counts.idle)
    expect((await place.data.system.query(`select from kernel.audit where action in ('hung', 'late', 'later')`)).rowCount).to.equal(0)
    await until('its transactions', async () => {
      const open = await place.data.system.query(`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`)
      return open.rowCount === 0
    })
  })

  it('F53 pauses what fails again and again, says so, and goes on when an admin resumes it', async () => {
    const [one, two] = [make({ heartbeat: { every: 100, deadAfter: 5_000 } }), make({ heartbeat: { every: 100, deadAfter: 5_000 } })]
    let [broken, runs, others] = [true, 0, 0]
    for (const jobs of [one, two]) {
      jobs.register(
        'outside.broken',
        async () => {
          runs++
          if (broken) throw new Error('the other side says no')
        },
        undefined,
        { plugin: 'outside' },
      )
      jobs.register('outside.other', async () => void others++, undefined, { plugin: 'outside' })
      await jobs.start()
    }
    await several(one, 'outside.broken', 60)
    await until('the pause', async () => (await one.paused()).length === 1)
    const [queue] = await two.paused()
    expect(queue).to.include({ name: 'job:outside.broken', error: 'the other side says no', waiting: 60 })
    await until('what each process had begun when the other paused it', async () => (await one.counts()).running === 0)
    const before = runs
    expect(before).to.be.below(30)
    await several(one, 'outside.broken', 5)
    await several(one, 'outside.other', 5)
    await several(one, 'outside.other', 1, { runAt: new Date(Date.now() + 2_500) })
    await until('the others, of which the last is found by a look that nobody asked for', () => others === 6)
    expect(runs).to.equal(before)

    broken = false
    await two.resume('job:outside.broken')
    await until('all of them', async () => (await one.counts()).waiting === 0)
    expect(await one.paused()).to.deep.equal([])
    expect(await one.resume('job:outside.broken').catch((error) => error.status)).to.equal(404)
  })

  it('F53 leaves alone what was paused before it started', async () => {
    const jobs = make()
    let runs = 0
    let others = 0
    jobs.register('outside.broken', async () => void runs++, undefined, { plugin: 'outside' })
    jobs.register('outside.other', async () => void others++, undefined, { plugin: 'outside' })
    await several(jobs, 'outside.broken', 20)
    await several(jobs, 'outside.other')
    await place.data.system.query(`insert into kernel.job_queue (name, failures, error, paused_at) values ('job:outside.broken', 10, 'broken', now())`)
    await jobs.start()
    await until('the other', () => others === 1)
    expect(runs).to.equal(0)
  })

  it('F53 pauses after five that hang, and not for one poisoned job, nor for failures between jobs that end well, nor the kernel', async () => {
    const jobs = make()
    jobs.register('outside.hangs', forever, undefined, { plugin: 'outside', deadlineMs: 100 })
    jobs.register('outside.poison', () => Promise.reject(new Error('poisoned')), undefined, { plugin: 'outside' })
    jobs.register('kernel.mail', () => Promise.reject(new Error('no mail server')))
    let odd = 0
    jobs.register(
      'outside.odd',
      async (_communityId, { n }) => {
        odd++
        if (n % 4) throw new Error('odd')
      },
      undefined,
      { plugin: 'outside' },
    )
    await jobs.start()
    await several(jobs, 'outside.hangs', 20)
    await several(jobs, 'outside.poison')
    await several(jobs, 'kernel.mail', 20)
    await several(jobs, 'outside.odd', 40)
    await until('the pause', async () => (await jobs.paused()).length > 0)
    for (let time = 0; time < 12; time++) {
      await place.data.system.query(`update graphile_worker._private_jobs set run_at = now() where payload ->> 'n' = '0'`)
      jobs.wake()
      await sleep(50)
    }
    await until('the odd ones', () => odd >= 40)
    expect((await jobs.paused()).map(({ name, error }) => [name, error])).to.deep.equal([['job:outside.hangs', 'outside.hangs took longer than 0.1 s']])
  })
})
