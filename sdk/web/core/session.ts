/** Who looks at this page and what they may do; told anew when a plugin is switched or the session ends. */
import { useMemo } from 'react'
import { signUpPath } from '../../core/rules/ways.ts'
import { type BootData, getBoot, setBoot, useBoot } from './boot.ts'
import { markOutdated } from './history.ts'
import { loadWords } from './words.ts'

export interface Session {
  account: BootData['account']
  member: BootData['member']
  community: BootData['community']
  communities: BootData['communities']
  /** Every installed plugin, with its state in this community. */
  plugins: BootData['plugins']
  isAdmin: boolean
  signUpAllowed: boolean
  /** Where links to sign up lead. @param query what the own page carries along: `useWayBack()` */
  signUpPath(query?: string): string
  /** An admin looks through a member's eyes; every write is refused. */
  viewOnly: boolean
  masquerading: BootData['masquerading']
  /** Whether a full permission (`posts.manage`) is held. */
  can(permission: string): boolean
  /** Whether a plugin is on in this community. */
  has(plugin: string): boolean
}

export const holds = (boot: BootData, permission: string): boolean => boot.permissions.includes('*') || boot.permissions.includes(permission)

export function useSession(): Session {
  const boot = useBoot()
  return useMemo(
    () => ({
      account: boot.account,
      member: boot.member,
      community: boot.community,
      communities: boot.communities,
      plugins: boot.plugins,
      isAdmin: boot.member?.isAdmin ?? false,
      signUpAllowed: boot.community.sign_up_allowed,
      signUpPath: (query) => signUpPath(boot.community.custom_sign_up_link_url, query),
      viewOnly: boot.viewOnly,
      masquerading: boot.masquerading,
      can: (permission) => holds(boot, permission),
      has: (plugin) => boot.plugins.some(({ id, status }) => id === plugin && status === 'on'),
    }),
    [boot],
  )
}

/** The server no longer knows our session: whoever was signed in is a visitor now. */
export function markSignedOut(): void {
  const boot = getBoot()
  if (!boot.account) return
  setBoot({ ...boot, account: null, member: null, permissions: [], communities: [], viewOnly: false, masquerading: null })
}

let refreshing: Promise<void> | null = null
/**
 * Asks the server for the boot data again: a plugin was switched, a role or the branding changed.
 * Calls within one refresh share it. A failure leaves everything as it is and is logged.
 */
export function refreshBoot(): Promise<void> {
  refreshing ??= load()
    .catch((error) => console.error('The session could not be refreshed.', error))
    .finally(() => {
      refreshing = null
    })
  return refreshing
}
async function load(): Promise<void> {
  const response = await fetch('/boot', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`/boot answered ${response.status}`)
  const next: BootData = await response.json()
  const before = getBoot()
  if (next.release !== before.release) markOutdated()
  if (next.messages.first !== before.messages.first) await loadWords(next.messages)
  setBoot({ ...next, page: before.page, flash: null })
}
