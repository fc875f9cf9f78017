/** Starts everything in order. The first file to read. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { firstRun, firstSignIn } from './first-run.ts'
import { createKernel, HOME, readPlugins, sourcesOf } from '../kernel/boot/kernel.ts'
import { openDatabase } from './database.ts'
import { portError, requirePort } from './port.ts'
import { collectAtRest } from './rest.ts'
import { buildAll, devServer } from '@atrium/sdk/build'
import { ConfigError, loadConfig, RESTORING } from '../kernel/config.ts'
import { StartError } from '../kernel/data/index.ts'
import { askDatabase } from '../kernel/data/owner.ts'
import { createLog } from '../kernel/observe/index.ts'

const development = process.argv.includes('--dev')
const started = performance.now()
const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
const say = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  // the launcher has ended, so nobody passes signals on any more: this process ends too
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  const config = await loadConfig()
  if (existsSync(join(config.dataDir, RESTORING)))
    throw new StartError(`A restore into ${config.dataDir} was ended halfway, so what lies there is not whole; empty the folder and restore again.`)
  await requirePort(config.port)
  const log = createLog(config)
  // what is wrong with it is told before minutes go into a build
  if (config.databaseUrl) await askDatabase({ ...config, databaseUrl: config.databaseUrl }, log)
  const plugins = await readPlugins(config)
  const sources = sourcesOf(plugins)
  const outDir = join(config.dataDir, 'build')
  const web = development ? null : await buildAll({ shell: join(HOME, 'shell'), plugins: sources, outDir, log: say })
  say('Starting the database …')
  const database = await openDatabase(config, log)
  const kernel = await createKernel({
    config: { ...config, databaseUrl: database.url },
    plugins,
    log,
    ...(web ? { web } : { development: (httpServer) => devServer({ shell: join(HOME, 'shell'), plugins: sources, httpServer, outDir }) }),
  }).catch(async (error) => {
    await database.stop()
    throw error
  })
  const end = () => kernel.stop().finally(() => database.stop())

  let stopping = false
  const stop = (code: number) => {
    if (stopping) return
    stopping = true
    end().then(
      () => process.exit(code),
      (error) => {
        log.error({ err: error }, 'stop failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0))
  // The state of the process is unknown after these: requests under way end, then the process exits and its service manager starts it again (case F11).
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    stop(1)
  })
  // writing to a terminal that was closed fails; logging that failure would fail too, without end
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

  try {
    await firstRun(kernel.root, say)
    const port = await kernel.listen(config.port).catch((error) => {
      throw portError(error, config.port)
    })
    const failed = plugins.filter(({ state }) => state === 'failed')
    for (const { manifest, error } of failed) say(`  ! ${manifest.title} does not work: ${error}`)
    say(`\nAtrium is ready at ${config.baseUrl ?? `http://localhost:${port}`} (${seconds()} s, ${plugins.length - failed.length} plugins)`)
    const signIn = await firstSignIn(kernel.root)
    if (signIn) say(signIn)
    say('Ctrl+C stops it.\n')
    collectAtRest()
  } catch (error) {
    await end().catch(() => undefined)
    throw error
  }
}

main().catch((error) => {
  // what the operator can correct is one sentence; a fault of ours comes with its stack
  process.stderr.write(error instanceof StartError || error instanceof ConfigError ? `${error.message}\n` : `${error?.stack ?? error}\n`)
  process.exit(1)
})
