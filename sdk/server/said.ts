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

/** A form of settings says the words of its fields: those that begin as its `words`, or as all do that say no others. */
const FORM_WORDS = /<Settings(?:Form|Fields)\b|\bwords="(\w+)"/g

/** What was done, by its key: said in passing, or a state of what is listed. */
const DONE =
  /(?:^|[._])done\.|(?:^|[._])(?:added|archived|banned|cancelled|changed|copied|created|deleted|done|ended|failed|published|refunded|removed|restored|revoked|saved|scheduled|sent|stayed|told|undone|updated)(?:_(?:one|other|many))?$/
/** What is told in passing or asked before an act: no control has these words. */
const PASSING = /\b(?:toast\.\w+|confirm)\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)/g

/** Tells of a key whether one of the files may say it, or one that they import. @param forms of these only what names a control, or describes one */
async function saidIn(files: string[], imports: RegExp, forms = false): Promise<(key: string) => boolean> {
  const literals = new Set<string>()
  const beginnings = new Set<string>()
  const read = new Set<string>()
  const follow = async (file: string): Promise<void> => {
    if (read.has(file) || file.endsWith(ADMINS)) return
    read.add(file)
    const source = await readFile(file, 'utf8').catch(() => '')
    const text = forms ? source.replace(PASSING, '') : source
    for (const [, key] of text.matchAll(LITERAL)) literals.add(key!)
    for (const [, one, other] of text.matchAll(BEGINNING)) beginnings.add((one ?? other)!)
    const own = forms ? [...text.matchAll(FORM_WORDS)] : []
    const named = own.flatMap(([, words]) => words ?? [])
    for (const words of named.length || !own.length ? named : ['settings']) beginnings.add(`${words}.`)
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

/** Of each speaker with settings: which of its keys stand on which of its screens. */
export type SettingsIndex = Record<string, Record<string, string[]>>

/** Settings that a plugin shows on no screen of its own stand on the General one, or on that of all plugins with settings. */
const ELSEWHERE = ''
/** Behind a key: other words by which people look for what it names, never shown as such; and where it is, if no page shows it as it opens. */
const BESIDE = /\.(?:find|where)$/

/** The shell's own settings stand in its table of routes. */
const OWN_SCREEN = /'(\/settings[^']*)': \(\) => import\('\.\/(\w+\.tsx)'\)/g

async function screensOf({ id, dir, manifest }: Speaker): Promise<[address: string, file: string][]> {
  if (manifest) {
    const ofAccount = Object.entries(manifest.screens ?? {}).filter(([address]) => address.startsWith('/account/'))
    return [...Object.entries(manifest.admin ?? {}), ...ofAccount].map(([address, { module }]) => [address, join(dir, 'web', `${module}.tsx`)])
  }
  if (id !== 'shell') return []
  const folder = join(dir, 'src/admin')
  const routes = join(folder, 'routes.tsx')
  const table = existsSync(routes) ? await readFile(routes, 'utf8') : ''
  return [
    ['/account', join(dir, 'src/account/Account.tsx')],
    ...[...table.matchAll(OWN_SCREEN)].map(([, address, file]): [string, string] => [address!, join(folder, file!)]),
  ]
}

/**
 * What the settings can be asked for. Words of a plugin that comes built are those of its settings, `settings.…`, and those that its manifest
 * names: they stand on its first screen.
 * @param keysOf all keys that a speaker has
 */
export async function indexOfSettings(speakers: Speaker[], keysOf: (speaker: string) => string[]): Promise<SettingsIndex> {
  const index: SettingsIndex = {}
  for (const speaker of speakers) {
    const screens = await screensOf(speaker)
    const keys = keysOf(speaker.id)
    const sources = existsSync(join(speaker.dir, speaker.manifest ? 'web' : 'src'))
    const titles = new Map(Object.entries(speaker.manifest?.admin ?? {}).map(([address, { title }]) => [address, title]))
    const first = screens.find(([address]) => titles.get(address))
    const listed = new Set<string>()
    // of a module with several addresses the one with an entry counts, or one that can be opened as it is
    const ease = (address: string) => (titles.get(address) ? 0 : address.includes(':') ? 2 : 1)
    for (const [address, file] of screens.sort(([one], [other]) => ease(one) - ease(other))) {
      if (listed.has(file)) continue
      listed.add(file)
      const isSaid = sources ? await saidIn([file], STATIC, true) : (key: string) => address === first?.[0] && key.startsWith('settings.')
      const isHere = (key: string) => key === titles.get(address) || isSaid(key)
      const said = keys.filter((key) => (isHere(key) && !DONE.test(key)) || (BESIDE.test(key) && isHere(key.replace(BESIDE, ''))))
      if (said.length) (index[speaker.id] ??= {})[address] = said
    }
    const shown = new Set(Object.values(index[speaker.id] ?? {}).flat())
    const rest = keys.filter((key) => key.startsWith('settings.') && !shown.has(key) && !DONE.test(key))
    if (speaker.manifest && rest.length) (index[speaker.id] ??= {})[ELSEWHERE] = rest
  }
  return index
}
