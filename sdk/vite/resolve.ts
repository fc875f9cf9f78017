/** Resolves what screens import: the SDK's browser parts, and packages for plugins that live outside the repository. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

export const sdkDir = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
export const sdkVersion: string = createRequire(import.meta.url)('../package.json').version

/** What the shell gives to all plugins, one copy each. */
export const SHARED = ['react', 'react/jsx-runtime', 'react-dom', '@atrium/sdk/web'] as const
const SERVER_ONLY = /^@atrium\/sdk\/(server|testing|vite)(\/|$)|^node:/

/**
 * `@atrium/sdk` is what browsers get of it, so that zod stays away.
 * A plugin folder anywhere on the disk gets React and the SDK from this installation.
 */
export function resolveSdk(): Plugin {
  return {
    name: 'atrium:resolve',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source === '@atrium/sdk') return `${sdkDir}/web/root.ts`
      if (SERVER_ONLY.test(source)) this.error(`${importer} imports ${source}, which runs on the server only.`)
      if (!importer || !/^[\w@]/.test(source) || source.startsWith('virtual:') || importer.startsWith(sdkDir)) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (found || !existsSync(importer.split('?')[0]!)) return found
      return this.resolve(source, `${sdkDir}/web/index.ts`, { ...options, skipSelf: true })
    },
  }
}
