/** The reply of `GET /internal_api/pundit_users`: who asks, in which community, with which rights and settings. */
import { statement } from '@atrium/sdk/server'
import type { KernelCtx } from '../kernel-ctx.ts'
import type { CommunityState } from './state.ts'

interface MemberRow extends Record<'bio' | 'location' | 'website' | 'time_zone', string | null> {
  preferences: Record<string, unknown>
  created_at: Date
  last_seen_at: Date | null
}
// index scan of member_pkey, then one row
const memberRow = statement<MemberRow>(
  'kernel_bundle_member',
  'select bio, location, website, time_zone, preferences, created_at, last_seen_at from kernel.member where community_id = $1 and id = $2',
)

/** What the community lets this person do: its own rules, and the permissions that plugins declare as policies. */
const policies = (ctx: KernelCtx, state: CommunityState) => ({
  custom_login_custom_sign_up: state.settings.custom_sign_up_link_url !== null,
  ...Object.fromEntries(
    ctx.modules.registry.permissions
      .filter(({ policy }) => policy)
      .map(({ full, plugin }) => [`can_${full.slice(plugin.length + 1)}`, ctx.has({ id: plugin }) && ctx.can(full)]),
  ),
})

export async function bundleOf(ctx: KernelCtx) {
  const { identity, account, member, modules } = ctx
  const state = await modules.communities.state(ctx.community.id)
  const { records } = modules.communities
  const [row] = member ? await ctx.unit.read(memberRow, [member.id]) : []
  const settings = modules.communities.publicSettings(state)
  const record = records.present(state)
  const { branding, reply_to_email, ...community } = record
  return {
    current_user: account && {
      id: account.id,
      name: account.name,
      email: account.email,
      locale: account.locale,
      appearance: identity!.account.appearance,
      email_confirmed: account.emailConfirmed,
      is_platform_owner: account.isPlatformOwner,
    },
    current_community: {
      ...community,
      ...branding,
      sign_in_url: `${state.info.url}/user/sign_in`,
      // Atrium itself sells nothing: plans, trials and payments belong to plugins
      is_on_trial: false,
      has_payment_processor_enabled: false,
      subscription_cancelled: false,
      promotion_enabled: false,
      customize_community_feature_flag_enabled: settings.customize_community_enabled,
      policies: policies(ctx, state),
    },
    current_community_settings: settings,
    onboarding_flags: { email_confirmed: account?.emailConfirmed ?? false, has_avatar: member?.avatarUrl != null, has_headline: Boolean(member?.headline) },
    current_community_member: member &&
      row && {
        id: member.id,
        user_id: member.accountId,
        community_id: state.info.id,
        public_uid: member.publicUid,
        name: member.name,
        headline: member.headline,
        bio: row.bio,
        avatar_url: member.avatarUrl,
        time_zone: row.time_zone,
        profile_info: { website: row.website, location: row.location },
        roles: { admin: member.isAdmin, moderator: member.isModerator },
        created_at: row.created_at,
        last_seen_at: row.last_seen_at,
        preferences: { has_seen_widget_onboarding: false, ...row.preferences },
      },
    display_community_switcher: account !== null && settings.community_switcher_enabled && (await records.ofAccount(account.id)).length > 1,
    view_only_masquerading: ctx.viewOnly,
    masquerading_entity: ctx.masquerade?.entity ?? null,
    is_admin: member?.isAdmin ?? false,
    is_moderator: member?.isModerator ?? false,
    current_user_roles: member?.roles ?? [],
  }
}
