/// <reference types="vite/client" />
/** Address of the icon sprite, `/assets/icons.svg?v=…`, defined by the build preset. */
declare const __ICON_SPRITE__: string
