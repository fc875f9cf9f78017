/** The process that runs Vite: takes a list of jobs, answers each with its files, and ends. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { PluginSource } from '../index.ts'

export type Job = { id: string; hash: string; dir: string } & (
  | { kind: 'shell' }
  | { kind: 'styles'; sources: string[] }
  | { kind: 'plugins'; plugins: PluginSource[] }
)
export interface JobResult {
  /** Milliseconds since 1970. */
  made: number
  /** Name of the remote entry in its folder. */
  entry?: string
  /** Name of the style sheet in its folder. */
  css?: string
  /** Plugins that were left out, and why. */
  failed?: Record<string, string>
  /** Address of the icons. */
  sprite?: string
  /** Addresses of the shell's scripts, the entry last. */
  scripts?: string[]
  /** Address of the script that fetches the shell later. */
  later?: string
}

const { pluginsPreset, shellPreset, stylesPreset } = await import('../index.ts')
const { build } = await import('vite')

/** Builds into a folder beside the target and moves it there, so that a killed build leaves nothing half done. */
async function run(job: Job & { outDir: string }): Promise<void> {
  const making = `${job.outDir}.${process.pid}`
  try {
    await mkdir(dirname(making), { recursive: true })
    const result: JobResult = { made: Date.now(), ...(await make(job, making)) }
    await writeFile(join(making, '.build.json'), JSON.stringify(result))
    await rm(job.outDir, { recursive: true, force: true })
    await rename(making, job.outDir)
  } catch (error) {
    await rm(making, { recursive: true, force: true })
    throw error
  }
}
async function make(job: Job, outDir: string): Promise<Omit<JobResult, 'made'>> {
  if (job.kind === 'shell') {
    const preset = await shellPreset({ dir: job.dir, outDir })
    await build(preset.config)
    const page = await readFile(join(outDir, 'index.html'), 'utf8')
    const scripts = [...page.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map((match) => match[1]!)
    await Promise.all([...scripts, preset.sprite].map((name) => compress(join(outDir, name))))
    return { sprite: preset.sprite, scripts, later: preset.later }
  }
  if (job.kind === 'styles') {
    await build(stylesPreset({ dir: job.dir, outDir, sources: job.sources }))
    const css = (await readdir(join(outDir, 'assets'))).find((name) => name.endsWith('.css'))!
    await compress(join(outDir, 'assets', css))
    return { css }
  }
  const failed = await together(job.plugins, outDir)
  return { failed, entry: (await readdir(outDir)).find((name) => /^remoteEntry-.*\.js$/.test(name))! }
}

/** Builds all plugins as one remote; when that fails, all that can be built alone. Returns the others, and why. */
async function together(plugins: PluginSource[], outDir: string): Promise<Record<string, string>> {
  const attempt = (some: PluginSource[], to: string) =>
    Promise.resolve()
      .then(() => build(pluginsPreset({ plugins: some, outDir: to })))
      .then(() => undefined, told)
  if (!(await attempt(plugins, outDir))) return {}
  const failed: Record<string, string> = {}
  for (const plugin of plugins) {
    const error = await attempt([plugin], outDir)
    if (error) failed[plugin.id] = error
  }
  const error = await attempt(
    plugins.filter(({ id }) => !failed[id]),
    outDir,
  )
  if (error) throw new Error(error)
  return failed
}
const told = (thrown: unknown) => stripVTControlCharacters(thrown instanceof Error ? thrown.message : String(thrown))

/** Writes the smallest form beside a file: it takes longer than a visitor would wait, so the build takes the time, for what every page loads. */
async function compress(file: string): Promise<void> {
  await writeFile(`${file}.br`, await brotli(await readFile(file)))
}
const brotli = promisify(brotliCompress)

process.once('message', async (jobs: (Job & { outDir: string })[]) => {
  for (const job of jobs) {
    const started = performance.now()
    const error = await run(job).then(() => undefined, told)
    process.send!({ id: job.id, ms: performance.now() - started, error })
  }
  process.disconnect()
})
