/** A file of words; a plugin may have none. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** @param fail told of a file that cannot be read, which then says nothing; without it that is thrown */
export async function localeFile(file: string, fail?: (error: Error) => void): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
    const error = new Error(`locales/${path.basename(file)}: ${(cause as Error).message}`, { cause })
    if (!fail) throw error
    fail(error)
    return {}
  }
}
