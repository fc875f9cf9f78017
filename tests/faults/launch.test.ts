/** How a start begins and ends: at a port that is taken, and when what started it is told to stop or killed. */
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { linkAtrium } from '../../sdk/create/outside.ts'
import { call, type House, openHouse, report, spawnNode, until } from './kit.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

describe('start and stop', () => {
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

  it('a first start that is killed while it fills the community has shown its password, and the next one shows it again until it was used', async () => {
    const name = 'interrupted'
    await house.sql(`create database ${name}`)
    const address = new URL(house.env.DATABASE_URL!)
    address.pathname = `/${name}`
    const env = { ...house.env, DATABASE_URL: address.href, ATRIUM_ADMIN_PASSWORD: '' }
    const password = (said: string) => /Sign in as admin@example.com with the password (\S+)/.exec(said)?.[1]
    const first = spawnNode(env)
    await until('the password', () => password(first.said()), 120_000)
    first.child.kill('SIGKILL')
    await first.ended
    expect(first.said()).not.to.include('ready at')
    const second = await spawnNode(env).ready
    await until('the password again', () => password(second.said()))
    const body = { email: 'admin@example.com', password: password(second.said()) }
    expect((await call(second.url, 'POST', '/internal_api/sign_in', { body, headers: { origin: second.url } })).status).to.equal(200)
    second.child.kill('SIGTERM')
    await second.ended
    const third = await spawnNode(env).ready
    third.child.kill('SIGTERM')
    await third.ended
    expect(password(third.said())).to.equal(undefined)
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
  async function runNpm(script: string[], plugins: string) {
    const env = { ...process.env, ...house.env, PORT: '0', ATRIUM_DEMO: 'off', ATRIUM_PLUGINS: plugins }
    const npm = spawn('npm', script, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (said += chunk))
    /** Ports at which it has been ready, one after the other. */
    const ports = () => [...said.matchAll(/ready at http:\/\/[^ ]*:(\d+)/g)].map(([, port]) => port!)
    const ready = (times: number) =>
      until(`npm ${script.join(' ')} to be ready`, () => ports().length >= times, 60_000).catch((error) => {
        throw new Error(`${error.message}\n${said}`)
      })
    await ready(1)
    const url = () => `http://127.0.0.1:${ports().at(-1)}`
    expect((await call(url(), 'GET', '/ready')).status).to.equal(200)
    return { all: () => [npm.pid!, ...below(npm.pid!)], url, ready }
  }
  function endAll(pids: number[]) {
    for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL')
  }

  for (const [what, signal, victim] of [
    ['SIGTERM to the npm of npm start', 'SIGTERM', 0],
    ['npm killed', 'SIGKILL', 0],
    ['the launcher killed', 'SIGKILL', 1],
  ] as const)
    it(`F56: ${what} ends launcher and kernel`, async () => {
      const npm = await runNpm(['start'], path.join(import.meta.dirname, 'plugins.config.ts'))
      const all = npm.all()
      expect(all.length).to.be.at.least(3)
      try {
        process.kill(all[victim]!, signal)
        await until('all to end', () => !all.some(isRunning), 12_000)
        expect(await call(npm.url(), 'GET', '/ready').catch(() => 'nobody')).to.equal('nobody')
      } finally {
        endAll(all)
      }
    })

  it('npm run dev starts anew when a file of a plugin’s server side is saved, and ends as a whole', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-dev-'))
    const listed = path.join(folder, 'plugins.config.ts')
    copyFileSync(path.join(ROOT, 'plugins.config.ts'), listed)
    writeFileSync(listed, readFileSync(listed, 'utf8').replaceAll("'plugins/", `'${ROOT}/plugins/`))
    linkAtrium(folder)
    const env = { ...process.env, ATRIUM_PLUGINS: listed, INIT_CWD: folder }
    execFileSync(process.execPath, [path.join(ROOT, 'sdk/create/new.ts'), 'dev-notes', 'dev-notes'], { cwd: folder, env, stdio: 'pipe' })
    const npm = await runNpm(['run', 'dev'], listed)
    let all = npm.all()
    try {
      appendFileSync(path.join(folder, 'dev-notes/server/routes.ts'), '\n')
      await npm.ready(2)
      expect((await call(npm.url(), 'GET', '/ready')).status).to.equal(200)
      all = npm.all()
      process.kill(all[0]!, 'SIGTERM')
      await until('all to end', () => !all.some(isRunning), 12_000)
    } finally {
      endAll(all)
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
