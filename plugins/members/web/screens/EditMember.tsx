/** `/members/edit/{id}`: a member's profile in the hands of those who manage people; the password is not theirs to change. */
import {
  Card,
  CardHead,
  Field,
  Form,
  Input,
  PictureField,
  SaveBar,
  SettingRow,
  SettingsPage,
  Switch,
  Textarea,
  useEdits,
  useParams,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract, { type ManagedMember } from '../../contract.ts'
import { answersFrom, FieldInputs } from '../components/FieldInputs.tsx'

const { routes } = contract
const WISHES = ['visible_in_member_directory', 'messaging_enabled_by_admin'] as const

export default function EditMember() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const query = useRead(routes.show, { params: { id } })
  const member = query.data
  return (
    <SettingsPage
      name="members/EditMember"
      title={member ? t('edit.title', { name: member.name }) : t('profile.edit')}
      text={member?.email ?? undefined}
      who="members.manage"
      query={query}
      back={{ to: member ? `/u/${member.public_uid}` : '/members', label: t('profile.title') }}
    >
      {(saved) => <MemberForm key={saved.id} member={saved} />}
    </SettingsPage>
  )
}

function MemberForm({ member }: { member: ManagedMember }) {
  const t = useT()
  const write = useWrite(routes.update, { invalidates: [routes.show, routes.profile, routes.list] })
  const { name, headline, bio, location, website, avatar_url } = member
  const { value, set, errors, form, bar } = useEdits(
    {
      ...{ name, headline, bio, location, website },
      picture: { url: avatar_url, signedId: undefined as string | null | undefined },
      preferences: member.preferences,
      answers: answersFrom(member.profile_fields),
    },
    ({ picture, answers, preferences, ...fields }) =>
      write.mutateAsync({
        params: { id: member.id },
        body: {
          ...fields,
          ...(picture ? { avatar_signed_id: picture.signedId ?? null } : {}),
          ...(preferences ? { preferences } : {}),
          ...(answers ? { community_member_profile_fields: answers } : {}),
        },
      }),
  )
  const text = (key: 'headline' | 'location' | 'website' | 'bio') => ({
    value: value[key] ?? '',
    onChange: ({ target }: { target: { value: string } }) => set({ [key]: target.value || null }),
  })
  return (
    <Form {...form}>
      <div className="grid gap-4">
        <Card pad>
          <div className="grid gap-4">
            <PictureField
              label={t('edit.picture')}
              url={value.picture.url}
              ratio={1}
              width={800}
              className="max-w-60"
              onChange={(picture) => set({ picture: picture ?? { url: null, signedId: null } })}
            />
            <Field label={t('edit.name')} error={errors.name}>
              <Input required maxLength={100} value={value.name} onChange={({ target }) => set({ name: target.value })} />
            </Field>
            <Field label={t('filter.headline')} error={errors.headline}>
              <Input maxLength={160} {...text('headline')} />
            </Field>
            <Field label={t('edit.bio')} error={errors.bio}>
              <Textarea rows={4} maxLength={2000} {...text('bio')} />
            </Field>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t('filter.location')} error={errors.location}>
                <Input maxLength={120} {...text('location')} />
              </Field>
              <Field label={t('edit.website')} error={errors.website}>
                <Input inputMode="url" maxLength={300} placeholder="https://" {...text('website')} />
              </Field>
            </div>
          </div>
        </Card>
        {member.profile_fields.length > 0 && (
          <Card>
            <CardHead title={t('admin.fields')} />
            <div className="grid gap-4 p-4 desk:p-5">
              <FieldInputs
                fields={member.profile_fields}
                value={value.answers}
                errors={errors}
                onChange={(change) => set({ answers: { ...value.answers, ...change } })}
              />
            </div>
          </Card>
        )}
        <Card>
          <CardHead title={t('account.privacy')} />
          {WISHES.map((wish) => (
            <SettingRow
              key={wish}
              title={t(`wish.${wish}`)}
              text={t(`edit.${wish}.help`)}
              control={(aria) => (
                <Switch {...aria} checked={value.preferences[wish]} onChange={(on) => set({ preferences: { ...value.preferences, [wish]: on } })} />
              )}
            />
          ))}
        </Card>
      </div>
      <SaveBar {...bar} />
    </Form>
  )
}
