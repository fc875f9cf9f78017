/** The providers of a community: what people may sign in with besides a password. */
import {
  Badge,
  Button,
  Card,
  CardHead,
  Dialog,
  EmptyState,
  Icon,
  IconButton,
  Link,
  ListRow,
  Menu,
  SettingsPage,
  toast,
  useConfirm,
  useRead,
  useT,
  useWrite,
  useCopy,
} from '@atrium/sdk/web'
import { useState } from 'react'
import sso, { type Provider } from '../../contract.ts'
import { ProviderForm, useCheck } from '../components/ProviderForm.tsx'

const { remove, show } = sso.routes

export default function Providers() {
  const t = useT()
  const query = useRead(show)
  return (
    <SettingsPage name="sso/Providers" title={t('admin.title')} text={t('admin.text')} who="sso.manage" query={query}>
      {({ records }) => (
        <div className="grid gap-4">
          <ProvidersCard providers={records} />
          <p className="text-13 text-text-2">
            <Link className="link" to="/custom_logins/debug_sessions">
              {t('attempts.open')}
            </Link>{' '}
            {t('attempts.open.text')}
          </p>
        </div>
      )}
    </SettingsPage>
  )
}

function ProvidersCard({ providers }: { providers: readonly Provider[] }) {
  const t = useT()
  const [editing, setEditing] = useState<Provider | 'new' | null>(null)
  const add = (
    <Button icon="plus" onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  )
  return (
    <Card>
      <CardHead title={t('card.title')} text={t('card.text')} action={providers.length > 0 && add} />
      {providers.length === 0 ? (
        <EmptyState icon="log-in" title={t('empty.title')} text={t('empty.text')} action={add} />
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
        title={editing === 'new' || !editing ? t('add') : t('edit.title', { provider: editing.label })}
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
  const copy = useCopy()
  const deletion = useWrite(remove, { invalidates: [show] })

  async function press() {
    const question = {
      title: t('delete.title', { provider: provider.label }),
      text: t('delete.text'),
      action: t('delete'),
    }
    if (!(await confirm(question))) return
    await deletion.mutateAsync({ params: { key: provider.key } }).then(
      () => toast.success(t('deleted', { provider: provider.label })),
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
          {!provider.enabled && <Badge>{t('off')}</Badge>}
        </p>
        <p className="truncate text-13 text-text-3">{provider.issuer}</p>
      </div>
      <Menu
        trigger={<IconButton icon="ellipsis" label={t('menu', { provider: provider.label })} loading={check.isPending || deletion.isPending} />}
        items={[
          { label: t('edit'), icon: 'pencil', onSelect: onEdit },
          { label: t('check'), icon: 'activity', onSelect: () => void check.run(provider) },
          { label: t('try'), icon: 'copy', onSelect: () => void copy(provider.redirect_urls[0]!.replace(/\/callback$/, ''), t('copied')) },
          { label: t('delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void press() },
        ]}
      />
    </ListRow>
  )
}
