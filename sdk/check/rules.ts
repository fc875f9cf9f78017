/** Rules that hold for the folder of any plugin, ours or from outside: what may import what, where things stand, how they are named. Tests ask them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Manifest } from '../core/manifest.ts'
import { foreignImports, missingWords, sourcesOf } from './sources.ts'

/** What stands in the folder of a plugin, and in its `server/`. */
const ROOM = ['README.md', 'plugin.ts', 'contract', 'server', 'web', 'locales', 'tests', 'package.json', 'tsconfig.json', 'pictures']
const PARTS = ['browser', 'index', 'entities', 'policies', 'reads', 'service', 'routes', 'events', 'jobs', 'pages', 'migrations', 'providers']
/** What a server sends to browsers as text, and does not run itself. */
const IN_BROWSERS = 'server/browser/'
/** What a folder outside has besides, of npm and git. */
const AROUND = ['node_modules', 'package-lock.json', 'dist', 'LICENSE']
/** Views of the kernel's tables that plugins may read. */
const CARDS = ['member_card', 'role_card', 'file_card', 'search_card', 'search_text', 'audit_card']
const DEFAULTS = /^(plugin|contract)\.ts$|^server\/index\.ts$|^web\/(screens|slots)\/|^web\/settings\.tsx$|^tests\/records\.ts$/

/** Names that a source imports, types too. */
function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '')
  const found = code.matchAll(
    /(?:^|[;\n])\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s+['"]([^'"]+)['"]/gm,
  )
  return [...found].map((match) => (match[1] ?? match[2] ?? match[3])!)
}

/** The plugin and the part of it that an import names, `{ id: 'posts', part: 'contract.ts' }`; null for a package. */
function otherPlugin(dir: string, file: string, name: string): { id: string; part: string } | null {
  if (name.startsWith('atrium/')) {
    const [, id = '', records] = /^atrium\/plugins\/([\w-]+)(\/records)?$/.exec(name) ?? []
    return { id, part: records ? 'tests/records.ts' : id && 'contract.ts' }
  }
  if (!name.startsWith('.')) return null
  const [id = '', ...rest] = relative(dirname(dir), resolve(dirname(file), name)).split(sep)
  return { id, part: rest.join('/') }
}

function importProblem(dir: string, place: string, file: string, name: string, { needs = [], wants = [] }: Manifest): string | null {
  const own = name.startsWith('.') && !relative(dir, resolve(dirname(file), name)).startsWith('..')
  const [room] = place.split('/')
  if (own) {
    const target = relative(dir, resolve(dirname(file), name)).split(sep)[0]
    if (room === 'server' && target === 'web') return 'server and web never import each other'
    if (room === 'web' && target === 'server') return 'server and web never import each other'
    return place === 'plugin.ts' ? 'plugin.ts is read before anything of the plugin runs, so it imports the SDK alone' : null
  }
  if (room === 'server' && /^(@atrium\/sdk\/web|react)(\/|$)/.test(name)) return 'the server does not draw: see pages'
  if (room === 'web' && /^@atrium\/sdk\/server(\/|$)/.test(name)) return 'browsers have the SDK’s web entry'
  if (room === 'server' && !place.includes('/providers/') && /^node:(http|https|net|dgram|tls)$/.test(name)) return 'the outside world is reached by ctx.fetch'
  if (place === 'plugin.ts' && name !== '@atrium/sdk') return 'plugin.ts is read before anything of the plugin runs, so it imports the SDK alone'
  const other = otherPlugin(dir, file, name)
  if (!other) return null
  // what is filled in a test may lie above the plugin: `with` names it
  const isRecords = place === 'tests/records.ts'
  const parts = isRecords ? ['contract.ts', 'tests/records.ts'] : ['contract.ts']
  if (!parts.includes(other.part)) return 'of others a plugin knows their contracts, and in tests/records.ts their records'
  return isRecords || [...needs, ...wants].includes(other.id) ? null : `plugin.ts names "${other.id}" neither in needs nor in wants`
}

function layoutProblems(dir: string): string[] {
  const around = existsSync(join(dir, 'node_modules')) ? AROUND : []
  const named = (folder: string) => (existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [])
  const strange = named(dir).filter((name) => ![...ROOM, ...around, 'contract.ts'].includes(name))
  const isPart = (name: string) => PARTS.includes(name.replace(/\.ts$/, ''))
  const inServer = named(join(dir, 'server'))
  // a large one has rooms, folders of parts
  const isRoom = (name: string) => !name.includes('.') && named(join(dir, 'server', name)).every(isPart)
  return [
    ...strange.map((name) => `${join(dir, name)}: a plugin has ${ROOM.join(', ')}`),
    // a part is a file or a folder, never both
    ...inServer
      .filter((name) => !(isPart(name) || isRoom(name)) || inServer.includes(`${name}.ts`))
      .map((name) => `${join(dir, 'server', name)}: server/ has ${PARTS.join(', ')}, each as a file or a folder, or rooms with these in them`),
  ]
}

function migrationProblems(dir: string): string[] {
  const folder = join(dir, 'server/migrations')
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  const wrong = names.find((name, place) => Number(name.slice(0, 4)) !== place + 1)
  return wrong ? [`${join(folder, wrong)}: migrations are numbered one after another, from 0001`] : []
}

/**
 * Where the folder of a plugin keeps to no rule, each as `file: what is wrong`.
 * @param dir absolute
 */
export function ruleProblems(dir: string, manifest: Manifest): string[] {
  const records = join(dir, 'tests/records.ts')
  const sources = [...sourcesOf(dir), ...(existsSync(records) ? [[records, readFileSync(records, 'utf8')] as const] : [])]
  const ofSources = sources.flatMap(([file, text]) => {
    const place = relative(dir, file).replaceAll(sep, '/')
    const say = (isWrong: boolean, what: string) => (isWrong ? [`${file}: ${what}`] : [])
    const server = place.startsWith('server/')
    const tables = server && !place.includes('/migrations/') ? [...text.matchAll(/\b(?:from|join|update|into)\s+kernel\.(\w+)/g)].map(([, name]) => name!) : []
    return [
      ...importsOf(text).flatMap((name) => {
        const problem = importProblem(dir, place, file, name, manifest)
        return problem ? [`${file}: imports "${name}": ${problem}`] : []
      }),
      ...say(
        server && !place.startsWith(IN_BROWSERS) && /(?<![.\w#]|function )fetch\(|\bglobalThis\.fetch\b|from '(undici|node-fetch|axios|got)'/.test(text),
        'others are called by ctx.fetch, which checks addresses',
      ),
      ...say(
        place.startsWith('web/') && /\bcrypto\.randomUUID\b/.test(text),
        'pages that came without encryption have no crypto.randomUUID; newUuid makes one',
      ),
      ...say(/^export default /m.test(text) && !DEFAULTS.test(place), 'a default export stands only where Atrium asks for one'),
      ...say(place !== 'plugin.ts' && !/^\s*(\/\*\*|\/\/|\/\*)/.test(text), 'its first line does not say why it exists'),
      ...tables.filter((name) => !CARDS.includes(name)).map((name) => `${file}: reads kernel.${name}; there are ${CARDS.join(', ')}`),
    ]
  })
  return [...ofSources, ...foreignImports(dir), ...missingWords(dir, manifest), ...layoutProblems(dir), ...migrationProblems(dir)]
}
