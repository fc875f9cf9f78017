/** The manifest language: what a plugin contributes to the shell, as pure data. */

export type Tier = 'basic' | 'professional' | 'business'
export const TIERS: readonly Tier[] = ['basic', 'professional', 'business']

export interface ScreenDef {
  /** File under `web/` without ending, `screens/Post`; its last part is the screen's name. */
  module: string
  /**
   * Signed-out visitors may open it; with `always` those of a private community too: there single records may be shared with
   * everybody, and the screen's own calls decide. Default false: they are sent to sign-in.
   */
  public?: boolean | 'always'
  /** `wide` gives it the full width; default is the reading column with sidebars. */
  layout?: 'column' | 'wide' | 'focus'
}
export interface SlotDef {
  module: string
  order?: number
}
export interface AdminScreenDef {
  module: string
  group: AdminGroup
  /** Locale key of the menu entry; without it the screen has an address and no entry. */
  title?: string
  icon?: string
  order?: number
  /** Full permission (`posts.manage`) that shows the entry. Default: the role admin. */
  can?: string
}
export type AdminGroup = 'audience' | 'content' | 'growth' | 'automation' | 'paywalls' | 'ai' | 'analytics' | 'site' | 'general' | 'developers' | 'plans'
export interface NavDef {
  /** Locale key. */
  title: string
  to: string
  icon: string
  order?: number
  can?: string
}
export interface ActionDef extends NavDef {
  /** Keys shown and bound, as `g h`. */
  keys?: string
}

export interface Manifest {
  id: string
  title: string
  description?: string
  /** A name of the SDK's icon set. */
  icon: string
  /** The SDK range it was written for. */
  sdk: string
  /** `base` plugins cannot be switched off. */
  kind: 'base' | 'feature'
  /** Tiers that include it; `plugins.config.ts` and the platform owner may change it. Default all. */
  tiers?: Tier[]
  needs?: string[]
  wants?: string[]
  screens?: Record<string, ScreenDef>
  slots?: Record<string, SlotDef | SlotDef[]>
  admin?: Record<string, AdminScreenDef>
  /** Tabs in the header. */
  tabs?: NavDef[]
  /** Links at the top of the sidebar. */
  links?: NavDef[]
  /** Segments of the phone's bottom bar. */
  bottom?: NavDef[]
  /** Entries of the command palette. */
  actions?: ActionDef[]
}

/** Declares a plugin. Pure data: the kernel reads it without running anything else of the plugin. */
export const definePlugin = (manifest: Manifest): Manifest => manifest
