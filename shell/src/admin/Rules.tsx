/** The community's settings record: what visitors may see, what members may do; each switch saves by itself. */
import { Card, CardHead, host, SettingRow, Skeleton, Switch, toast, useQueryCache, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import { type CommunitySettings, communitySettings, updateSettings } from '../api.ts'

/** Those that other pages keep, beside what they are about: home page, landing page, consent. */
const GROUPS = {
  visitors: ['public_member_directory', 'public_events_page', 'allow_profile_search_indexing', 'enforce_otp_for_signup'],
  members: ['hide_emails_on_member_profiles', 'deactivate_account_enabled', 'allow_moderator_csv_download', 'weekly_digest_enabled'],
  posts: ['hide_post_settings', 'disable_member_post_covers'],
  appearance: ['dark_mode_enabled', 'customize_community_enabled', 'cached_pundit_api_enabled'],
} as const satisfies Record<string, readonly (keyof CommunitySettings)[]>

/** Switches of what only a plugin does stay away until it is there. */
const NEEDS: Partial<Record<keyof CommunitySettings, string>> = { public_events_page: 'events', weekly_digest_enabled: 'digest' }

export function Rules() {
  const t = useT()
  const { has } = useSession()
  const shown = (key: keyof CommunitySettings) => !NEEDS[key] || has(NEEDS[key])
  const cache = useQueryCache()
  const query = useRead(communitySettings)
  const save = useWrite(updateSettings, {
    optimistic: (store, input) =>
      store.update(communitySettings, undefined, (before) => ({ ...before, ...(input as { body: Partial<CommunitySettings> }).body })),
    onError: (error) => toast.error(error.message),
    onSuccess: (reply) => {
      cache.update(communitySettings, undefined, () => reply)
      void host.refreshBoot()
    },
  })
  if (!query.data) return <Skeleton w="100%" h={420} className="mt-4" />
  const settings = query.data
  return (
    <div className="mt-4 grid gap-4">
      {Object.entries(GROUPS).map(([group, keys]) => (
        <Card key={group}>
          <CardHead title={t(`rules.${group}`)} />
          <div>
            {keys.filter(shown).map((key) => (
              <SettingRow
                key={key}
                title={t(`rules.${key}`)}
                text={t(`rules.${key}.help`)}
                control={(aria) => (
                  <Switch {...aria} checked={settings[key]} onChange={(on) => void save.mutateAsync({ body: { [key]: on } }).catch(() => {})} />
                )}
              />
            ))}
          </div>
        </Card>
      ))}
    </div>
  )
}
