/** What the shell gives to every plugin: one React, one SDK. Each is given whole, so nothing of it can be shaken off. */
import * as sdk from '@atrium/sdk/web'
import * as react from 'react'
import * as runtime from 'react/jsx-runtime'
import * as dom from 'react-dom'

const share = (lib: unknown, version: string) => ({ version, lib: () => lib, shareConfig: { singleton: true, requiredVersion: `^${version}` } })

export const shared = {
  react: share(react, react.version),
  'react/jsx-runtime': share(runtime, react.version),
  'react-dom': share(dom, dom.version),
  '@atrium/sdk/web': share(sdk, __SDK_VERSION__),
}
