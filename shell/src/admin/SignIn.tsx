/** How people sign in here: roles that must use a second factor. */
import { Checkbox, Link, Note, Query, SettingsForm, SettingsPage, Skeleton, useRead, useT } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import communities from '@atrium/sdk/kernel/communities'
import { roleName } from './roleName.ts'

const { methods, signInSettings, updateSignInSettings } = auth.routes
const { roles: rolesRoute } = communities.routes

export default function SignIn() {
  const t = useT()
  const query = useRead(signInSettings)
  return (
    <SettingsPage name="auth/SignInSettings" title={t('admin.signIn')} text={t('signInSettings.text')} query={query}>
      {(settings) => (
        <SettingsForm
          saved={{ two_fa_roles: [...settings.two_fa_roles].sort() }}
          save={updateSignInSettings}
          sections={({ value, set }) => [
            {
              title: t('signInSettings.roles.title'),
              text: t('signInSettings.roles.text'),
              fields: [<RoleBoxes key="roles" chosen={value.two_fa_roles} onChange={(two_fa_roles) => set({ two_fa_roles })} />],
            },
          ]}
        />
      )}
    </SettingsPage>
  )
}

/** Roles that must use a second factor. */
function RoleBoxes({ chosen, onChange }: { chosen: string[]; onChange: (roles: string[]) => void }) {
  const t = useT()
  const query = useRead(rolesRoute)
  const own = useRead(methods)
  return (
    <>
      {own.data?.two_fa.enabled === false && (
        <Note tone="info">
          {t('signInSettings.roles.first')}{' '}
          <Link className="link" to="/account/authentication">
            {t('signInSettings.roles.setup')}
          </Link>
        </Note>
      )}
      <Query query={query} skeleton={<Skeleton w="60%" h={72} />}>
        {({ records }) => (
          <ul className="grid gap-2" aria-label={t('signInSettings.roles.title')}>
            {records.map((role) => (
              <li key={role.id}>
                <Checkbox
                  checked={chosen.includes(role.key)}
                  onChange={(on) => onChange((on ? [...chosen, role.key] : chosen.filter((key) => key !== role.key)).sort())}
                  label={roleName(t, role)}
                />
              </li>
            ))}
          </ul>
        )}
      </Query>
    </>
  )
}
