/** The community itself, its messages and connections (A.2.1 of the published API). */
import { get, patch, put } from '@atrium/sdk'
import members from '../../members/contract.ts'
import { asked, ids, int, maybe, maybeInt, moment, text, words, yes, z } from './wire.ts'

const colours = z.object({ light: text, dark: text })
/** What a community has is answered as it is; what Atrium has no such thing of, as the published API has it where it is off. */
const CommunityRecord = z.object({
  id: int,
  created_at: moment,
  updated_at: moment,
  name: text,
  locale: text,
  slug: text,
  allow_signups_to_public_community: yes,
  community_switcher_enabled: yes,
  custom_cta_for_share_links: yes,
  locked_post_cta_heading: maybe,
  locked_post_cta_body: maybe,
  locked_post_cta_button_text: maybe,
  locked_post_cta_button_url: maybe,
  custom_tos_enabled: yes,
  custom_tos: maybe,
  default_existing_member_space_id: maybeInt,
  default_logged_out_space_id: maybeInt,
  default_new_member_space_id: maybeInt,
  default_search_sorting: text,
  is_private: yes.nullable(),
  private_signup_link_label: maybe,
  private_signup_link_url: maybe,
  reply_to_email: maybe,
  white_label: yes,
  weekly_digest_enabled: yes,
  digest_subject: maybe,
  digest_intro: maybe,
  digests_hide_posts: yes.nullable(),
  digests_hide_comments: yes.nullable(),
  digests_hide_stats: yes.nullable(),
  digests_hide_members: yes.nullable(),
  prefs: z.object({ has_posts: yes, has_spaces: yes, brand_color: colours, brand_text_color: colours, has_invited_member: yes }),
  community_setting: z.object({
    id: int,
    created_at: moment,
    updated_at: moment,
    ios_app_enabled: yes,
    show_ios_app_banner: yes,
    deactivate_account_enabled: yes,
    allow_profile_search_indexing: yes,
    truncate_post_body_in_email_notifications: yes,
    hide_emails_on_member_profiles: yes,
    allow_members_to_go_live: yes,
    enforce_otp_for_signup: yes,
    community_activity_notifications_email_enabled: yes,
    community_activity_notifications_in_app_enabled: yes,
    desktop_app_community_visibility_enabled: yes,
    allow_moderator_csv_download: yes,
    member_media_uploads_enabled: yes,
    default_space_ids: z.array(int),
    default_logged_out_redirect_type: maybe,
    default_logged_out_redirect_id: maybeInt,
  }),
})
const pair = z.object({ light: words(20), dark: words(20) }).partial()
/** Fields that are named and not taken here are left as they are. */
const CommunityInput = z.object({
  community: z
    .object({
      name: words(200),
      locale: z.enum(['en', 'pt', 'pt-PT', 'es', 'fr', 'it']),
      allow_signups_to_public_community: yes,
      community_switcher_enabled: yes,
      is_private: yes,
      private_signup_link_url: words(2_000).nullable(),
      reply_to_email: words(320).nullable(),
      /** Signed id of an upload. */
      logo: words(500).nullable(),
      prefs: z.object({ brand_color: pair, brand_text_color: pair }).partial(),
    })
    .partial()
    .optional(),
  community_setting: z
    .object({
      deactivate_account_enabled: yes,
      allow_profile_search_indexing: yes,
      hide_emails_on_member_profiles: yes,
      enforce_otp_for_signup: yes,
      allow_moderator_csv_download: yes,
      member_media_uploads_enabled: yes,
      default_space_ids: ids,
    })
    .partial()
    .optional(),
})
export type CommunityInput = z.output<typeof CommunityInput>
const ChatPreferences = z
  .object({ messaging_enabled: yes, group_messaging_enabled: yes, voice_messages_enabled: yes, member_to_member_messaging_enabled: yes })
  .partial()

export const community = {
  community: get('/api/admin/v2/community', { ...asked, reply: CommunityRecord, summary: 'The community' }),
  updateCommunity: put('/api/admin/v2/community', {
    ...asked,
    transaction: false,
    body: CommunityInput,
    reply: CommunityRecord,
    summary: 'Change the community',
  }),
  chatPreferences: put('/api/admin/v2/chat_preferences', {
    ...asked,
    body: z.union([z.object({ chat_preferences: ChatPreferences }), ChatPreferences]),
    reply: z.object({ messaging_enabled: yes, group_messaging_enabled: yes, voice_messages_enabled: yes, member_to_member_messaging_enabled: yes }),
    summary: 'Who may write to whom',
  }),
  connectSettings: get('/api/admin/v2/settings/connect', {
    ...asked,
    reply: members.routes.connectSettings.options.reply,
    summary: 'Connections and the directory',
  }),
  updateConnectSettings: patch('/api/admin/v2/settings/connect', {
    ...asked,
    body: members.routes.updateConnectSettings.options.body,
    reply: members.routes.connectSettings.options.reply,
    summary: 'Change connections and the directory',
  }),
}
