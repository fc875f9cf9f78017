/** Name, language, who may come in, logo and icon. */
import {
  Card,
  CardHead,
  Field,
  Form,
  host,
  Input,
  LOCALES,
  Query,
  SaveBar,
  Select,
  SettingRow,
  Skeleton,
  Switch,
  useEdits,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { type Community, type CommunityChange, community as communityRoute, updateCommunity } from '../api.ts'
import { Rules } from './Rules.tsx'
import { AdminPage } from './AdminPage.tsx'
import { Branding } from './Branding.tsx'

export default function General() {
  const t = useT()
  const query = useRead(communityRoute)
  return (
    <AdminPage name="communities/General" title="admin.general" text={t('general.text')}>
      <Query query={query} skeleton={<GeneralSkeleton />}>
        {(community) => <GeneralForm community={community} />}
      </Query>
      <Rules />
    </AdminPage>
  )
}

/** What the fields are called that two admins may have changed at once. */
const LABELS: Partial<Record<keyof Community, string>> = {
  name: 'general.name',
  locale: 'general.locale',
  is_private: 'general.private',
  allow_signups_to_public_community: 'general.signUp',
}

function GeneralForm({ community }: { community: Community }) {
  const t = useT()
  const { branding: _, version, ...fields } = community
  const write = useWrite(updateCommunity, { invalidates: [communityRoute] })
  const { value, set, errors, form, bar } = useEdits(
    fields,
    async (changes, version) => {
      await write.mutateAsync({ body: { ...changes, version } as CommunityChange })
      void host.refreshBoot()
    },
    { version, fieldsOf: (record: Community) => record, label: (field) => t(LABELS[field] ?? 'admin.general') },
  )

  return (
    <Form {...form}>
      <Card pad className="grid gap-4">
        <div className="grid gap-4 desk:grid-cols-2">
          <Field label={t('general.name')} error={errors.name}>
            <Input required maxLength={80} value={value.name} onChange={(event) => set({ name: event.target.value })} />
          </Field>
          <Field label={t('general.slug')} help={t('general.slug.help')}>
            <Input readOnly value={community.slug} />
          </Field>
        </div>
        <Field label={t('general.locale')} help={t('general.locale.help')} error={errors.locale} className="desk:max-w-[calc(50%-8px)]">
          <Select
            value={value.locale}
            onChange={(event) => set({ locale: event.target.value })}
            options={LOCALES.map((tag) => ({ value: tag, label: t(`language.${tag}`) }))}
          />
        </Field>
      </Card>
      <Card>
        <CardHead title={t('general.access.title')} text={t('general.access.text')} />
        <div>
          <SettingRow
            title={t('general.private')}
            text={t('general.private.help')}
            control={(aria) => <Switch {...aria} checked={value.is_private} onChange={(on) => set({ is_private: on })} />}
          />
          <SettingRow
            title={t('general.signUp')}
            text={t('general.signUp.help')}
            control={(aria) => (
              <Switch {...aria} checked={value.allow_signups_to_public_community} onChange={(on) => set({ allow_signups_to_public_community: on })} />
            )}
          />
          <SettingRow
            title={t('general.signUpLink')}
            text={t('general.signUpLink.help')}
            control={(aria) => <Switch {...aria} checked={value.show_signup_link} onChange={(on) => set({ show_signup_link: on })} />}
          />
          <div className="border-t px-4 py-4 desk:px-5">
            <Field label={t('general.customSignUp')} help={t('general.customSignUp.help')} error={errors.custom_sign_up_link_url}>
              <Input
                type="url"
                placeholder="https://"
                value={value.custom_sign_up_link_url ?? ''}
                onChange={(event) => set({ custom_sign_up_link_url: event.target.value || null })}
              />
            </Field>
          </div>
        </div>
      </Card>
      <Card>
        <SettingRow
          title={t('general.switcher')}
          text={t('general.switcher.help')}
          control={(aria) => <Switch {...aria} checked={value.community_switcher_enabled} onChange={(on) => set({ community_switcher_enabled: on })} />}
        />
        <div className="border-t px-4 py-4 desk:px-5">
          <Field label={t('general.replyTo')} help={t('general.replyTo.help')} error={errors.reply_to_email}>
            <Input
              type="email"
              placeholder="hello@example.com"
              value={value.reply_to_email ?? ''}
              onChange={(event) => set({ reply_to_email: event.target.value || null })}
            />
          </Field>
        </div>
      </Card>
      <Branding community={community} />
      <SaveBar {...bar} />
    </Form>
  )
}

const GeneralSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton w="100%" h={196} />
    <Skeleton w="100%" h={380} />
    <Skeleton w="100%" h={420} />
  </div>
)
