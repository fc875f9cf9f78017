/** The boot data that the server inlined in the page, kept as the one store that session, slots and router read. */
import { useSyncExternalStore } from 'react'
import type { WordFile } from '../../core/later.ts'
import type { AppearanceChoice, ThemeSettings } from '../../core/theme.ts'
import type { ActionDef, AdminScreenDef, KindDef, NavDef, ScreenDef, SlotDef } from '../../core/manifest.ts'
import type { Tier } from '../../core/tiers.ts'

export type PluginStatus = 'on' | 'off' | 'plan' | 'failed'

export interface BootPlugin {
  id: string
  title: string
  icon: string
  status: PluginStatus
  tiers: Tier[]
  /** The remote of module federation that has its screens, and the address of its entry; null for a plugin without screens. */
  remote: { name: string; entry: string } | null
  screens: Record<string, ScreenDef>
  /** What it shows at addresses that several kinds share. */
  kinds: Record<string, KindDef>
  slots: Record<string, SlotDef | SlotDef[]>
  admin: Record<string, AdminScreenDef>
  tabs: NavDef[]
  links: NavDef[]
  bottom: NavDef[]
  actions: ActionDef[]
}
export interface BootData {
  community: {
    id: number
    slug: string
    name: string
    locale: string
    tier: Tier
    isPrivate: boolean
    branding: {
      logo_url?: string | null
      icon_url?: string | null
      dark_logo_url?: string | null
      dark_icon_url?: string | null
      theme: ThemeSettings
      theme_css: string
    }
    settings: Record<string, any>
    sign_up_allowed: boolean
    /** Where the sign-up link leads instead of our own page. */
    custom_sign_up_link_url: string | null
    /** Whether emails leave the installation: without a mail server they stay in its outbox. */
    sends_mail: boolean
  }
  account: {
    id: number
    name: string
    email: string
    locale: string | null
    appearance: AppearanceChoice | null
    isPlatformOwner: boolean
    emailConfirmed: boolean
    hasPassword: boolean
    /** A role here asks for a second factor: nothing else is open before it is set up at /two_fa. */
    secondFactorDue: boolean
    /** Whether the installation lets this person start communities. */
    mayStartCommunities: boolean
  } | null
  member: {
    id: number
    publicUid: string
    name: string
    headline: string | null
    avatarUrl: string | null
    roles: string[]
    isAdmin: boolean
    isModerator: boolean
  } | null
  /** Full names; `['*']` for those who hold all. */
  permissions: string[]
  communities: { id: number; name: string; slug: string; icon_url: string | null; url: string; unread: boolean }[]
  viewOnly: boolean
  masquerading: { id: number | null; type: 'CommunityMember' | 'Role' | 'Visitor'; name: string } | null
  locale: string
  appearance: AppearanceChoice | null
  /**
   * Addresses of the JSON of the words in `locale`, plugin, `shell` or `sdk` → key → text: those of members' screens, and all others; and of
   * `settings`: which of them stand on which screen of the settings.
   */
  messages: Record<WordFile | 'settings', string>
  plugins: BootPlugin[]
  /** What the server says on this page, by its key after `flash.` in the shell's words; shown once. */
  flash: { tone: 'success' | 'error'; message: string } | null
  page: { status: number } | null
  release: string
  prefetch?: { key: unknown[]; data: unknown }[]
}

let data: BootData | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Parses `<script type="application/json" id="atrium-boot">`. @throws Error when the page has none. */
export function readBoot(page: Document = document): BootData {
  const text = page.getElementById('atrium-boot')?.textContent
  if (!text) throw new Error('This page carries no boot data.')
  return JSON.parse(text)
}
/** The present boot data; read from the page at the first call. */
export const getBoot = (): BootData => (data ??= readBoot())

export function setBoot(next: BootData): void {
  data = next
  for (const listener of listeners) listener()
}
/** The present boot data, re-rendering whenever it changes. */
export const useBoot = (): BootData => useSyncExternalStore(subscribe, getBoot, getBoot)
