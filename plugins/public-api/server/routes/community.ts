/** The community itself. */
import { AtriumError } from '@atrium/sdk'
import communities from '@atrium/sdk/kernel/communities'
import { type Ctx, unlessRefused } from '@atrium/sdk/server'
import communityPlugin from '../../../community/contract.ts'
import media from '../../../media/contract.ts'
import members from '../../../members/contract.ts'
import { community as routes, type CommunityInput } from '../../contract/community.ts'
import { serve } from '../service/guard.ts'

const LOCALES: Record<string, string> = { pt: 'pt-BR', 'pt-PT': 'pt-BR' }

async function show(ctx: Ctx) {
  const is = await ctx.call(communities.routes.community)
  const settings = (await ctx.call(communities.routes.settings)) as Record<string, unknown>
  const [uploads, onboarding] = [
    await unlessRefused(ctx.call(media.routes.settings), null, 403),
    ctx.has(communityPlugin) ? await unlessRefused(ctx.call(communityPlugin.routes.onboarding), null, 403) : null,
  ]
  const { created_at } = is
  const own = (name: string) => settings[name] === true
  return {
    ...{ id: is.id, created_at, updated_at: created_at, name: is.name, slug: is.slug, is_private: is.is_private, reply_to_email: is.reply_to_email },
    locale: is.locale.split('-')[0]!,
    allow_signups_to_public_community: is.allow_signups_to_public_community,
    community_switcher_enabled: is.community_switcher_enabled,
    ...{ custom_cta_for_share_links: false, locked_post_cta_heading: null, locked_post_cta_body: null, locked_post_cta_button_text: null },
    ...{ locked_post_cta_button_url: null, custom_tos_enabled: own('consent_required'), custom_tos: null },
    ...{ default_existing_member_space_id: null, default_logged_out_space_id: null, default_new_member_space_id: null },
    default_search_sorting: 'relevance',
    private_signup_link_label: null,
    private_signup_link_url: is.custom_sign_up_link_url,
    white_label: true,
    ...{ weekly_digest_enabled: own('weekly_digest_enabled'), digest_subject: null, digest_intro: null },
    ...{ digests_hide_posts: null, digests_hide_comments: null, digests_hide_stats: null, digests_hide_members: null },
    prefs: { has_posts: true, has_spaces: true, has_invited_member: true, ...is.prefs },
    community_setting: {
      ...{ id: is.id, created_at, updated_at: created_at, ios_app_enabled: false, show_ios_app_banner: false },
      deactivate_account_enabled: own('deactivate_account_enabled'),
      allow_profile_search_indexing: own('allow_profile_search_indexing'),
      truncate_post_body_in_email_notifications: false,
      hide_emails_on_member_profiles: own('hide_emails_on_member_profiles'),
      allow_members_to_go_live: false,
      enforce_otp_for_signup: own('enforce_otp_for_signup'),
      ...{ community_activity_notifications_email_enabled: true, community_activity_notifications_in_app_enabled: true },
      desktop_app_community_visibility_enabled: false,
      allow_moderator_csv_download: own('allow_moderator_csv_download'),
      member_media_uploads_enabled: uploads?.members_may_upload ?? true,
      default_space_ids: onboarding?.default_space_ids ?? [],
      ...{ default_logged_out_redirect_type: null, default_logged_out_redirect_id: null },
    },
  }
}

async function change(ctx: Ctx, { community = {}, community_setting = {} }: CommunityInput): Promise<void> {
  const { private_signup_link_url, logo, locale, prefs, ...same } = community
  const { member_media_uploads_enabled, default_space_ids, ...switches } = community_setting
  const { prefs: now } = prefs ? await ctx.call(communities.routes.community) : { prefs: null }
  const fields = {
    ...same,
    ...switches,
    ...(locale === undefined ? {} : { locale: LOCALES[locale] ?? locale }),
    ...(private_signup_link_url === undefined ? {} : { custom_sign_up_link_url: private_signup_link_url || null }),
    ...(logo === undefined ? {} : { logo_signed_id: logo }),
    ...(prefs
      ? { prefs: { brand_color: { ...now!.brand_color, ...prefs.brand_color }, brand_text_color: { ...now!.brand_text_color, ...prefs.brand_text_color } } }
      : {}),
  }
  if (Object.keys(fields).length) await ctx.call(communities.routes.updateCommunity, { body: fields as never })
  if (member_media_uploads_enabled !== undefined) await ctx.call(media.routes.updateSettings, { body: { members_may_upload: member_media_uploads_enabled } })
  if (default_space_ids && ctx.has(communityPlugin)) await ctx.call(communityPlugin.routes.updateOnboarding, { body: { default_space_ids } })
}

export const community = serve(routes, {
  community: (ctx) => show(ctx),
  async updateCommunity(ctx, { body }) {
    await change(ctx, body)
    return show(ctx)
  },
  async chatPreferences(ctx, { body }) {
    const { messaging_enabled, ...others } = 'chat_preferences' in body ? body.chat_preferences : body
    const changes = { ...others, ...(messaging_enabled === undefined ? {} : { enabled: messaging_enabled }) }
    const { messaging } = await ctx.call(members.routes.updateConnectSettings, { body: { messaging: changes } })
    if (!messaging) throw new AtriumError(401, 'feature_disabled', 'Messages are turned off here.')
    const { enabled, require_connection_before_messaging: _, ...shown } = messaging
    return { messaging_enabled: enabled, ...shown }
  },
  connectSettings: (ctx) => ctx.call(members.routes.connectSettings),
  updateConnectSettings: (ctx, { body }) => ctx.call(members.routes.updateConnectSettings, { body }),
})
