/** The first thing that runs, on any Node from 20: installs what is missing, finds Node 24 and hands over to it. */
import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { memoryEnv, memoryFlags } from './memory.mjs'

const root = path.resolve(import.meta.dirname, '..')
const targets = {
  start: [...memoryFlags, 'launch/main.ts'],
  dev: [...memoryFlags, '--watch', '--watch-preserve-output', 'launch/main.ts', '--dev'],
  test: ['tests/run.ts'],
  new: ['sdk/create/new.ts'],
  forget: ['sdk/create/forget.ts'],
  build: ['sdk/create/build.ts'],
  seed: ['tests/load/seed.ts'],
  bench: ['tests/load/bench.ts'],
  'test:faults': ['tests/run.ts', 'faults'],
  backup: ['kernel/operator/main.ts', 'backup'],
  restore: ['kernel/operator/main.ts', 'restore'],
  'import-community': ['kernel/operator/main.ts', 'import'],
  bucket: ['kernel/operator/main.ts', 'bucket'],
  recover: ['kernel/operator/main.ts', 'recover'],
}
const command = process.argv[2] ?? ''
const target = targets[command]
if (!target) fail(`Say what to do: ${Object.keys(targets).join(', ')}.`)
const serves = command === 'start' || command === 'dev'

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/**
 * Runs a program with our terminal; resolves with its exit code, 128 + signal number when a signal ended it.
 * One that serves ends with us, and we with the npm that started us: a service manager may kill either.
 */
function run(file, args, env, { serves = false } = {}) {
  const child = spawn(file, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', ...(serves ? ['ipc'] : [])] })
  const parent = process.ppid
  if (serves && process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000).unref()
  const passed = new Set()
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      // Ctrl+C in a terminal reaches the whole group, so the child has it already.
      if (passed.has(signal) || (signal === 'SIGINT' && process.stdin.isTTY)) return
      passed.add(signal)
      child.kill(signal)
    })
  return new Promise((resolve) => {
    child.on('error', (error) => fail(`${file} cannot be run: ${error.message}`))
    child.on('exit', (code, signal) => resolve(code ?? 128 + os.constants.signals[signal]))
  })
}

/** Does node_modules hold what package-lock.json asks for? Contents are compared: times change with every checkout. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
    const present = JSON.parse(readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(([place, entry]) => {
      const found = present[place]
      if (!place.includes('node_modules/') || (!found && (entry.optional || entry.devOptional || (entry.dev && serves)))) return true
      return found && found.version === entry.version && found.integrity === entry.integrity
    })
  } catch {
    return false
  }
}

function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  for (const name of ['node', 'node-bin']) {
    const file = path.join(root, 'node_modules', `${name}-${process.platform}-${process.arch}`, 'bin/node')
    if (!existsSync(file)) continue
    try {
      accessSync(file, constants.X_OK)
    } catch {
      chmodSync(file, 0o755)
    }
    return file
  }
  return fail(`There is no Node 24 for ${process.platform} on ${process.arch} among the packages; install Node 24 or newer and run this again.`)
}

if (isInstalled()) {
  if (serves) console.log('[1/5] Packages are installed.')
} else {
  console.log('[1/5] Installing packages…')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--include=optional', '--loglevel=error']
  const code = npm?.endsWith('.js') ? await run(process.execPath, [npm, ...args], process.env) : await run('npm', args, process.env)
  if (code !== 0) fail('The packages could not be installed; the lines above say why.')
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM')
}
const node = findNode()
if (serves) console.log(`[2/5] Starting with Node ${node === process.execPath ? process.versions.node : '24'}…`)
process.exitCode = await run(
  node,
  [...target, ...process.argv.slice(3)],
  {
    ...(serves ? memoryEnv : {}),
    ...process.env,
    NODE_COMPILE_CACHE: path.resolve(process.env.ATRIUM_DATA || path.join(root, '.data'), 'compile-cache'),
    PATH: [path.join(root, 'node_modules/.bin'), path.dirname(node), process.env.PATH].join(path.delimiter),
  },
  { serves },
)
