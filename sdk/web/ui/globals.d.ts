/// <reference types="vite/client" />
/** Address of the icon sprite, `/assets/icons.svg?v=…`, defined by the build preset. */
declare const __ICON_SPRITE__: string
declare const __MARK_SPRITE__: string
/** Addresses of emoji data by locale. */
declare const __EMOJI__: Record<string, string>
