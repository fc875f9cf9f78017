/** The build preset: how the shell and every plugin become files for browsers. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
import type { Manifest } from '../core/manifest.ts'
import { firstModules } from '../core/first.ts'
import { contracts } from './contracts.ts'
import { markIcons } from '../web/markIcons.ts'
import { emojiData } from './emoji.ts'
import { iconSprite } from './icons.ts'
import { later } from './later.ts'
import { resolveSdk, SHARED, sdkDir, sdkVersion } from './resolve.ts'
import { federated, NOTHING } from './remote.ts'

export { slimContract } from './contracts.ts'

const ENDINGS = ['.tsx', '.ts', '.jsx', '.js']

/** The module paths of a manifest's screens, those of its kinds, slots and admin screens: `screens/Post`. */
export function modulesOf({ screens = {}, kinds = {}, slots = {}, admin = {} }: Manifest): string[] {
  const named = [...Object.values(screens), ...Object.values(slots).flat(), ...Object.values(admin)].map(({ module }) => module)
  return [...new Set([...named, ...Object.values(kinds).map(({ screen }) => screen)])]
}
/**
 * The file of each module of a plugin's manifest.
 * @throws Error that lists every module without a file.
 */
export function moduleFiles(manifest: Manifest, dir: string): Record<string, string> {
  const missing: string[] = []
  const files = modulesOf(manifest).map((module) => {
    const file = ENDINGS.map((ending) => join(dir, 'web', module + ending)).find((path) => existsSync(path))
    if (!file) missing.push(`web/${module}.tsx`)
    return [module, file ?? ''] as const
  })
  if (missing.length) throw new Error(`${manifest.id}: the manifest names ${missing.join(', ')}, which ${missing.length > 1 ? 'do' : 'does'} not exist.`)
  return Object.fromEntries(files)
}

/** Vite's helper looks after styles of late parts, which have none here (one sheet has them all): 1.3 kB less in every remote, and no file of its own. */
const PLAIN = '\0atrium:plain-imports'
const plainImports: Plugin = {
  name: 'atrium:plain-imports',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? PLAIN : undefined),
  load: (id) => (id === PLAIN ? 'export const __vitePreload = (load) => load()' : undefined),
}

const common = { configFile: false, envDir: false, clearScreen: false, logLevel: 'warn', publicDir: false } as const satisfies InlineConfig
const output = { target: 'esnext', modulePreload: false, reportCompressedSize: false, emptyOutDir: true, chunkSizeWarningLimit: 5000 } as const

/** A plugin whose screens are built. */
export interface PluginSource {
  id: string
  /** Absolute folder of the plugin. */
  dir: string
  manifest: Manifest
}
/** The remote of all plugins whose sources are at hand. A remote brings parts of its own for the federation, so they share one. */
export const TOGETHER = 'atrium'
/** In that remote: what all plugins show on the first page, as `{ 'posts/slots/Latest': module }`. */
const FIRST = 'virtual:atrium-first'

/** Vite's configuration for the plugins whose sources are at hand: one remote that exposes `./<plugin>/<module>` and `./first`. */
export function pluginsPreset({ plugins, outDir }: { plugins: PluginSource[]; outDir: string }): InlineConfig {
  const first: [name: string, file: string][] = []
  const exposes: Record<string, string> = {}
  for (const { id, manifest, dir } of plugins) {
    const shownFirst = new Set(firstModules(manifest))
    for (const [module, file] of Object.entries(moduleFiles(manifest, dir)))
      if (shownFirst.has(module)) first.push([`${id}/${module}`, file])
      else exposes[`./${id}/${module}`] = file
  }
  const source = [
    ...first.map(([, file], at) => `import * as m${at} from ${JSON.stringify(file)}`),
    `export default {${first.map(([name], at) => `${JSON.stringify(name)}:m${at}`)}}`,
  ].join('\n')
  const together: Plugin = {
    name: 'atrium:first',
    enforce: 'pre',
    resolveId: (id) => (id === FIRST ? FIRST : undefined),
    load: (id) => (id === FIRST ? source : undefined),
  }
  return remote({ name: TOGETHER, filename: 'remoteEntry-[hash].js', exposes: { './first': FIRST, ...exposes }, outDir, plugins, more: [together] })
}
/** Vite's configuration for a plugin that is shipped built: a remote of its own that exposes each screen, slot and admin screen of its manifest. */
export function pluginPreset({ manifest, dir, outDir = join(dir, 'dist') }: { manifest: Manifest; dir: string; outDir?: string }): InlineConfig {
  const exposes = Object.fromEntries(Object.entries(moduleFiles(manifest, dir)).map(([module, file]) => [`./${module}`, file]))
  return remote({ name: manifest.id, filename: 'remoteEntry.js', exposes, outDir, plugins: [{ id: manifest.id, manifest, dir }] })
}

interface Remote {
  name: string
  filename: string
  exposes: Record<string, string>
  outDir: string
  plugins: PluginSource[]
  more?: Plugin[]
}
const remote = ({ name, filename, exposes, outDir, plugins, more = [] }: Remote): InlineConfig => ({
  ...common,
  root: sdkDir,
  base: `/plugins/${name}/`,
  plugins: [plainImports, ...more, resolveSdk(), contracts(), federated(name, filename, exposes), react(), tailwindcss()],
  build: {
    ...output,
    outDir,
    assetsDir: '',
    rolldownOptions: {
      input: NOTHING,
      preserveEntrySignatures: 'allow-extension',
      // to read a name of a share does nothing: what nobody uses of it goes
      treeshake: { propertyReadSideEffects: false },
      output: { codeSplitting: { groups: [machinery, first, ...plugins.map(pieces)] } },
    },
  },
})
// Comes with all it needs in one file.
const first: Group = { name: 'first', test: (file) => file === FIRST, priority: 2 }
interface Group {
  name: string
  test: (file: string) => boolean
  priority?: number
  minShareCount?: number
  maxModuleSize?: number
}

export interface ShellPreset {
  /** Absolute folder of the shell. */
  dir: string
  outDir?: string
}
export interface Preset {
  config: InlineConfig
  /** Address of the icons. */
  sprite: string
  /** Address of the script that fetches the shell later. */
  later: string
}
/** Vite's configuration for the shell, the host of all plugins. */
export async function shellPreset({ dir, outDir = join(dir, 'dist') }: ShellPreset): Promise<Preset> {
  const icons = await sprite()
  return {
    sprite: icons.address,
    later: icons.later,
    config: {
      ...common,
      root: dir,
      base: '/',
      plugins: [plainImports, contracts(), resolveSdk(), sources(null), icons.plugin, react()],
      resolve: { dedupe },
      // Parts of the federation's runtime that this host never uses.
      define: { FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true', ENV_TARGET: '"web"' },
      build: { ...output, outDir, rolldownOptions: { output: { codeSplitting: { groups } } } },
    },
  }
}

export interface DevPreset extends ShellPreset {
  plugins: PluginSource[]
  /** Absolute folder for what Vite prepares of packages. */
  cacheDir: string
}
/** Vite's configuration for development: the shell imports the plugins' sources, nothing is federated. */
export async function devPreset({ dir, plugins, cacheDir }: DevPreset): Promise<Preset> {
  const icons = await sprite()
  return {
    sprite: icons.address,
    later: icons.later,
    config: {
      ...common,
      root: dir,
      base: '/',
      cacheDir,
      plugins: [contracts(), resolveSdk(), sources(plugins), icons.plugin, react(), tailwindcss()],
      resolve: { dedupe },
    },
  }
}
const groups = [
  // What changes with dependencies only: browsers keep it over releases.
  { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|wouter|@tanstack)\/|plain-imports/, priority: 2 },
  // One file for all that the first page needs, instead of one for every piece that a lazy part needs too.
  { name: 'shell', test: /\/src\/main\.tsx$/, priority: 1 },
]
// Small pieces that several screens of a plugin use: one request instead of one for each.
const pieces = ({ id, dir }: PluginSource): Group => ({
  name: `${id}-shared`,
  test: (file) => file.startsWith(join(dir, '/')),
  minShareCount: 2,
  maxModuleSize: 6_000,
})
// The parts of the federation wait for each other when they come in several files.
const machinery: Group = {
  name: 'federation',
  // what starts a page of its own would start without the shell's shares
  test: (id) => /virtual:mf|__loadShare__|localSharedImportMap|module-federation|plain-imports/.test(id) && !/hostAutoInit|__H_A_I__/.test(id),
  priority: 3,
}
const dedupe = [...SHARED, 'react-dom/client']

export interface StylesPreset extends ShellPreset {
  /** Absolute folders whose utilities are wanted beside the shell's and the SDK's. */
  sources: string[]
}
/**
 * The one style sheet of a page. Utilities of shell, SDK and all plugins are in one sheet because they must be in one
 * order: of two sheets the later would win over the earlier one's variants (`hidden desk:flex`).
 */
export const stylesSource = ({ dir, sources }: Pick<StylesPreset, 'dir' | 'sources'>): string =>
  [`@import ${JSON.stringify(join(dir, 'src/styles.css'))};`, ...sources.map((source) => `@source ${JSON.stringify(source)};`)].join('\n')
export function stylesPreset({ dir, outDir = join(dir, 'dist'), sources }: StylesPreset): InlineConfig {
  const entry = join(dir, 'atrium-styles.css')
  const generated: Plugin = {
    name: 'atrium:styles',
    enforce: 'pre',
    resolveId: (id) => (id === entry ? entry : undefined),
    load: (id) => (id === entry ? stylesSource({ dir, sources }) : undefined),
  }
  return { ...common, root: dir, base: '/', plugins: [generated, tailwindcss()], build: { ...output, outDir, rolldownOptions: { input: entry } } }
}

/** Files that are made: the icons of the interface, those that members choose from, emoji, and the script that fetches the shell later. Emitted by the build, answered by the server in development. */
async function sprite(): Promise<{ address: string; later: string; plugin: Plugin }> {
  const made = async (name: string, ending: string, source: string) => {
    const address = `/assets/${name}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.${ending}`
    return { address, source, type: ending === 'svg' ? 'image/svg+xml' : 'application/json' }
  }
  const [icons, marks, english, portuguese, starter] = await Promise.all([
    iconSprite().then((source) => made('icons', 'svg', source)),
    iconSprite(markIcons).then((source) => made('marks', 'svg', source)),
    emojiData('en').then((source) => made('emoji-en', 'json', source)),
    emojiData('pt').then((source) => made('emoji-pt', 'json', source)),
    made('later', 'js', later),
  ])
  const files = [icons, marks, english, portuguese, starter]
  return {
    address: icons.address,
    later: starter.address,
    plugin: {
      name: 'atrium:icons',
      config: () => ({
        define: {
          __ICON_SPRITE__: JSON.stringify(icons.address),
          __MARK_SPRITE__: JSON.stringify(marks.address),
          __EMOJI__: JSON.stringify({ 'en-US': english.address, 'pt-BR': portuguese.address }),
          __SDK_VERSION__: JSON.stringify(sdkVersion),
        },
      }),
      generateBundle() {
        for (const { address, source } of files) this.emitFile({ type: 'asset', fileName: address.slice(1), source })
      },
      configureServer(server) {
        for (const { address, source, type } of files)
          server.middlewares.use(address, (_request, response) => {
            response.statusCode = 200
            response.setHeader('content-type', type)
            response.end(source)
          })
      },
    },
  }
}

const SOURCES = 'virtual:atrium-plugins'
/** What the development loader imports: every module of every plugin; nothing in a build, where remotes take its place. */
function sources(plugins: DevPreset['plugins'] | null): Plugin {
  const table = (plugins ?? []).map(({ id, dir, manifest }) => {
    const modules = Object.entries(moduleFiles(manifest, dir)).map(([module, file]) => `${JSON.stringify(module)}: () => import(${JSON.stringify(file)})`)
    return `${JSON.stringify(id)}: { ${modules.join(', ')} }`
  })
  return {
    name: 'atrium:sources',
    resolveId: (id) => (id === SOURCES ? `\0${SOURCES}` : undefined),
    load: (id) => (id === `\0${SOURCES}` ? `export default { ${table.join(',\n')} }` : undefined),
  }
}
