/** Builds what is stale of the shell and the plugins' screens; everything else comes from the cache by content. */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentHash } from './hash.ts'
import { TOGETHER, type PluginSource } from '../index.ts'
import type { Job, JobResult } from './worker.ts'

export type { PluginSource }

/** The folder of the SDK; beside it lies the lock file. */
const SDK = fileURLToPath(new URL('../..', import.meta.url))
/** Names the build in use; others of the same part lie beside it. */
const CURRENT = 'current.json'
/** In the folder of each build: what it is made of. */
export const RESULT = '.build.json'
/** The release in use and the one before it, which open pages still ask for. */
const KEPT = 2

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
/** A remote of module federation. */
export interface BuiltRemote {
  /** Of the remote; plugins whose sources are at hand share one. */
  name: string
  /** Address of its entry. */
  entry: string
}
export interface BuiltPlugin {
  /** Null without screens. */
  remote: BuiltRemote | null
  /** Why there is nothing to serve. */
  error?: string
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
  /** Name of a remote → the folder served below `/plugins/<name>/`. */
  remotes: Map<string, string>
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
const THE_PLUGINS = 'the plugins'
/** What a plugin that is shipped built has instead of sources. */
const SHIPPED = 'dist/remoteEntry.js'
const sdk = (...paths: string[]) => paths.map((path) => join(SDK, path))
const common = [...sdk('web', 'core', 'server/page', 'richtext', 'vite', 'index.ts', 'package.json'), join(SDK, '../package-lock.json')]
/** Where a plugin names utilities of the sheet: its screens, and the HTML of its public pages. */
const looksOf = (dir: string) => [join(dir, 'web'), join(dir, 'server/pages.ts')].filter((path) => existsSync(path))

/**
 * Makes every file that browsers need.
 * A plugin that cannot be built is reported with `error`; the others are built all the same.
 * @throws Error when the shell cannot be built and there is no former build of it.
 */
export async function buildAll({ shell, plugins, outDir, log, force = false }: BuildOptions): Promise<WebFiles> {
  const withScreens = plugins.filter(({ dir }) => existsSync(join(dir, 'web')))
  const base = await contentHash(common)
  const contractsOf = plugins.flatMap(({ dir }) => ['contract.ts', 'contract'].map((name) => join(dir, name)))
  const wanted: Job[] = await Promise.all([
    contentHash([shell], base).then((hash): Job => ({ kind: 'shell', id: THE_SHELL, hash, dir: shell })),
    contentHash([join(shell, 'src'), ...withScreens.flatMap(({ dir }) => looksOf(dir))], base).then(
      (hash): Job => ({ kind: 'styles', id: THE_STYLES, hash, dir: shell, sources: withScreens.flatMap(({ dir }) => looksOf(dir)) }),
    ),
    contentHash([...withScreens.map(({ dir }) => join(dir, 'web')), ...contractsOf], base + JSON.stringify(withScreens)).then(
      (hash): Job => ({ kind: 'plugins', id: THE_PLUGINS, hash, dir: shell, plugins: withScreens }),
    ),
  ])
  const stale: Job[] = []
  for (const job of wanted) if (force || !(await readBuild(folder(outDir, job), job.hash))) stale.push(job)
  const failed = stale.length ? await build(stale, outDir, log) : new Map<string, string>()

  const parts = new Map<string, Current>()
  for (const job of wanted) {
    const dir = folder(outDir, job)
    const made = failed.has(job.id) ? await lastGood(dir) : await readBuild(dir, job.hash)
    if (!made) throw new Error(`The interface could not be built: ${failed.get(job.id)}`)
    parts.set(job.id, made)
    await writeFile(join(dir, CURRENT), JSON.stringify(made.hash))
    await prune(dir, made.hash)
  }
  const together = parts.get(THE_PLUGINS)!
  const remotes = new Map([[TOGETHER, join(outDir, 'plugins', together.hash)]])
  const built = new Map<string, BuiltPlugin>()
  for (const { id, dir } of plugins) {
    const error = together.failed?.[id]
    const own = existsSync(join(dir, 'web')) ? { name: TOGETHER, entry: `/plugins/${TOGETHER}/${together.entry}` } : await shipped(id, dir)
    if (own && own.name === id) remotes.set(id, join(dir, 'dist'))
    if (error) log(`FAILED: plugin ${id}\n${error}`)
    built.set(id, error ? { remote: null, error } : { remote: own })
  }
  return { ...(await assemble(outDir, parts.get(THE_SHELL)!, parts.get(THE_STYLES)!)), plugins: built, remotes, release: releaseOf([...parts.values()]) }
}

/** The remote of a plugin that comes built. Its address changes with its content, as the name of the file does not. */
async function shipped(id: string, dir: string): Promise<BuiltRemote | null> {
  if (!existsSync(join(dir, SHIPPED))) return null
  return { name: id, entry: `/plugins/${id}/remoteEntry.js?${await contentHash([join(dir, 'dist')])}` }
}

/** Holds every build of one part, each in a folder named by the hash of its sources. */
const folder = (outDir: string, { kind }: Job) => join(outDir, kind)
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
      log(error ? `FAILED ${at} of ${jobs.length}: ${job.id}\n${error}` : `built ${at} of ${jobs.length}: ${job.id} (${(ms / 1000).toFixed(1)} s)`)
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
  const files = await readdir(from)
  for (const file of files) if (!existsSync(join(assets, file))) await copyFile(join(from, file), join(assets, file))
  const sheet = `<link rel="stylesheet" href="/assets/${styles.css}">`
  const page = await readFile(join(dir, 'index.html'), 'utf8')
  // What is drawn first comes first: the sheet and the pictures of the page's own HTML.
  const html = page.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"').replace('<!--styles-->', sheet)
  const later = `<script defer src="${shell.later}" data-shell="${shell.scripts!.join(' ')}" data-words="<!--words-->"></script>`
  // It is there with the first lines, which then break nowhere else.
  const fonts = files
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`)
  const calm = page
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace('<!--styles-->', `${sheet}\n    ${fonts.join('')}${later}`)
    .replace(/\s*<noscript>.*?<\/noscript>/, '')
  return { template: async () => html, calm, assets, sprite: shell.sprite! }
}
