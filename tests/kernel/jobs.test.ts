/** Jobs: the door to the queue, retries and dead letters, schedules of several processes, processes that die. */
import { expect } from 'chai'
import { type ChildProcess, spawn } from 'node:child_process'
import type { Jobs } from '../../kernel/jobs/index.ts'
import { operationsApi } from '../../kernel/http/operations.ts'
import { jobsKit, type Place, until } from './background.ts'

describe('jobs', () => {
  const { make, started, place: here } = jobsKit('delete from kernel.schedule_tick; delete from kernel.worker')
  let place: Place
  const add = (jobs: Jobs, task: string, payload: object = {}, options = {}, communityId = place.communityId) =>
    jobs.addIn(place.data.system, { communityId, task, payload, options })

  before(() => {
    place = here()
  })

  it('runs a job with its community, payload and attempt, as soon as it is added', async () => {
    const jobs = make()
    const seen: unknown[] = []
    jobs.register('posts.publish', async (communityId, payload, meta) => void seen.push([communityId, payload, meta]))
    await jobs.start()
    await add(jobs, 'posts.publish', { postId: 3, communityId: 999 })
    await until('the job', () => seen.length === 1)
    await place.data.systemTx((client) => jobs.addIn(client, { communityId: place.communityId, task: 'posts.publish', payload: { postId: 4 } }))
    await until('the job of a transaction', () => seen.length === 2)
    expect(seen).to.deep.equal([3, 4].map((postId) => [place.communityId, { postId }, { attempt: 1 }]))
  })

  it('keeps a parked job from running until an admin lets it, and one of its kind', async () => {
    const jobs = make()
    const seen: unknown[] = []
    jobs.register('files.sweep_many', async (_, { files }) => void seen.push(files))
    await jobs.start()
    for (const files of [11, 12]) await jobs.park({ communityId: 0, task: 'files.sweep_many', payload: { files }, options: { key: 'many' } }, `${files} files`)
    expect(await jobs.counts()).to.deep.equal({ waiting: 0, running: 0, dead: 1 })
    expect(await jobs.parked('files.sweep_many')).to.equal('12 files')
    const [letter] = await jobs.deadLetters(null, { limit: 20 })
    expect(letter).to.deep.include({ name: 'files.sweep_many', payload: { files: 12 }, error: '12 files' })
    await jobs.replay([letter!.id], null)
    await until('the job', async () => (await jobs.counts()).waiting + (await jobs.counts()).running === 0)
    expect(seen).to.deep.equal([12])
    expect(await jobs.parked('files.sweep_many')).to.equal(null)
  })

  it('takes back a job when the transaction rolls back', async () => {
    const jobs = make()
    await place.data
      .unit({ communityId: place.communityId, mode: 'write' }, async (unit) => {
        await jobs.addIn(
          { query: async (text, values) => ({ rows: await unit.raw(text, values) }) },
          { communityId: place.communityId, task: 'posts.publish', payload: {} },
        )
        throw new Error('no')
      })
      .catch(() => {})
    expect(await jobs.counts()).to.deep.equal({ waiting: 0, running: 0, dead: 0 })
  })

  it('lets the app role add for its own community only, and for none without one', async () => {
    const jobs = make()
    const job = (communityId: number) => ({ communityId, task: 'posts.publish', payload: {}, options: { key: 'same' } })
    const codeOf = (promise: Promise<void>) =>
      promise.then(
        () => 'ok',
        (error) => error.code,
      )
    const { app } = place.data
    const client = await app.take(place.communityId)
    expect(await codeOf(jobs.addIn(client, job(place.communityId)))).to.equal('ok')
    expect(await codeOf(jobs.addIn(client, job(place.otherId)))).to.equal('42501')
    expect(await codeOf(jobs.addIn(client, job(0)))).to.equal('42501')
    expect(await client.query('select from graphile_worker._private_jobs').catch((error) => error.code)).to.equal('42501')
    await client.query(`select set_config('app.community_id', '', false)`)
    expect(await codeOf(jobs.addIn(client, job(place.communityId)))).to.equal('42501')
    app.giveBack(client, 'broken')
  })

  it('keeps one waiting job of a key, the last one, and keys of communities apart', async () => {
    const jobs = make()
    await add(jobs, 'posts.publish', { turn: 1 }, { key: 'k' })
    await add(jobs, 'posts.publish', { turn: 2 }, { key: 'k' })
    await add(jobs, 'posts.publish', { turn: 3 }, { key: 'k' }, place.otherId)
    const { rows } = await place.data.system.query('select payload from graphile_worker._private_jobs order by id')
    expect(rows.map(({ payload }) => payload.turn)).to.deep.equal([2, 3])
  })

  it('F25 runs what people wait for before what can wait, in a long queue', async () => {
    const jobs = make()
    const order: string[] = []
    jobs.register('digests.send', async () => void order.push('digest'))
    jobs.register('kernel.signin', async () => void order.push('signin'))
    const digests = Array.from({ length: 2_000 }, () => ({ communityId: place.communityId, task: 'digests.send', payload: {}, options: { priority: 10 } }))
    await jobs.addIn(place.data.system, ...digests)
    await add(jobs, 'kernel.signin', {}, { priority: -10 })
    await jobs.start()
    await until('the sign-in mail', () => order.includes('signin'))
    expect(order.indexOf('signin')).to.be.below(10)
  })

  it('F24 parks a poisoned job after its tries while others flow, and replays it', async () => {
    const jobs = make({ maxAttempts: 2 })
    let poisoned = true
    const attempts: number[] = []
    jobs.register('posts.poison', async (_communityId, _payload, { attempt }) => {
      attempts.push(attempt)
      if (poisoned) throw new Error('bad apple, password=hunter2')
    })
    let [added, done] = [0, 0]
    jobs.register('posts.publish', async () => void done++)
    const began = Date.now()
    await jobs.start()
    await add(jobs, 'posts.poison', { postId: 7 })
    jobs.wake()
    const flow = setInterval(() => void add(jobs, 'posts.publish', { n: ++added }).then(jobs.wake), 50)
    await until('the dead letter', async () => (await jobs.counts()).dead === 1)
    clearInterval(flow)
    expect(attempts).to.deep.equal([1, 2])
    expect(done, 'of those that came meanwhile').to.be.above(added / 2)
    await until('the rest of them', () => done === added)

    const [letter] = await jobs.deadLetters(place.communityId, { limit: 20 })
    expect(letter).to.include({ name: 'posts.poison', community_id: place.communityId, attempts: 2, error: 'bad apple, password=hunter2' })
    expect(letter!.payload).to.deep.equal({ postId: 7 })
    expect(Number(letter!.failed_at)).to.be.within(began, Date.now())
    expect(await jobs.deadLetters(place.otherId, { limit: 20 })).to.deep.equal([])
    expect(await jobs.replay([letter!.id], place.otherId)).to.equal(0)
    expect(await jobs.remove(letter!.id, place.otherId)).to.equal(false)
    expect(place.lines.join('')).to.include('a job failed').and.not.include('hunter2')

    poisoned = false
    expect(await jobs.replay([letter!.id], null)).to.equal(1)
    await until('the replayed job', async () => attempts.length === 3 && (await jobs.counts()).waiting === 0)
    expect(await jobs.deadLetters(null, { limit: 20 })).to.deep.equal([])
  })

  it('F22 fires a tick once, however many processes tick', async () => {
    let effects = 0
    const processes = [make(), make(), make()]
    for (const jobs of processes) {
      jobs.register('digests.daily', async () => void effects++, '* * * * * *', { plugin: 'digests' })
      await jobs.start()
    }
    await until('three ticks', async () => (await place.data.system.query('select from kernel.schedule_tick')).rowCount! >= 3)
    await Promise.all(started.splice(0).map((jobs) => jobs.stop()))
    const { rowCount: ticks } = await place.data.system.query('select from kernel.schedule_tick')
    const { rowCount: waiting } = await place.data.system.query('select from graphile_worker._private_jobs')
    expect(effects + waiting!).to.equal(ticks)

    const [one, two] = [make(), make()]
    for (const jobs of [one, two]) jobs.register('files.sweep', async () => void effects++, '0 4 * * *')
    effects = 0
    const at = new Date('2026-01-01T04:00:00Z')
    await Promise.all([one, two, one, two].map((jobs) => jobs.tick('files.sweep', at)))
    expect((await one.counts()).waiting - waiting!).to.equal(1)
  })

  it('fires more schedules at once than there are connections, none waiting for a second one while it holds the first', async () => {
    const communitiesWith = async () => (await place.data.system.query<{ id: number }>('select id from kernel.community order by id')).rows.map(({ id }) => id)
    const jobs = make({ communitiesWith })
    const names = Array.from({ length: place.data.system.options.max! * 2 }, (_, n) => `digests.at_${n}`)
    for (const name of names) jobs.register(name, async () => {}, '0 4 * * *', { plugin: 'digests' })
    await Promise.all(names.map((name) => jobs.tick(name, new Date('2026-01-01T04:00:00Z'))))
    expect((await jobs.counts()).waiting).to.equal(names.length * (await communitiesWith()).length)
  })

  it('F10 takes over the jobs of a process that was killed', async () => {
    const heartbeat = { every: 200, deadAfter: 1_500 }
    const code = `
      const { createJobs } = await import('${new URL('../../kernel/jobs/index.ts', import.meta.url)}')
      const { createLog } = await import('${new URL('../../kernel/observe/index.ts', import.meta.url)}')
      const { default: pg } = await import('pg')
      const connectionString = ${JSON.stringify(place.data.connectionString)}
      const data = { system: new pg.Pool({ connectionString }), connectionString }
      const jobs = createJobs({ data, log: createLog({ logLevel: 'silent' }), communitiesWith: async () => [], heartbeat: ${JSON.stringify(heartbeat)} })
      jobs.register('posts.publish', () => { console.log('taken'); return new Promise(() => {}) })
      await jobs.start()`
    const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'], cwd: import.meta.dirname })
    const jobs = make({ heartbeat })
    await add(jobs, 'posts.publish')
    await new Promise((done) => child.stdout!.once('data', done))
    child.kill('SIGKILL')
    const seen: number[] = []
    jobs.register('posts.publish', async (_communityId, _payload, { attempt }) => void seen.push(attempt))
    await jobs.start()
    await until('the take-over', () => seen.length === 1, heartbeat.deadAfter + 3_000)
    expect(seen).to.deep.equal([2])
  })

  it('F02 does a job that it was given in an answer which never arrived', async () => {
    const jobs = make({ heartbeat: { every: 100, deadAfter: 400 } })
    let runs = 0
    jobs.register('posts.publish', async () => void runs++)
    await jobs.start()
    await add(jobs, 'posts.publish', {}, { runAt: new Date(Date.now() + 60_000) })
    await place.data.system.query(
      `update graphile_worker._private_jobs set run_at = now(), attempts = 1, locked_at = now(), locked_by = (select id from kernel.worker order by seen_at desc limit 1)`,
    )
    await until('the job', () => runs === 1)
  })

  it('leaves a long job of a living process alone', async () => {
    const heartbeat = { every: 100, deadAfter: 400 }
    const [one, two] = [make({ heartbeat }), make({ heartbeat })]
    let runs = 0
    for (const jobs of [one, two])
      jobs.register('media.encode', async () => {
        runs++
        await new Promise((done) => setTimeout(done, 1_500))
      })
    await one.start()
    await two.start()
    await add(one, 'media.encode')
    one.wake()
    await until('its end', async () => runs > 0 && (await one.counts()).running === 0)
    expect(runs).to.equal(1)
  })

  it('waits at the stop for jobs that run', async () => {
    const jobs = make()
    let ended = false
    let begun = false
    jobs.register('media.encode', async () => {
      begun = true
      await new Promise((done) => setTimeout(done, 600))
      ended = true
    })
    await jobs.start()
    await add(jobs, 'media.encode')
    jobs.wake()
    await until('its begin', () => begun)
    await jobs.stop()
    started.splice(0)
    expect(ended).to.equal(true)
    expect(await jobs.counts()).to.deep.equal({ waiting: 0, running: 0, dead: 0 })
  })

  it('F01 goes on after the database was away while a job ended', async () => {
    const heartbeat = { every: 200, deadAfter: 1_500 }
    const jobs = make({ heartbeat })
    const runs: string[] = []
    jobs.register('posts.publish', async () => void runs.push('publish'))
    jobs.register('media.encode', async () => {
      runs.push('encode')
      await new Promise((done) => setTimeout(done, 300))
    })
    await jobs.start()
    await add(jobs, 'media.encode')
    jobs.wake()
    await until('its begin', () => runs.length === 1)
    await place.outage(1_000)
    await add(jobs, 'posts.publish')
    // the first could not be marked as done: it is freed like a dead process's and runs again
    await until('both jobs', async () => runs.length === 3 && (await jobs.counts()).waiting === 0)
    expect(runs.toSorted()).to.deep.equal(['encode', 'encode', 'publish'])
    expect(jobs.alive()).to.equal(true)
  })

  it("shows a community's admin the own dead letters, and the platform owner all", async () => {
    const jobs = make({ maxAttempts: 1 })
    jobs.register('posts.poison', async () => {
      throw new Error('token=abc')
    })
    await jobs.start()
    for (const communityId of [place.communityId, place.otherId, 0]) await add(jobs, 'posts.poison', { postId: 7 }, {}, communityId)
    await until('three dead letters', async () => (await jobs.counts()).dead === 3)
    const page = (isPlatformOwner: boolean, before: number | null = null) =>
      operationsApi({ modules: { jobs }, account: { isPlatformOwner }, community: { id: place.communityId } } as never).jobs({ limit: 2, before })
    const own = await page(false)
    expect(own.counts).to.deep.equal({ waiting: 0, running: 0, dead: 1 })
    expect(own.deadLetters).to.have.length(1)
    expect(own.deadLetters[0]).to.include({ name: 'posts.poison', community_id: place.communityId, error: 'token=[hidden]' })
    const all = await page(true)
    expect(all.deadLetters.map(({ community_id }) => community_id)).to.deep.equal([null, place.otherId])
    expect((await page(true, all.deadLetters[1]!.id)).deadLetters).to.have.length(1)
  })
})
