/** `npm run build` in the folder of a plugin: makes `dist/`, the remote that it may ship instead of the sources of its screens. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import type { Manifest } from '../core/manifest.ts'
import { pluginPreset } from '../vite/index.ts'

const dir = path.resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? '.')
const { default: manifest } = (await import(pathToFileURL(path.join(dir, 'plugin.ts')).href)) as { default: Manifest }
process.env.NODE_ENV = 'production'
await build(pluginPreset({ manifest, dir }))
console.log(`Built ${path.join(dir, 'dist/remoteEntry.js')}. A package with dist/ and without web/ is loaded from there.`)
