/** Files in the data folder, spread over two levels of folders so that none grows huge. */
import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { AtriumError } from '@atrium/sdk'
import type { BlobStore } from './store.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

const asFull = (error: any) =>
  FULL.has(error?.code) ? new AtriumError(507, 'storage_full', 'The server is out of storage. Contact the platform owner.', { cause: error }) : error

const orAbsent =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return instead
    throw error
  }

/** @param root absolute; made when first needed */
export function diskStore(root: string): BlobStore {
  const folder = (name: string) => path.join(root, name.slice(0, 2), name.slice(2, 4))
  const place = (name: string) => path.join(folder(name), name)

  async function write(name: string, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<number> {
    const temporary = `${place(name)}.tmp-${randomBytes(6).toString('hex')}`
    try {
      await mkdir(folder(name), { recursive: true })
      const file = await open(temporary, 'wx', 0o640)
      try {
        await file.writeFile(bytes as never) // takes iterables too, which its types leave out
        // synced before it gets its name, so that after a power cut no name stands for missing bytes
        await file.sync()
      } finally {
        await file.close()
      }
      const { size } = await stat(temporary)
      await rename(temporary, place(name))
      return size
    } catch (error) {
      await rm(temporary, { force: true })
      throw asFull(error)
    }
  }
  const read: BlobStore['read'] = (name, range) => createReadStream(place(name), range)

  return {
    newName: async () => randomUUID(),
    write,
    read,
    move: (from, to) => rename(place(from), place(to)),
    async join(pieces, to) {
      await write(
        to,
        (async function* () {
          for (const piece of pieces) yield* read(piece)
        })(),
      )
      for (const piece of pieces) await rm(place(piece), { force: true })
    },
    size: (name) => stat(place(name)).then(({ size }) => size, orAbsent(null)),
    async remove(name) {
      for (const entry of await readdir(folder(name)).catch(orAbsent<string[]>([])))
        if (entry === name || entry.startsWith(`${name}.`)) await rm(path.join(folder(name), entry), { force: true })
    },
    async *list(before) {
      for (const first of await readdir(root).catch(orAbsent<string[]>([])))
        for (const second of await readdir(path.join(root, first)).catch(orAbsent<string[]>([])))
          for (const name of await readdir(path.join(root, first, second)).catch(orAbsent<string[]>([]))) {
            const info = await stat(path.join(root, first, second, name)).catch(orAbsent(null))
            if (info && info.mtime < before) yield name
          }
    },
  }
}
