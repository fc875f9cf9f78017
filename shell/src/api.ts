/** The shapes of what the kernel's routes take and answer, by the names that the shell's pages use. */
import type { RouteInput, RouteReply } from '@atrium/sdk'
import type auth from '@atrium/sdk/kernel/auth'
import type communities from '@atrium/sdk/kernel/communities'

// Who one is

export type Methods = RouteReply<typeof auth.routes.methods>
export type PasswordLink = RouteReply<typeof auth.routes.passwordLink>
export type Way = PasswordLink['ways'][number]
export type Passkey = Methods['passkeys'][number]
export type Profile = RouteReply<typeof auth.routes.account>
export type ProfileChange = RouteInput<typeof auth.routes.updateAccount>['body']
export type Session = RouteReply<typeof auth.routes.sessions>['records'][number]

// Communities, their plugins, tiers, roles and members

export type SwitcherEntry = RouteReply<typeof communities.routes.switchers>['records'][number]
export type Community = RouteReply<typeof communities.routes.community>
export type CommunitySettings = RouteReply<typeof communities.routes.settings>
export type CommunityChange = RouteInput<typeof communities.routes.updateCommunity>['body']
export type Branding = Community['branding']
export type Theme = Branding['theme']
export type PluginState = RouteReply<typeof communities.routes.plugins>['records'][number]
export type TierRow = RouteReply<typeof communities.routes.tiers>['records'][number]
export type PlatformOwner = RouteReply<typeof communities.routes.owners>['records'][number]
export type Role = RouteReply<typeof communities.routes.roles>['records'][number]
export type Permission = RouteReply<typeof communities.routes.roles>['permissions'][number]
export type RoleMember = RouteReply<typeof communities.routes.memberRoles>['records'][number]
