/** Starts everything in order. The first file to read. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { firstRun, firstSignIn } from './boot/first-run.ts'
import { createKernel, HOME, readPlugins, sourcesOf } from './boot/kernel.ts'
import { requirePort } from './boot/port.ts'
import { buildAll, devServer } from '@atrium/sdk/build'
import { ConfigError, loadConfig, RESTORING } from './config.ts'
import { StartError } from './data/index.ts'
import { askDatabase } from './data/owner.ts'
import { collectAtRest, createLog } from './observe/index.ts'

const development = process.argv.includes('--dev')
const started = performance.now()
const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
const say = (text: string) => process.stdout.write(`${text}\n`)

async function main() {
  // the launcher has died: nobody else would pass on a signal
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
  const kernel = await createKernel({
    config,
    plugins,
    log,
    ...(web ? { web } : { development: (httpServer) => devServer({ shell: join(HOME, 'shell'), plugins: sources, httpServer, outDir }) }),
  })

  let stopping = false
  const stop = (code: number) => {
    if (stopping) return
    stopping = true
    kernel.stop().then(
      () => process.exit(code),
      (error) => {
        log.error({ err: error }, 'stop failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0))
  // The state after these is unsure: what is under way ends, then whoever watches the process starts it anew (quality F11).
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    stop(1)
  })
  // whoever read the log is gone, as a terminal that was closed: to say so would fail again, and again
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

  try {
    await firstRun(kernel.root, say)
    const port = await kernel.listen(config.port)
    const failed = plugins.filter(({ state }) => state === 'failed')
    for (const { manifest, error } of failed) say(`  ! ${manifest.title} does not work: ${error}`)
    say(`\nAtrium is ready at ${config.baseUrl ?? `http://localhost:${port}`} (${seconds()} s, ${plugins.length - failed.length} plugins)`)
    const signIn = await firstSignIn(kernel.root)
    if (signIn) say(signIn)
    say('Ctrl+C stops it.\n')
    collectAtRest()
  } catch (error) {
    await kernel.stop().catch(() => undefined)
    throw error
  }
}

main().catch((error) => {
  // A person reads this: one sentence for what they can mend, the whole trace for what we must.
  process.stderr.write(error instanceof StartError || error instanceof ConfigError ? `${error.message}\n` : `${error?.stack ?? error}\n`)
  process.exit(1)
})
