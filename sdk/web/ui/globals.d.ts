/// <reference types="vite/client" />
/** Address of the icon sprite, `/assets/icons.svg?v=…`, defined by the build preset. */
declare const __ICON_SPRITE__: string
declare const __MARK_SPRITE__: string
/** Addresses of emoji data by locale. */
declare const __EMOJI__: Record<string, string>

// hls.js without what our streams do not use; its package has types for the whole alone
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
