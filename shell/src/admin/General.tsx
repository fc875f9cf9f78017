/** Name, language, who may come in, logo and icon, and what members may do. */
import { Field, Input, Query, SettingsForm, SettingsPage, Skeleton, useRead, useSession, useT } from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import type { Community, CommunitySettings } from '../api.ts'
import { Branding, brandingOf } from './Branding.tsx'
import { EndingCard } from './EndingCard.tsx'
import { Ownership } from './Ownership.tsx'

const { community: communityRoute, settings: communitySettings, updateCommunity } = communities.routes

/** The switches of the settings record; those that other pages keep stand there, beside what they are about. */
const RULES = {
  visitors: ['public_member_directory', 'public_events_page', 'allow_profile_search_indexing', 'enforce_otp_for_signup'],
  members: ['hide_emails_on_member_profiles', 'deactivate_account_enabled', 'allow_moderator_csv_download', 'weekly_digest_enabled'],
  posts: ['hide_post_settings', 'disable_member_post_covers'],
  appearance: ['dark_mode_enabled', 'customize_community_enabled', 'cached_pundit_api_enabled'],
} as const satisfies Record<string, readonly (keyof CommunitySettings)[]>

/** Switches of what only a plugin does stay away until it is there. */
const NEEDS: Partial<Record<keyof CommunitySettings, string>> = { public_events_page: 'events', weekly_digest_enabled: 'digest' }

const HEIGHT = 960

export default function General() {
  const t = useT()
  const query = useRead(communityRoute)
  const settings = useRead(communitySettings)
  return (
    <SettingsPage name="communities/General" title={t('admin.general')} text={t('general.text')} query={query} height={HEIGHT}>
      {(community) => (
        <Query query={settings} skeleton={<Skeleton w="100%" h={HEIGHT} />}>
          {(record) => (
            <div className="grid gap-6">
              <Edited community={community} settings={record} />
              <Ownership />
              <EndingCard name={community.name} />
            </div>
          )}
        </Query>
      )}
    </SettingsPage>
  )
}

function Edited({ community, settings }: { community: Community; settings: CommunitySettings }) {
  const t = useT()
  const { has } = useSession()
  return (
    <SettingsForm
      saved={{ ...settings, ...community, ...brandingOf(community.branding) }}
      save={updateCommunity}
      words="general"
      disabled={(field, { is_private, allow_signups_to_public_community: open }) =>
        field === 'show_signup_link' && open && !is_private ? t('general.show_signup_link.open') : undefined
      }
      optionWords={(_, locale) => t(`language.${locale}`)}
      sections={({ value, set }) => [
        {
          fields: [
            'name',
            <Field key="slug" label={t('general.slug')} help={t('general.slug.help')}>
              <Input readOnly value={community.slug} />
            </Field>,
            'locale',
          ],
        },
        {
          title: t('general.access.title'),
          text: t('general.access.text'),
          fields: ['is_private', 'allow_signups_to_public_community', 'show_signup_link', 'custom_sign_up_link_url'],
        },
        { fields: ['community_switcher_enabled', 'reply_to_email'] },
        { title: t('branding.title'), text: t('branding.text'), children: <Branding value={value} set={set} /> },
        ...Object.entries(RULES).map(([group, keys]) => ({
          title: t(`rules.${group}`),
          fields: keys.filter((key) => !NEEDS[key] || has(NEEDS[key])),
        })),
      ]}
    />
  )
}
