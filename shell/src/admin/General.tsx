/** Name, language, who may come in, logo and icon, and what members may do. */
import { Field, Input, Query, SettingsForm, SettingsPage, Skeleton, useRead, useT } from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import type { Community, CommunitySettings, PluginState } from '../api.ts'
import { Branding, brandingOf, type BrandingValues } from './Branding.tsx'
import { EndingCard } from './EndingCard.tsx'
import { Ownership } from './Ownership.tsx'

const { community: communityRoute, settings: communitySettings, updateCommunity, plugins: pluginsRoute } = communities.routes

/** The house's own switches of the settings record, by where they stand; plugins bring theirs. */
const OWN: Record<PluginState['switches'][number]['group'], readonly string[]> = {
  visitors: ['public_member_directory', 'enforce_otp_for_signup'],
  members: ['deactivate_account_enabled'],
  posts: [],
  appearance: ['dark_mode_enabled', 'customize_community_enabled', 'cached_pundit_api_enabled'],
}

const HEIGHT = 960

export default function General() {
  const t = useT()
  const query = useRead(communityRoute)
  const settings = useRead(communitySettings)
  const plugins = useRead(pluginsRoute)
  return (
    <SettingsPage name="communities/General" title={t('admin.general')} text={t('general.text')} query={query} height={HEIGHT}>
      {(community) => (
        <Query query={settings} skeleton={<Skeleton w="100%" h={HEIGHT} />}>
          {(record) => (
            <div className="grid gap-6">
              <Query query={plugins} skeleton={<Skeleton w="100%" h={HEIGHT} />}>
                {({ records }) => <Edited community={community} settings={record} plugins={records.filter(({ status }) => status === 'on')} />}
              </Query>
              <Ownership />
              <EndingCard name={community.name} />
            </div>
          )}
        </Query>
      )}
    </SettingsPage>
  )
}

function Edited({ community, settings, plugins }: { community: Community; settings: CommunitySettings; plugins: PluginState[] }) {
  const t = useT()
  const brought = plugins.flatMap(({ id, switches }) => switches.map((one) => ({ ...one, id })))
  const owners = new Map(brought.map(({ key, id }) => [key, id]))
  return (
    <SettingsForm<Record<string, any>>
      fields={[...updateCommunity.form!, ...['public_member_directory', ...owners.keys()].map((key) => ({ key, kind: 'switch' as const }))]}
      ownerOf={(field) => owners.get(field)}
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
        { title: t('branding.title'), text: t('branding.text'), children: <Branding value={value as BrandingValues} set={set} /> },
        ...Object.entries(OWN)
          .map(([group, keys]) => ({
            title: t(`rules.${group}`),
            fields: [...keys, ...brought.filter((one) => one.group === group).map(({ key }) => key)],
          }))
          .filter(({ fields }) => fields.length > 0),
      ]}
    />
  )
}
