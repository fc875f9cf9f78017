/** The kernel's routes that the shell calls, and the shapes of what they take and answer; one route that a plugin may answer. */
import type { Route, RouteInput, RouteReply, z } from '@atrium/sdk'
import auth from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import engine from '@atrium/sdk/kernel/jobs'
import mail from '@atrium/sdk/kernel/mail'

// Who one is

export const { signIn, signOut, signUp, emailLookup, askPassword, passwordLink, setPassword, sendConfirmation, confirmEmail } = auth.routes
export const { account, updateAccount, deleteAccount, changePassword, changeEmail, sessions, endSession, endSessions } = auth.routes
export const { methods, startTwoFa, confirmTwoFa, removeTwoFa, verifyTwoFa, renewRecoveryCodes } = auth.routes
export const { passkeyOptions, createPasskey, renamePasskey, deletePasskey, passkeySignInOptions, passkeySignIn } = auth.routes
export const { linkProvider, unlinkProvider } = auth.routes
export const { signInSettings, updateSignInSettings, offers: signInOffers } = auth.routes
export type Methods = RouteReply<typeof methods>
export type PasswordLink = RouteReply<typeof passwordLink>
export type Way = PasswordLink['ways'][number]
export type Passkey = Methods['passkeys'][number]
export type Profile = RouteReply<typeof account>
export type ProfileChange = RouteInput<typeof updateAccount>['body']
export type Session = RouteReply<typeof sessions>['records'][number]

// Communities, their plugins, tiers, roles and members

export const { switchers, reorderSwitchers, leave: leaveCommunity, choose: chooseCommunity, create: createCommunity } = communities.routes
export const { community, updateCommunity, settings: communitySettings } = communities.routes
export const { plugins, switchPlugin, pluginSettings, updatePluginSettings, tiers, updateTiers } = communities.routes
export const { roles, createRole, updateRole, deleteRole, memberRoles, updateMemberRoles } = communities.routes
export type SwitcherEntry = RouteReply<typeof switchers>['records'][number]
export type Community = RouteReply<typeof community>
export type CommunitySettings = RouteReply<typeof communitySettings>
export type CommunityChange = RouteInput<typeof updateCommunity>['body']
export type Branding = Community['branding']
export type Theme = Branding['theme']
export type PluginState = RouteReply<typeof plugins>['records'][number]
export type TierRow = RouteReply<typeof tiers>['records'][number]
export type Role = RouteReply<typeof roles>['records'][number]
export type Permission = RouteReply<typeof roles>['permissions'][number]
export type RoleMember = RouteReply<typeof memberRoles>['records'][number]

// The engine room, mails, tokens

export const { jobs, replay: replayJobs, resume: resumeQueue, remove: deleteJob, health, audit } = engine.routes
export const { list: outbox, show: outboxMail, resend: resendMail } = mail.routes
export const { tokens, createToken, revokeToken } = auth.routes
export type JobsPage = RouteReply<typeof jobs>
export type PausedQueue = JobsPage['paused'][number]
export type DeadLetter = JobsPage['dead_letters']['records'][number]
export type AuditEntry = RouteReply<typeof audit>['records'][number]
export type OutboxMail = RouteReply<typeof outbox>['records'][number]
export type OutboxMailFull = RouteReply<typeof outboxMail>
export type MailStatus = OutboxMail['status']
export type ApiToken = RouteReply<typeof tokens>['records'][number]
export type Scope = NonNullable<RouteInput<typeof createToken>['body']['scopes']>[number]

// Answered by whichever plugin is on; 404 where none is

type Typed<T> = z.ZodType<T, T>
type Answered<Query, Reply> = Route<{ can: 'member'; query: Typed<Query>; reply: Typed<Reply> }>
type Plain<Reply> = Route<{ can: 'account'; reply: Typed<Reply> }>
type Written = Route<{ can: 'account'; reply: Typed<{ success: true }> }>
const foreign = <R extends Route>(plugin: string, name: string, method: R['method'], path: string): R =>
  ({ plugin, name, method, path, options: { can: 'account' } }) as R

export interface SearchResult {
  kind: string
  plugin: string
  icon: string
  id: number
  title: string
  /** In parts; those marked are the words that were looked for. */
  excerpt: { text: string; mark: boolean }[]
  path: string
  space: { name: string; emoji: string | null } | null
  updated_at: string
}
export const search = foreign<Answered<{ text: string }, { records: SearchResult[] }>>('content', 'search', 'GET', '/internal_api/search')
export interface CommunityTemplate {
  id: string
  name: string
  description: string
  icon: string
  groups: { name: string; spaces: { name: string; emoji: string }[] }[]
}
export const templates = foreign<Plain<{ records: CommunityTemplate[]; questions: { key: string; options: string[] }[] }>>(
  'community',
  'templates',
  'GET',
  '/internal_api/community/templates',
)
export const legalTexts = foreign<Plain<{ consent_required: boolean; kinds: string[] }>>('community', 'legalTexts', 'GET', '/internal_api/legal')
export const joinHere = foreign<Route<{ can: 'account'; body: Typed<{ consent?: boolean }>; reply: Typed<{ success: true }> }>>(
  'community',
  'joinHere',
  'POST',
  '/internal_api/community/join',
)
export const stopMasquerade = foreign<Written>('masquerading', 'stop', 'DELETE', '/internal_api/masquerading/masquerades')
