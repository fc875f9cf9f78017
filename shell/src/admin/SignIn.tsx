/** How people sign in here: roles that must use a second factor, and OpenID Connect providers. */
import { useState } from 'react'
import {
  Badge,
  Button,
  Card,
  CardHead,
  Checkbox,
  Dialog,
  EmptyState,
  Icon,
  IconButton,
  Link,
  ListRow,
  Menu,
  Note,
  Query,
  SettingsForm,
  SettingsPage,
  Skeleton,
  toast,
  useConfirm,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { deleteProvider, methods, type Provider, roles as rolesRoute, signInSettings, updateSignInSettings } from '../api.ts'
import { ProviderForm, useCheck } from './ProviderForm.tsx'
import { roleName } from './roleName.ts'

export default function SignIn() {
  const t = useT()
  const query = useRead(signInSettings)
  return (
    <SettingsPage name="auth/SignInSettings" title={t('admin.signIn')} text={t('signInSettings.text')} query={query}>
      {(settings) => (
        <div className="grid gap-4">
          <ProvidersCard providers={settings.providers} />
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
        </div>
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

function ProvidersCard({ providers }: { providers: readonly Provider[] }) {
  const t = useT()
  const [editing, setEditing] = useState<Provider | 'new' | null>(null)
  const add = (
    <Button icon="plus" onClick={() => setEditing('new')}>
      {t('signInSettings.add')}
    </Button>
  )
  return (
    <Card>
      <CardHead title={t('signInSettings.providers.title')} text={t('signInSettings.providers.text')} action={providers.length > 0 && add} />
      {providers.length === 0 ? (
        <EmptyState icon="log-in" title={t('signInSettings.empty.title')} text={t('signInSettings.empty.text')} action={add} />
      ) : (
        <ul>
          {providers.map((provider) => (
            <ProviderRow key={provider.key} provider={provider} onEdit={() => setEditing(provider)} />
          ))}
        </ul>
      )}
      <Dialog
        open={editing !== null}
        onOpenChange={(next) => !next && setEditing(null)}
        title={editing === 'new' || !editing ? t('signInSettings.add') : t('signInSettings.edit.title', { provider: editing.label })}
      >
        {editing && <ProviderForm provider={editing === 'new' ? null : editing} onSaved={setEditing} onDone={() => setEditing(null)} />}
      </Dialog>
    </Card>
  )
}

function ProviderRow({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const check = useCheck()
  const remove = useWrite(deleteProvider, { invalidates: [signInSettings] })

  async function press() {
    const question = {
      title: t('signInSettings.delete.title', { provider: provider.label }),
      text: t('signInSettings.delete.text'),
      action: t('signInSettings.delete'),
    }
    if (!(await confirm(question))) return
    await remove.mutateAsync({ params: { key: provider.key } }).then(
      () => toast.success(t('signInSettings.deleted', { provider: provider.label })),
      (error) => toast.error(error.message),
    )
  }
  return (
    <ListRow as="li">
      <span className="grid size-9 flex-none place-items-center rounded-lg border border-border bg-surface-2 text-text-2">
        <Icon name="log-in" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {provider.label}
          {!provider.enabled && <Badge>{t('signInSettings.off')}</Badge>}
        </p>
        <p className="truncate text-13 text-text-3">{provider.issuer}</p>
      </div>
      <Menu
        trigger={<IconButton icon="ellipsis" label={t('signInSettings.menu', { provider: provider.label })} loading={check.isPending || remove.isPending} />}
        items={[
          { label: t('signInSettings.edit'), icon: 'pencil', onSelect: onEdit },
          { label: t('signInSettings.check'), icon: 'activity', onSelect: () => void check.run(provider) },
          { label: t('signInSettings.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void press() },
        ]}
      />
    </ListRow>
  )
}
