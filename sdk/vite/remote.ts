/** Makes a build a remote of module federation, which takes from the shell what all share. */
import { federation } from '@module-federation/vite'
import { version as reactVersion } from 'react'
import type { PluginOption } from 'vite'
import { SHARED, sdkVersion } from './resolve.ts'

/** Any of the same major version will do. */
const requiredVersion = (name: string) => `^${name.startsWith('react') ? reactVersion : sdkVersion}`.replace(/\..*/, '.0.0')

/** The input of a remote's build: Vite wants one, and what a remote exposes is none. */
export const NOTHING = 'virtual:atrium-nothing'
const nothing = {
  name: 'atrium:nothing',
  enforce: 'pre',
  resolveId: (id: string) => (id === NOTHING ? `\0${NOTHING}` : undefined),
  load: (id: string) => (id === `\0${NOTHING}` ? 'export {}' : undefined),
} as const

/**
 * Vite plugins for a remote.
 * @param filename of the entry.
 * @param exposes `./screens/Post` → absolute file.
 */
export const federated = (name: string, filename: string, exposes: Record<string, string>): PluginOption[] => [
  nothing,
  federation({
    name,
    filename,
    exposes,
    // the shell has them all, so a remote brings none
    shared: Object.fromEntries(SHARED.map((one) => [one, { singleton: true, import: false as const, requiredVersion: requiredVersion(one) }])),
    target: 'web',
    dts: false,
    manifest: false,
    disableRemote: true,
    disableSnapshot: true,
    moduleParseTimeout: 60,
    // a file that cannot be parsed is waited for as long; after it all names are taken instead of those in use
    moduleParseIdleTimeout: 3,
    bundleAllCSS: true,
    experiments: { externalRuntime: true },
  }),
]
