/** Who asks: the account, the member, and the rights that the session or token gives. */
import type { AccountInfo, Ctx, MemberInfo } from '@atrium/sdk/server'

/** As whom somebody looks. */
export type Masquerade = NonNullable<Ctx['masquerade']>

export interface Identity {
  /** Null for API tokens and for work without a browser. */
  sessionId: number | null
  account: AccountInfo & { appearance: 'light' | 'dark' | 'system' | null; hasPassword: boolean }
  /** Null where this person is no active member of the community. */
  member: MemberInfo | null
  /** Full names. */
  permissions: Set<string>
  /** Admins hold all. */
  allPermissions: boolean
  /** As whom the session looks; `member` is then that one, null for a visitor. */
  masquerade: Masquerade | null
  /** Of an API token. */
  scopes: string[] | null
  /** Which asks, and of what kind. */
  apiToken: { id: number; kind: string } | null
  chosenCommunityId: number | null
  /** Came in by a community's own provider: good there alone. */
  held: boolean
  /** When this session last passed a challenge; and when it began. Null without a session. */
  provedAt: Date | null
  signedInAt: Date | null
  /** Signs in with a second factor. */
  secondFactor: boolean
  /** A role here asks for a second factor. Where there is none it is due: until it is set up, this person is a member of nothing. */
  secondFactorAsked: boolean
  secondFactorDue: boolean
}
