/** The process that runs Vite: takes a list of jobs, answers each with its files, and ends. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Manifest } from '../../core/manifest.ts'

export type Job = { id: string; hash: string; dir: string } & (
  | { kind: 'shell' }
  | { kind: 'styles'; sources: string[] }
  | { kind: 'plugin'; manifest: Manifest }
)
export interface JobResult {
  /** Milliseconds since 1970. */
  made: number
  /** Name of the remote entry in its folder. */
  entry: string | null
  /** Name of the style sheet in its folder. */
  css: string | null
  /** Address of the icons. */
  sprite?: string
  /** Addresses of the shell's scripts, the entry last. */
  scripts?: string[]
  /** Address of the script that fetches the shell later. */
  later?: string
}

const { pluginPreset, shellPreset, stylesPreset } = await import('../index.ts')
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
    return { entry: null, css: null, sprite: preset.sprite, scripts, later: preset.later }
  }
  if (job.kind === 'styles') {
    await build(stylesPreset({ dir: job.dir, outDir, sources: job.sources }))
    const css = (await readdir(join(outDir, 'assets'))).find((name) => name.endsWith('.css'))!
    await compress(join(outDir, 'assets', css))
    return { entry: null, css }
  }
  await build(pluginPreset({ manifest: job.manifest, dir: job.dir, outDir }))
  const files = await readdir(outDir)
  const entry = files.find((name) => /^remoteEntry-.*\.js$/.test(name))
  if (!entry) throw new Error('The build made no remote entry.')
  return { entry, css: files.find((name) => name.endsWith('.css')) ?? null }
}

/** Writes the smallest form beside a file: it takes longer than a visitor would wait, so the build takes the time, for what every page loads. */
async function compress(file: string): Promise<void> {
  await writeFile(`${file}.br`, await brotli(await readFile(file)))
}
const brotli = promisify(brotliCompress)

process.once('message', async (jobs: (Job & { outDir: string })[]) => {
  for (const job of jobs) {
    const started = performance.now()
    const error = await run(job).then(
      () => undefined,
      (thrown) => stripVTControlCharacters(thrown instanceof Error ? thrown.message : String(thrown)),
    )
    process.send!({ id: job.id, ms: performance.now() - started, error })
  }
  process.disconnect()
})
