/** An archive as it lies on a disk: one zip, or a folder with its parts, zips or unpacked. */
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type Entry, type fromFd, open, type ZipFile } from 'yauzl'

export interface ArchiveSource {
  /** Names of all entries, with `/` between folders. */
  names: string[]
  /** @throws Error for a name that is not there */
  read(name: string): Promise<Readable>
  close(): void
}
const openZip = promisify<string, { lazyEntries: true; autoClose: false }, ZipFile>(open as unknown as (typeof fromFd)['bind'])

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  zip.on('error', reject)
  zip.on('end', resolve)
  zip.on('entry', (entry: Entry) => {
    entries.push(entry)
    zip.readEntry()
  })
  zip.readEntry()
  await promise
  return entries.filter(({ fileName }) => !fileName.endsWith('/'))
}

/** @param from absolute path of a zip or a folder */
export async function openArchive(from: string): Promise<ArchiveSource> {
  const found = new Map<string, () => Promise<Readable>>()
  const zips: ZipFile[] = []
  async function add(file: string) {
    const zip = await openZip(file, { lazyEntries: true, autoClose: false })
    zips.push(zip)
    const stream = promisify<Entry, Readable>(zip.openReadStream.bind(zip) as never)
    for (const entry of await entriesOf(zip)) found.set(entry.fileName, () => stream(entry))
  }
  if ((await stat(from)).isDirectory()) {
    for (const item of await readdir(from, { withFileTypes: true, recursive: true })) {
      const file = path.join(item.parentPath, item.name)
      if (!item.isFile()) continue
      if (item.name.endsWith('.zip')) await add(file)
      else found.set(path.relative(from, file).split(path.sep).join('/'), async () => createReadStream(file))
    }
  } else await add(from)
  return {
    names: [...found.keys()],
    async read(name) {
      const entry = found.get(name)
      if (!entry) throw new Error(`the archive has no ${name}`)
      return entry()
    },
    close: () => {
      for (const zip of zips) zip.close()
    },
  }
}
