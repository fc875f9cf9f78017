/** Content hashes of source folders: a build whose sources have not changed is not made again. */
import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const SKIPPED = new Set(['node_modules', 'dist', 'tests', '.git'])

/** Every file at or below the paths, sorted; paths that do not exist count as empty. */
export async function filesBelow(...paths: string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const entries: Dirent[] | null = await readdir(path, { withFileTypes: true }).catch((error) => (error.code === 'ENOTDIR' ? null : []))
      if (entries === null) return [path]
      return filesBelow(...entries.filter(({ name }) => !SKIPPED.has(name)).map(({ name }) => join(path, name)))
    }),
  )
  return found.flat().sort()
}

/**
 * One hash (16 characters) over the names and contents of all files at or below the paths.
 * @param extra further text that the result depends on.
 */
export async function contentHash(paths: string[], extra = ''): Promise<string> {
  const hash = createHash('sha256').update(extra)
  for (const file of await filesBelow(...paths)) hash.update(`\0${file}\0`).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}
