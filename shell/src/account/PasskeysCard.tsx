/** The own passkeys: added on this device, named, removed. */
import { useState } from 'react'
import {
  Button,
  Card,
  CardHead,
  Dialog,
  Field,
  Form,
  Icon,
  IconButton,
  Input,
  ListRow,
  Menu,
  Note,
  Time,
  toast,
  useConfirm,
  useFieldErrors,
  useQueryCache,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import type { Passkey } from '../api.ts'
import { deviceOf } from './device.ts'
import { usePasskeyAdd } from './usePasskey.ts'

const { deletePasskey, methods, renamePasskey } = auth.routes

export function PasskeysCard({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = useT()
  const cache = useQueryCache()
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const passkey = usePasskeyAdd(() => {
    toast.success(t('passkeys.added'))
    void cache.invalidate(methods)
  })
  const { browser, system } = deviceOf(navigator.userAgent)
  const name = browser && system ? t('sessions.device', { browser, system }) : t('passkeys.unnamed')

  return (
    <Card>
      <CardHead
        title={t('passkeys.title')}
        text={t('passkeys.text')}
        action={
          <Button icon="plus" loading={passkey.isPending} onClick={() => void passkey.add(name)}>
            {t('passkeys.add')}
          </Button>
        }
      />
      {passkey.error && (
        <div role="alert" className="p-4 pb-0 desk:px-5">
          <Note tone="danger">{passkey.error}</Note>
        </div>
      )}
      {passkeys.length === 0 ? (
        <p className="px-4 py-4 text-13 text-text-3 desk:px-5">{t('passkeys.empty')}</p>
      ) : (
        <ul>
          {passkeys.map((item) => (
            <PasskeyRow key={item.id} passkey={item} onRename={() => setRenaming(item)} />
          ))}
        </ul>
      )}
      <Dialog open={renaming !== null} onOpenChange={(next) => !next && setRenaming(null)} title={t('passkeys.rename.title')} width={420}>
        {renaming && <Renaming passkey={renaming} onDone={() => setRenaming(null)} />}
      </Dialog>
    </Card>
  )
}

function PasskeyRow({ passkey, onRename }: { passkey: Passkey; onRename: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const remove = useWrite(deletePasskey, { invalidates: [methods] })

  async function press() {
    if (!(await confirm({ title: t('passkeys.remove.title', { name: passkey.name }), text: t('passkeys.remove.text'), action: t('passkeys.remove') }))) return
    await remove.mutateAsync({ params: { id: passkey.id } }).then(
      () => toast.success(t('passkeys.removed', { name: passkey.name })),
      (error) => toast.error(error.message),
    )
  }
  return (
    <ListRow as="li">
      <span className="grid size-9 flex-none place-items-center rounded-lg border border-border bg-surface-2 text-text-2">
        <Icon name="key-round" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{passkey.name}</p>
        <p className="text-13 text-text-3">
          {t('passkeys.created')} <Time value={passkey.created_at} kind="date" /> <span aria-hidden="true">·</span>{' '}
          {passkey.last_used_at ? (
            <>
              {t('sessions.lastUsed')} <Time within value={passkey.last_used_at} />
            </>
          ) : (
            t('passkeys.unused')
          )}
        </p>
      </div>
      <Menu
        trigger={<IconButton icon="ellipsis" label={t('passkeys.menu', { name: passkey.name })} loading={remove.isPending} />}
        items={[
          { label: t('passkeys.rename'), icon: 'pencil', onSelect: onRename },
          { label: t('passkeys.remove'), icon: 'trash-2', tone: 'danger', onSelect: () => void press() },
        ]}
      />
    </ListRow>
  )
}

function Renaming({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useT()
  const [name, setName] = useState(passkey.name)
  const rename = useWrite(renamePasskey, { invalidates: [methods] })
  const errors = useFieldErrors(rename.error)

  async function submit() {
    await rename.mutateAsync({ params: { id: passkey.id }, body: { name: name.trim() } })
    onDone()
  }
  return (
    <Form onSubmit={submit} error={rename.error}>
      <Field label={t('field.name')} error={errors.name}>
        <Input autoFocus required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('form.cancel')}</Button>
        <Button type="submit" variant="primary" disabled={!name.trim()} loading={rename.isPending}>
          {t('passkeys.rename')}
        </Button>
      </div>
    </Form>
  )
}
