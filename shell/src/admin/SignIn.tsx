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
  Form,
  Icon,
  IconButton,
  Link,
  ListRow,
  Menu,
  Note,
  Query,
  SaveBar,
  Skeleton,
  toast,
  useConfirm,
  useEdits,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { deleteProvider, methods, type Provider, roles as rolesRoute, signInSettings, updateSignInSettings } from '../api.ts'
import { AdminPage } from './AdminPage.tsx'
import { ProviderForm, useCheck } from './ProviderForm.tsx'
import { roleName } from './roleName.ts'

export default function SignIn() {
  const t = useT()
  const query = useRead(signInSettings)
  return (
    <AdminPage name="auth/SignInSettings" title="admin.signIn" text={t('signInSettings.text')}>
      <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
        {(settings) => (
          <div className="grid gap-4">
            <ProvidersCard providers={settings.providers} />
            <RolesCard saved={settings.two_fa_roles} />
          </div>
        )}
      </Query>
    </AdminPage>
  )
}

function RolesCard({ saved }: { saved: string[] }) {
  const t = useT()
  const query = useRead(rolesRoute)
  const own = useRead(methods)
  const write = useWrite(updateSignInSettings, { invalidates: [signInSettings, methods] })
  const { value, set, form, bar } = useEdits(
    { two_fa_roles: [...saved].sort() },
    async ({ two_fa_roles }) => two_fa_roles && write.mutateAsync({ body: { two_fa_roles } }),
  )
  const turn = (role: string, on: boolean) =>
    set({ two_fa_roles: (on ? [...value.two_fa_roles, role] : value.two_fa_roles.filter((key) => key !== role)).sort() })

  return (
    <Form {...form}>
      <Card>
        <CardHead title={t('signInSettings.roles.title')} text={t('signInSettings.roles.text')} />
        <div className="grid gap-4 p-4 desk:p-5">
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
                    <Checkbox checked={value.two_fa_roles.includes(role.key)} onChange={(on) => turn(role.key, on)} label={roleName(t, role)} />
                  </li>
                ))}
              </ul>
            )}
          </Query>
        </div>
      </Card>
      <SaveBar {...bar} />
    </Form>
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
