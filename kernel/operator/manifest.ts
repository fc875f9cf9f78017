/** What a backup is: a folder with everything an installation cannot do without, and a list of it with checksums that is written last. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AppliedMigration } from '../data/migrate.ts'
import { StartError } from '../data/index.ts'

export const FORMAT = 1
export interface Manifest {
  format: number
  /** When the database was whole: all that was acknowledged before is there. */
  madeAt: string
  /** `folder`: of the embedded server; `dump`: by pg_dump. */
  database: 'folder' | 'dump'
  /** As `18.4`. */
  postgres: string
  /** A folder of one kind of machine is not one of another. */
  platform: string
  migrations: AppliedMigration[]
  /** Holds the files instead of this folder. */
  bucket: string | null
  /** The secret came by ATRIUM_SECRET and is not kept here. */
  secretElsewhere: boolean
  folders: string[]
  files: Record<string, { size: number; sha256: string }>
  /** Keys of files whose bytes were gone before they could be copied. */
  missing: string[]
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Writes bytes, and says what they were. */
export async function store(chunks: AsyncIterable<Buffer>, to: string, mode = 0o600): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await pipeline(counted, createWriteStream(to, { mode }))
  return { size, sha256: hash.digest('hex') }
}
/** Copies bytes; null, and no file, when there are none (any more). */
export async function copy(from: string, to: string, mode?: number): Promise<{ size: number; sha256: string } | null> {
  const source = await open(from).catch((error) => {
    if (isGone(error)) return null
    throw error
  })
  return source && store(source.createReadStream(), to, mode)
}

/** Every file and folder below `root` that `wanted` lets through, as paths below it; what vanishes meanwhile is left out. */
export async function* walk(root: string, wanted: (below: string) => boolean, at = ''): AsyncGenerator<{ below: string; isFolder: boolean }> {
  const entries = await readdir(path.join(root, at), { withFileTypes: true }).catch((error) => {
    if (isGone(error)) return []
    throw error
  })
  for (const entry of entries) {
    const below = path.posix.join(at, entry.name)
    if (!wanted(below)) continue
    if (entry.isDirectory()) {
      yield { below, isFolder: true }
      yield* walk(root, wanted, below)
    } else if (entry.isFile()) yield { below, isFolder: false }
  }
}

/** Copies a folder into the backup as `name`, and notes everything in the manifest. */
export async function copyInto(manifest: Manifest, to: string, name: string, from: string, wanted: (below: string) => boolean = () => true): Promise<void> {
  const note = async (below: string) => {
    manifest.folders.push(below)
    await mkdir(path.join(to, below), { mode: 0o700 })
  }
  await note(name)
  for await (const { below, isFolder } of walk(from, wanted)) {
    const place = `${name}/${below}`
    if (isFolder) await note(place)
    else {
      const copied = await copy(path.join(from, below), path.join(to, place))
      if (copied) manifest.files[place] = copied
    }
  }
}

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true })

/** A list from elsewhere may name anything: only plain paths are taken, with no link on the way (case A59). */
async function leadsOut(root: string, below: string): Promise<boolean> {
  if (/[\\\0]/.test(below) || below.split('/').some((part) => part === '' || part === '.' || part === '..')) return true
  const place = path.join(root, below)
  return (await realpath(place).catch(() => place)) !== place
}

/** Reads the list and compares every file with it. @throws StartError */
export async function readBackup(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch((cause) => {
    throw new StartError(`${folder} is no backup, or one that was never finished: it has no readable manifest.json.`, { cause })
  })
  let manifest: Manifest
  try {
    manifest = JSON.parse(text) as Manifest
  } catch (cause) {
    throw new StartError(`The manifest.json of ${folder} is damaged.`, { cause })
  }
  if (manifest.format !== FORMAT) throw new StartError(`The backup in ${folder} has the form ${manifest.format}, and this Atrium reads ${FORMAT}.`)
  const root = await realpath(folder)
  const incomplete = (below: string, cause?: unknown) => new StartError(`The backup is not whole: ${below} cannot be read.`, { cause })
  for (const below of [...manifest.folders, ...Object.keys(manifest.files)])
    if (await leadsOut(root, below)) throw new StartError(`The backup names ${JSON.stringify(below)}, which leads out of it.`)
  for (const below of manifest.database === 'dump' ? ['database.dump'] : ['postgres.json']) if (!manifest.files[below]) throw incomplete(below)
  for (const [below, { sha256 }] of Object.entries(manifest.files)) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path.join(root, below)), hash).catch((cause) => {
      throw incomplete(below, cause)
    })
    if (hash.digest('hex') !== sha256) throw new StartError(`The backup is damaged: ${below} is not what was written.`)
  }
  return manifest
}
