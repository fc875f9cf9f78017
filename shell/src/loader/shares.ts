/** What the shell gives to every plugin: one React, one SDK. Each is given whole, so nothing of it can be shaken off. */
import * as sdk from '@atrium/sdk/web'
import * as react from 'react'
import * as runtime from 'react/jsx-runtime'
import * as dom from 'react-dom'
import type { Shared, ShareScope } from './containers.ts'

const share = (lib: unknown, version: string): Record<string, Shared> => ({
  [version]: {
    version,
    from: 'shell',
    loaded: true,
    lib: () => lib,
    get: async () => () => lib,
    scope: ['default'],
    shareConfig: { singleton: true, requiredVersion: `^${version}` },
  },
})

export const shared: ShareScope = {
  react: share(react, react.version),
  'react/jsx-runtime': share(runtime, react.version),
  'react-dom': share(dom, dom.version),
  '@atrium/sdk/web': share(sdk, __SDK_VERSION__),
}
