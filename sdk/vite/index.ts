/** The build preset: how the shell and every plugin become files for browsers. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
import type { Manifest } from '../core/manifest.ts'
import { contracts } from './contracts.ts'
import { markIcons } from '../web/markIcons.ts'
import { emojiData } from './emoji.ts'
import { iconSprite } from './icons.ts'
import { later } from './later.ts'
import { resolveSdk, SHARED, sdkVersion } from './resolve.ts'
import { REMOTE_ENTRY, remote } from './remote.ts'

export { slimContract } from './contracts.ts'

const ENDINGS = ['.tsx', '.ts', '.jsx', '.js']

/** The module paths of a manifest's screens, slots and admin screens: `screens/Post`. */
export function modulesOf(manifest: Manifest): string[] {
  const slots = Object.values(manifest.slots ?? {}).flat()
  return [...new Set([...Object.values(manifest.screens ?? {}), ...slots, ...Object.values(manifest.admin ?? {})].map(({ module }) => module))]
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

/** Vite's helper looks after styles of late parts, which have none here (one sheet has them all): 1.3 kB less in every remote. */
const plainImports: Plugin = {
  name: 'atrium:plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
}

const common = { configFile: false, envDir: false, clearScreen: false, logLevel: 'warn', publicDir: false } as const satisfies InlineConfig
const output = { target: 'esnext', modulePreload: false, reportCompressedSize: false, emptyOutDir: true, chunkSizeWarningLimit: 5000 } as const

export interface PluginPreset {
  manifest: Manifest
  /** Absolute folder of the plugin. */
  dir: string
  /** Absolute folder of the built files; default `dist` in the plugin. */
  outDir?: string
}
/** Vite's configuration for one plugin: a remote that exposes each screen, slot and admin screen of its manifest. */
export function pluginPreset({ manifest, dir, outDir = join(dir, 'dist') }: PluginPreset): InlineConfig {
  const exposes = Object.fromEntries(Object.entries(moduleFiles(manifest, dir)).map(([module, file]) => [`./${module}`, file]))
  return {
    ...common,
    root: dir,
    base: `/plugins/${manifest.id}/`,
    plugins: [plainImports, resolveSdk(), contracts(), remote(exposes), react(), tailwindcss()],
    build: {
      ...output,
      outDir,
      assetsDir: '',
      cssCodeSplit: false,
      rolldownOptions: {
        input: { remoteEntry: REMOTE_ENTRY },
        preserveEntrySignatures: 'allow-extension',
        output: { codeSplitting: { groups: [entry, { name: 'slots', test: firstSlots(manifest, dir), priority: 1 }, pieces] } },
      },
    },
  }
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
      build: { ...output, outDir, rolldownOptions: { output: { codeSplitting: { groups } } } },
    },
  }
}

export interface DevPreset extends ShellPreset {
  plugins: { id: string; dir: string; manifest: Manifest }[]
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
  { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|wouter|@tanstack)\/|rolldown\/runtime|preload-helper/, priority: 2 },
  // One file for all that the first page needs, instead of one for every piece that a lazy part needs too.
  { name: 'shell', test: /\/src\/main\.tsx$/, priority: 1 },
]
/**
 * What a plugin shows in the frame, on the home page and in the cards there: that page has most of it, so it comes with
 * all it needs in one request, and with nothing of what fills other pages.
 */
const FIRST = /^(header|sidebar|home)\.|\.(actions|card\.\w+)$/
function firstSlots(manifest: Manifest, dir: string): (id: string) => boolean {
  const modules = Object.entries(manifest.slots ?? {}).flatMap(([name, filling]) => (FIRST.test(name) ? [filling].flat() : []))
  const files = new Set(modules.map(({ module }) => join(dir, 'web', module)))
  return (id) => files.has(id.replace(/\.\w+$/, ''))
}
// Small pieces that several screens of a plugin use: one request instead of one for each.
const pieces = { name: 'shared', minShareCount: 2, maxModuleSize: 6_000 }
// Vite's own helper stays with the entry, which needs it before the shell has shared anything.
const entry = { name: 'remoteEntry', test: new RegExp(`preload-helper|${REMOTE_ENTRY}`), priority: 2 }
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
