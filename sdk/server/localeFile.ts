/** A file of words; a plugin may have none. */
import { readFile } from 'node:fs/promises'

export const localeFile = async (file: string): Promise<Record<string, string>> =>
  JSON.parse(
    await readFile(file, 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return '{}'
      throw error
    }),
  )
