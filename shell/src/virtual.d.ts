// Modules and values that only the build knows.
declare module 'virtual:atrium-plugins' {
  import type { ComponentType } from 'react'
  /** Plugin → module → loader of its source file. */
  const modules: Record<string, Record<string, () => Promise<{ default: ComponentType<any> }>>>
  export default modules
}

/** Of the SDK that this shell was built with. */
declare const __SDK_VERSION__: string
