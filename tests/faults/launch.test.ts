/** How a start begins and ends: at a port that is taken, and when what started it is told to stop or killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { call, type House, openHouse, report, spawnNode, until } from './kit.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

describe('start and stop', function () {
  this.timeout(180_000)
  let house: House
  before(async () => {
    house = await openHouse()
  })
  after(() => house?.close())
  afterEach(function tellWhy() {
    if (this.currentTest?.state === 'failed') report(house?.nodes ?? [])
  })

  it('F55: a start at a taken port says so, and leaves the database of the running Atrium as it is', async () => {
    const { port } = new URL(house.nodes[0]!.url)
    const plugins = path.join(import.meta.dirname, 'unruly/plugins.config.ts')
    const second = spawnNode({ ...house.env, PORT: port, ATRIUM_PLUGINS: plugins })
    expect(await second.ended).to.equal(1)
    expect(second.said()).to.equal(`Port ${port} is taken. Stop what uses it, or set PORT to another.\n`)
    expect(await house.sql(`select from kernel.migration where plugin = 'unruly'`)).to.deep.equal([])
    expect(await house.healthy(house.nodes[0]!.url)).to.equal(true)
  })

  /** The processes below one, as Linux tells them. */
  function below(pid: number): number[] {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
    return [...children, ...children.flatMap(below)]
  }
  const isRunning = (pid: number) => {
    try {
      return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return false
    }
  }
  async function npmStart(): Promise<{ npm: ChildProcess; all: number[]; url: string }> {
    const env = { ...process.env, ...house.env, PORT: '0', ATRIUM_DEMO: 'off', ATRIUM_PLUGINS: path.join(import.meta.dirname, 'plugins.config.ts') }
    const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (said += chunk))
    const port = () => /ready at http:\/\/[^ ]*:(\d+)/.exec(said)?.[1]
    await until('npm start to be ready', port, 60_000).catch((error) => {
      throw new Error(`${error.message}\n${said}`)
    })
    const all = [npm.pid!, ...below(npm.pid!)]
    const url = `http://127.0.0.1:${port()}`
    expect(all.length).to.be.at.least(3)
    expect((await call(url, 'GET', '/ready')).status).to.equal(200)
    return { npm, all, url }
  }

  for (const [what, signal, victim] of [
    ['SIGTERM to the npm of npm start', 'SIGTERM', 0],
    ['npm killed', 'SIGKILL', 0],
    ['the launcher killed', 'SIGKILL', 1],
  ] as const)
    it(`F56: ${what} ends launcher and kernel`, async () => {
      const { all, url } = await npmStart()
      try {
        process.kill(all[victim]!, signal)
        await until('all to end', () => !all.some(isRunning), 12_000)
        expect(await call(url, 'GET', '/ready').catch(() => 'nobody')).to.equal('nobody')
      } finally {
        for (const pid of all.filter(isRunning)) process.kill(pid, 'SIGKILL')
      }
    })
})
