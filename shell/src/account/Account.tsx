/** One's own profile: picture, words, language, time zone, appearance. */
import shell from '@atrium/sdk/kernel/shell'
import { useState } from 'react'
import {
  AccountFrame,
  Avatar,
  Button,
  Card,
  Field,
  FilePicker,
  Form,
  host,
  Input,
  LOCALES,
  Query,
  SaveBar,
  Select,
  Skeleton,
  Slot,
  Textarea,
  toast,
  uploadFile,
  useAppearance,
  useEdits,
  useRead,
  useSession,
  useT,
  useWrite,
  ZonePicker,
} from '@atrium/sdk/web'
import { localeOfReader } from '@atrium/sdk'
import auth from '@atrium/sdk/kernel/auth'
import type { Profile, ProfileChange } from '../api.ts'

const { account: accountRoute, updateAccount } = auth.routes

export default function Account() {
  const t = useT()
  const query = useRead(accountRoute)
  return (
    <AccountFrame name="accounts/Account" title={t('account.tab.profile')} current="profile">
      <Query query={query} skeleton={<ProfileSkeleton />}>
        {(profile) => (
          <>
            <ProfileForm profile={profile} />
            <Slot of={shell.slots['account.profile']} />
          </>
        )}
      </Query>
    </AccountFrame>
  )
}

function ProfileForm({ profile }: { profile: Profile }) {
  const t = useT()
  const { community } = useSession()
  // as the server reads it from the browser's header
  const ofBrowser = localeOfReader(undefined, navigator.languages.join(), community.locale)
  const write = useWrite(updateAccount, { invalidates: [accountRoute] })
  const appearance = useAppearance()
  const { value, set, errors, form, bar } = useEdits<Profile>(profile, async (changes) => {
    await write.mutateAsync({ body: changes as ProfileChange })
    if (changes.appearance !== undefined) appearance.set(changes.appearance)
    if (changes.locale !== undefined) return location.reload()
    void host.refreshBoot()
  })

  const text = (key: 'headline' | 'location' | 'website') => ({
    value: value[key] ?? '',
    onChange: (event: { target: { value: string } }) => set({ [key]: event.target.value || null }),
  })
  return (
    <Form {...form}>
      <div className="grid gap-4">
        <PictureCard profile={profile} />
        <Card pad>
          <div className="grid gap-4">
            <Field label={t('field.name')} error={errors.name}>
              <Input required maxLength={100} autoComplete="name" value={value.name} onChange={(event) => set({ name: event.target.value })} />
            </Field>
            <Field label={t('field.headline')} help={t('account.headline.help')} error={errors.headline}>
              <Input maxLength={160} {...text('headline')} />
            </Field>
            <Field label={t('field.bio')} error={errors.bio}>
              <Textarea rows={4} maxLength={2000} value={value.bio ?? ''} onChange={(event) => set({ bio: event.target.value || null })} />
            </Field>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t('field.location')} error={errors.location}>
                <Input maxLength={120} autoComplete="address-level2" {...text('location')} />
              </Field>
              <Field label={t('field.website')} error={errors.website}>
                <Input inputMode="url" maxLength={300} autoComplete="url" placeholder="https://" {...text('website')} />
              </Field>
            </div>
          </div>
        </Card>
        <Card pad>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('account.language')}
              help={value.locale === null ? t('account.language.emails', { language: t(`language.${community.locale}`) }) : undefined}
              error={errors.locale}
            >
              <Select
                value={value.locale ?? ''}
                onChange={(event) => set({ locale: event.target.value || null })}
                options={[
                  { value: '', label: t('account.language.browser', { language: t(`language.${ofBrowser}`).replace(/ \(.*/, '') }) },
                  ...LOCALES.map((tag) => ({ value: tag, label: t(`language.${tag}`) })),
                ]}
              />
            </Field>
            <Field label={t('account.timeZone')} error={errors.time_zone}>
              <ZonePicker value={value.time_zone} none={t('account.timeZone.auto')} onChange={(time_zone) => set({ time_zone })} />
            </Field>
            <Field label={t('appearance.title')} error={errors.appearance}>
              <Select
                value={value.appearance ?? ''}
                onChange={(event) => set({ appearance: (event.target.value || null) as Profile['appearance'] })}
                options={[
                  { value: '', label: t('appearance.community') },
                  { value: 'light', label: t('appearance.light') },
                  { value: 'dark', label: t('appearance.dark') },
                  { value: 'system', label: t('appearance.system') },
                ]}
              />
            </Field>
          </div>
        </Card>
      </div>
      <SaveBar {...bar} />
    </Form>
  )
}

function PictureCard({ profile }: { profile: Profile }) {
  const t = useT()
  const [progress, setProgress] = useState<number | null>(null)
  const save = useWrite(updateAccount, { invalidates: [accountRoute] })

  async function keep(avatarSignedId: string | null) {
    await save.mutateAsync({ body: { avatar_signed_id: avatarSignedId } })
    void host.refreshBoot()
  }
  async function upload(file: File) {
    setProgress(0)
    try {
      await keep((await uploadFile(file, { onProgress: setProgress })).signed_id)
      toast.success(t('account.picture.changed'))
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setProgress(null)
    }
  }

  return (
    <Card pad>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={profile.name} id={profile.id} src={profile.avatar_url ?? undefined} size={96} />
        <div className="grid min-w-60 flex-1 gap-2">
          <p className="text-13 text-text-2">{t('account.picture.help')}</p>
          <div className="flex flex-wrap items-center gap-2">
            <FilePicker
              accept="image/png,image/jpeg,image/webp,image/gif"
              onFile={upload}
              progress={progress ?? undefined}
              crop={{ ratio: 1, width: 800, round: true }}
              label={t('account.picture.choose')}
            />
            {profile.avatar_url && (
              <Button
                variant="danger-ghost"
                loading={save.isPending && progress === null}
                onClick={() => keep(null).catch((error) => toast.error(error.message))}
              >
                {t('account.picture.remove')}
              </Button>
            )}
          </div>
        </div>
      </div>
    </Card>
  )
}

function ProfileSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton w="100%" h={138} />
      <Skeleton w="100%" h={390} />
      <Skeleton w="100%" h={190} />
    </div>
  )
}
