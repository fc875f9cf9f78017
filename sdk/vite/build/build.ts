/** Builds what is stale of the shell and the plugins' screens; everything else comes from the cache by content. */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Manifest } from '../../core/manifest.ts'
import { contentHash } from './hash.ts'
import type { Job, JobResult } from './worker.ts'

/** The folder of the SDK; beside it lies the lock file. */
const SDK = fileURLToPath(new URL('../..', import.meta.url))
/** Names the build in use; others of the same part lie beside it. */
const CURRENT = 'current.json'
/** In the folder of each build: what it is made of. */
export const RESULT = '.build.json'
/** The release in use and the one before it, which open pages still ask for. */
const KEPT = 2

export interface PluginSource {
  id: string
  /** Absolute. */
  dir: string
  manifest: Manifest
}
export interface BuildOptions {
  /** Absolute folder of the shell. */
  shell: string
  plugins: PluginSource[]
  /** Absolute; `.data/build`. */
  outDir: string
  /** Told one line for each step, with numbers. */
  log: (line: string) => void
  /** Builds everything anew. */
  force?: boolean
}
export interface BuiltPlugin {
  /** Address of the remote entry; null without screens. */
  entry: string | null
  /** Address of the plugin's own styles. */
  css: string | null
  /** Folder served below `/plugins/<id>/`. */
  dir: string | null
  /** Why there is nothing to serve. */
  error?: string
  /** Why an older build is served than the sources would give. */
  stale?: string
}
/** What the http room serves. */
export interface WebFiles {
  /** index.html with the places `<!--head-->`, `<!--body-->` and `<!--boot-->`. */
  template(url: string): Promise<string>
  /** The same for pages that are whole as HTML, with a place `<!--words-->` for the address of the words: the shell is fetched later. */
  calm?: string
  /** Folder served below `/assets`; null in development. */
  assets: string | null
  /** Address of the icons. */
  sprite: string
  plugins: Map<string, BuiltPlugin>
  /** Changes with any file that browsers get. */
  release: string
}
/** What is kept of the last good build of one part. */
interface Current extends JobResult {
  hash: string
}

// With a blank, so that no plugin can be called the same.
const THE_SHELL = 'the shell'
const THE_STYLES = 'the styles'
const sdk = (...paths: string[]) => paths.map((path) => join(SDK, path))
const common = [...sdk('web', 'core', 'server/page', 'richtext', 'vite', 'index.ts', 'package.json'), join(SDK, '../package-lock.json')]
/** Where a plugin names utilities of the sheet: its screens, and the HTML of its public pages. */
const looksOf = (dir: string) => [join(dir, 'web'), join(dir, 'server/pages.ts')].filter((path) => existsSync(path))
const sources = (dir: string) => ['web', 'contract.ts', 'contract'].map((name) => join(dir, name))

/**
 * Makes every file that browsers need.
 * A plugin that cannot be built keeps its former build, or is reported with `error`; the others are built all the same.
 * @throws Error when the shell cannot be built and there is no former build of it.
 */
export async function buildAll({ shell, plugins, outDir, log, force = false }: BuildOptions): Promise<WebFiles> {
  const withScreens = plugins.filter(({ dir }) => existsSync(join(dir, 'web')))
  const base = await contentHash(common)
  const dirs = new Map(plugins.map(({ id, dir }) => [id, dir]))
  const wanted: Job[] = await Promise.all([
    contentHash([shell], base).then((hash): Job => ({ kind: 'shell', id: THE_SHELL, hash, dir: shell })),
    contentHash([join(shell, 'src'), ...withScreens.flatMap(({ dir }) => looksOf(dir))], base).then(
      (hash): Job => ({ kind: 'styles', id: THE_STYLES, hash, dir: shell, sources: withScreens.flatMap(({ dir }) => looksOf(dir)) }),
    ),
    ...withScreens.map(async ({ id, dir, manifest }): Promise<Job> => {
      const others = [...(manifest.needs ?? []), ...(manifest.wants ?? [])].flatMap((other) => (dirs.has(other) ? sources(dirs.get(other)!).slice(1) : []))
      return { kind: 'plugin', id, hash: await contentHash([...sources(dir), ...others], base + JSON.stringify(manifest)), dir, manifest }
    }),
  ])
  const stale: Job[] = []
  for (const job of wanted) if (force || !(await readBuild(folder(outDir, job), job.hash))) stale.push(job)
  const failed = stale.length ? await build(stale, outDir, log) : new Map<string, string>()

  const parts = new Map<string, Current>()
  for (const job of wanted) {
    const dir = folder(outDir, job)
    const made = failed.has(job.id) ? await lastGood(dir) : await readBuild(dir, job.hash)
    if (!made && job.kind !== 'plugin') throw new Error(`The interface could not be built: ${failed.get(job.id)}`)
    if (!made) continue
    parts.set(job.id, made)
    await writeFile(join(dir, CURRENT), JSON.stringify(made.hash))
    await prune(dir, made.hash)
  }
  const built = new Map<string, BuiltPlugin>(plugins.map(({ id }) => [id, { entry: null, css: null, dir: null }]))
  for (const job of wanted) {
    if (job.kind !== 'plugin') continue
    const { id } = job
    const part = parts.get(id)
    const error = failed.get(id)
    if (!part) built.set(id, { entry: null, css: null, dir: null, error: error! })
    else
      built.set(id, {
        entry: address(id, part.entry),
        css: address(id, part.css),
        dir: join(folder(outDir, job), part.hash),
        ...(error ? { stale: error } : {}),
      })
  }
  return { ...(await assemble(outDir, parts.get(THE_SHELL)!, parts.get(THE_STYLES)!)), plugins: built, release: releaseOf([...parts.values()]) }
}

/** Holds every build of one part, each in a folder named by the hash of its sources. */
const folder = (outDir: string, { kind, id }: Job) => (kind === 'plugin' ? join(outDir, 'plugins', id) : join(outDir, kind))
const address = (id: string, file: string | null) => file && `/plugins/${id}/${file}`
const releaseOf = (parts: Current[]) =>
  createHash('sha256')
    .update(parts.map(({ hash }) => hash).join())
    .digest('hex')
    .slice(0, 12)

/** A build that is whole; undefined for one that was never made or that a killed process left half done. */
async function readBuild(dir: string, hash: string): Promise<Current | undefined> {
  const text = await readFile(join(dir, hash, RESULT), 'utf8').catch(() => null)
  return text === null ? undefined : { hash, ...(JSON.parse(text) as JobResult) }
}
async function lastGood(dir: string): Promise<Current | undefined> {
  const text = await readFile(join(dir, CURRENT), 'utf8').catch(() => null)
  return text === null ? undefined : readBuild(dir, JSON.parse(text))
}

/** Runs the jobs in one process of their own, which takes its memory with it. Returns what failed, and why. */
async function build(jobs: Job[], outDir: string, log: BuildOptions['log']): Promise<Map<string, string>> {
  const failed = new Map<string, string>()
  let at = 0
  const started = performance.now()
  const worker = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await new Promise<void>((done, fail) => {
    worker.on('message', ({ id, ms, error }: { id: string; ms: number; error?: string }) => {
      at++
      const job = jobs.find((one) => one.id === id)!
      if (error) failed.set(id, error)
      const name = job.kind === 'plugin' ? `plugin ${id}` : id
      log(error ? `FAILED ${at} of ${jobs.length}: ${name}\n${error}` : `built ${at} of ${jobs.length}: ${name} (${(ms / 1000).toFixed(1)} s)`)
    })
    worker.on('error', fail)
    // Comes after the last answer, whether the process ended well or not.
    worker.on('disconnect', () => {
      for (const { id } of jobs.slice(at)) failed.set(id, 'The build process ended early.')
      done()
    })
    worker.send(jobs.map((job) => ({ ...job, outDir: join(folder(outDir, job), job.hash) })))
  })
  log(`built ${jobs.length - failed.size} of ${jobs.length} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return failed
}

/** Removes builds that no page can ask for any more. */
async function prune(dir: string, hash: string): Promise<void> {
  const entries = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory() && entry.name !== hash)
  const dated = await Promise.all(entries.map(async ({ name }) => ({ name, made: (await readBuild(dir, name))?.made ?? 0 })))
  const old = dated.sort((one, other) => other.made - one.made).slice(KEPT - 1)
  await Promise.all(old.map(({ name }) => rm(join(dir, name), { recursive: true, force: true })))
}

/** Shell and styles as one folder and one page. */
async function assemble(outDir: string, shell: Current, styles: Current): Promise<Pick<WebFiles, 'template' | 'calm' | 'assets' | 'sprite'>> {
  const dir = join(outDir, 'shell', shell.hash)
  const assets = join(dir, 'assets')
  const from = join(outDir, 'styles', styles.hash, 'assets')
  await mkdir(assets, { recursive: true })
  for (const file of await readdir(from)) if (!existsSync(join(assets, file))) await copyFile(join(from, file), join(assets, file))
  const sheet = `<link rel="stylesheet" href="/assets/${styles.css}">`
  const page = await readFile(join(dir, 'index.html'), 'utf8')
  // What is drawn first comes first: the sheet and the pictures of the page's own HTML.
  const html = page.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"').replace('<!--styles-->', sheet)
  const later = `<script defer src="${shell.later}" data-shell="${shell.scripts!.join(' ')}" data-words="<!--words-->"></script>`
  const calm = page
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace('<!--styles-->', `${sheet}\n    ${later}`)
    .replace(/\s*<noscript>.*?<\/noscript>/, '')
  return { template: async () => html, calm, assets, sprite: shell.sprite! }
}
