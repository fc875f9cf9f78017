/** Which words the screens of members say, read from their sources, so that a page does not fetch those of all settings. */
import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Manifest } from '../core/manifest.ts'

/** Who has words in `locales/` of its folder: the shell, the SDK, or a plugin, which has a manifest. */
export interface Speaker {
  id: string
  /** Absolute. */
  dir: string
  manifest?: Manifest
}
/** Files with which all begins that is not for admins alone; none for a plugin that comes built, whose words are for everybody then. */
function entriesOf({ id, dir, manifest }: Speaker): string[] {
  if (!manifest) return [join(dir, id === 'shell' ? 'src/main.tsx' : 'web/index.ts')]
  if (!existsSync(join(dir, 'web'))) return []
  const modules = [Object.values(manifest.screens ?? {}), Object.values(manifest.slots ?? {})].flat(2).map(({ module }) => `web/${module}.tsx`)
  return ['plugin.ts', ...modules].map((name) => join(dir, name))
}
/** Behind it the shell has the settings. */
const ADMINS = join('shell', 'src/admin/routes.tsx')

const IMPORTED = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g
const LITERAL = /['"]([a-z]\w*(?:\.\w+)*)['"]/gi
/** The beginning of a key that is put together: `kinds.${kind}`, 'kinds.' + kind. */
const BEGINNING = /`([a-z][\w.]*[._])\$\{|['"]([a-z][\w.]*\.)['"]/gi
const FORM = /_(zero|one|two|few|many|other)$/

/**
 * Tells of a speaker's key whether a screen of somebody other than an admin may say it. What is put together out of pieces that no text
 * shows is missed: browsers fetch the other words when they miss one.
 */
export async function saidByMembers(speakers: Speaker[]): Promise<(speaker: string, key: string) => boolean> {
  const literals = new Set<string>()
  const beginnings = new Set<string>()
  const read = new Set<string>()
  const built = new Set<string>()
  const follow = async (file: string): Promise<void> => {
    if (read.has(file) || file.endsWith(ADMINS)) return
    read.add(file)
    const text = await readFile(file, 'utf8').catch(() => '')
    for (const [, key] of text.matchAll(LITERAL)) literals.add(key!)
    for (const [, one, other] of text.matchAll(BEGINNING)) beginnings.add((one ?? other)!)
    await Promise.all([...text.matchAll(IMPORTED)].map(([, name]) => follow(resolve(dirname(file), name!))))
  }
  await Promise.all(
    speakers.map((speaker) => {
      const entries = entriesOf(speaker)
      if (!entries.length) built.add(speaker.id)
      return Promise.all(entries.map(follow))
    }),
  )
  const begins = [...beginnings]
  return (speaker, key) =>
    built.has(speaker) || literals.has(key) || literals.has(key.replace(FORM, '')) || begins.some((beginning) => key.startsWith(beginning))
}
