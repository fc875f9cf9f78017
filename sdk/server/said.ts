/** Who says which words, read from the sources: a page fetches what it says itself, not what all other screens and settings say. */
import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { firstModules } from '../core/first.ts'
import type { WordFile } from '../core/later.ts'
import type { Manifest } from '../core/manifest.ts'

/** Who has words in `locales/` of its folder: the shell, the SDK, or a plugin, which has a manifest. */
export interface Speaker {
  id: string
  /** Absolute. */
  dir: string
  manifest?: Manifest
  /** Told of words that cannot be read; without it that is thrown. */
  fail?: (error: Error) => void
}
/** Files with which all begins that is not for admins alone, or all that makes the first page; none for a plugin that comes built, whose words come with the page then. */
function entriesOf({ id, dir, manifest }: Speaker, first: boolean): string[] {
  if (!manifest) return [join(dir, id === 'shell' ? 'src/main.tsx' : 'web/index.ts')]
  if (!existsSync(join(dir, 'web'))) return []
  const { screens = {}, kinds = {}, slots = {} } = manifest
  const ofMembers = () => [
    ...[Object.values(screens), Object.values(slots)].flat(2).map(({ module }) => module),
    ...Object.values(kinds).map(({ screen }) => screen),
  ]
  const modules = first ? firstModules(manifest) : ofMembers()
  return ['plugin.ts', ...modules.map((module) => `web/${module}.tsx`)].map((name) => join(dir, name))
}
/** Behind it the shell has the settings. */
const ADMINS = join('shell', 'src/admin/routes.tsx')

/** What comes with a file. */
const STATIC = /^(?:import|export) (?!type )(?:[^'"]*? from )?['"](\.[^'"]+)['"]/gm
/** What it fetches later as well. */
const ANY = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g
const LITERAL = /['"]([a-z]\w*(?:\.\w+)*)['"]/gi
/** The beginning of a key that is put together: `kinds.${kind}`, 'kinds.' + kind. */
const BEGINNING = /`([a-z][\w.]*[._])\$\{|['"]([a-z][\w.]*\.)['"]/gi
const FORM = /_(zero|one|two|few|many|other)$/

/** Tells of a key whether one of the files may say it, or one that they import. */
async function saidIn(files: string[], imports: RegExp): Promise<(key: string) => boolean> {
  const literals = new Set<string>()
  const beginnings = new Set<string>()
  const read = new Set<string>()
  const follow = async (file: string): Promise<void> => {
    if (read.has(file) || file.endsWith(ADMINS)) return
    read.add(file)
    const text = await readFile(file, 'utf8').catch(() => '')
    for (const [, key] of text.matchAll(LITERAL)) literals.add(key!)
    for (const [, one, other] of text.matchAll(BEGINNING)) beginnings.add((one ?? other)!)
    await Promise.all([...text.matchAll(imports)].map(([, name]) => follow(resolve(dirname(file), name!))))
  }
  await Promise.all(files.map(follow))
  const begins = [...beginnings]
  return (key) => literals.has(key) || literals.has(key.replace(FORM, '')) || begins.some((beginning) => key.startsWith(beginning))
}

/**
 * Tells of a speaker's key with which file it comes. What is put together out of pieces that no text shows is missed: browsers fetch
 * the other words when they miss one.
 */
export async function fileOfWords(speakers: Speaker[]): Promise<(speaker: string, key: string) => WordFile> {
  const built = new Set(speakers.filter((speaker) => !entriesOf(speaker, false).length).map(({ id }) => id))
  const [first, members] = await Promise.all([
    saidIn(
      speakers.flatMap((speaker) => entriesOf(speaker, true)),
      STATIC,
    ),
    saidIn(
      speakers.flatMap((speaker) => entriesOf(speaker, false)),
      ANY,
    ),
  ])
  return (speaker, key) => (built.has(speaker) || first(key) ? 'first' : members(key) ? 'members' : 'admins')
}
