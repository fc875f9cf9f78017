/** What a plugin's folder outside of Atrium needs so that Node, editors and npm find the SDK. */
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** The folder of this Atrium. */
export const HOME = path.resolve(import.meta.dirname, '../..')
/** `atrium` gives the contracts of other plugins: `import posts from 'atrium/plugins/posts'`. */
const LINKED = { '@atrium/sdk': 'sdk', atrium: '' }
/** What its tests assert with; at run time the SDK brings what it needs. */
const TOOLS = ['chai']
/** Types that editors ask for. */
const TYPES = ['@types/chai', '@types/mocha', '@types/node', '@types/react']

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** package.json, tsconfig.json and .gitignore of the plugin, by name. `folder` is absolute. */
export function outsideFiles(id: string, folder: string): Record<string, string> {
  const links = Object.entries(LINKED).map(([name, place]) => [name, `file:${path.relative(folder, path.join(HOME, place)).replaceAll(path.sep, '/')}`])
  const tools = [...TOOLS, ...TYPES].map((name) => [name, JSON.parse(readFileSync(path.join(HOME, 'node_modules', name, 'package.json'), 'utf8')).version])
  return {
    'package.json': json({
      name: `atrium-plugin-${id}`,
      version: '0.1.0',
      private: true,
      type: 'module',
      scripts: {
        test: 'node node_modules/atrium/launch/launch.mjs test .',
        build: 'node node_modules/atrium/launch/launch.mjs build .',
        format: 'node node_modules/atrium/node_modules/@biomejs/biome/bin/biome check --write --vcs-enabled=false --config-path=node_modules/atrium .',
      },
      devDependencies: Object.fromEntries([...links, ...tools]),
    }),
    'tsconfig.json': '{\n  "extends": "@atrium/sdk/tsconfig.json",\n  "include": ["."]\n}\n',
    '.gitignore': 'node_modules\n',
  }
}

/** Links what package.json names, as `npm install` would, from this Atrium and without the network. */
export function linkAtrium(folder: string): void {
  const links = { ...LINKED, ...Object.fromEntries([...TOOLS, ...TYPES].map((name) => [name, `node_modules/${name}`])) }
  for (const [name, place] of Object.entries(links)) {
    const link = path.join(folder, 'node_modules', name)
    mkdirSync(path.dirname(link), { recursive: true })
    rmSync(link, { force: true })
    symlinkSync(path.join(HOME, place), link, 'junction')
  }
}
