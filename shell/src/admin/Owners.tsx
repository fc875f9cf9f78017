/** Who owns the platform: its owners name others by the email of their accounts, and remove them, down to the last. */
import { shownEmail } from '@atrium/sdk'
import { useState } from 'react'
import {
  AdminPage,
  Avatar,
  Button,
  Card,
  CardHead,
  Dialog,
  Field,
  Form,
  host,
  IconButton,
  Input,
  ListRow,
  Menu,
  Query,
  Skeleton,
  toast,
  useConfirm,
  useFieldErrors,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import type { PlatformOwner } from '../api.ts'

const { addOwner, owners, removeOwner } = communities.routes

export default function Owners() {
  const t = useT()
  return (
    <AdminPage name="communities/Owners" title={t('admin.owners')} who="owner">
      <List />
    </AdminPage>
  )
}

function List() {
  const t = useT()
  const query = useRead(owners)
  const [adding, setAdding] = useState(false)
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={200} />}>
      {({ records }) => (
        <Card>
          <CardHead
            title={t('owners.title')}
            text={t('owners.text')}
            action={
              <Button icon="plus" onClick={() => setAdding(true)}>
                {t('owners.add')}
              </Button>
            }
          />
          <ul>
            {records.map((owner) => (
              <OwnerRow key={owner.id} owner={owner} isLast={records.length === 1} />
            ))}
          </ul>
          <Dialog open={adding} onOpenChange={setAdding} title={t('owners.add')} width={420}>
            <Adding onDone={() => setAdding(false)} />
          </Dialog>
        </Card>
      )}
    </Query>
  )
}

function OwnerRow({ owner, isLast }: { owner: PlatformOwner; isLast: boolean }) {
  const t = useT()
  const { account } = useSession()
  const confirm = useConfirm()
  const isMe = owner.id === account?.id
  const remove = useWrite(removeOwner, { invalidates: isMe ? [] : [owners] })
  async function press() {
    const { name } = owner
    if (!(await confirm({ title: t('owners.remove.title', { name }), text: t('owners.remove.text'), action: t('owners.remove'), tone: 'danger' }))) return
    await remove.mutateAsync({ params: { id: owner.id } }).then(
      () => {
        toast.success(t('owners.removed', { name }))
        if (isMe) void host.refreshBoot()
      },
      (error) => toast.error(error.message),
    )
  }
  return (
    <ListRow as="li">
      <Avatar name={owner.name} id={owner.id} size={36} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{owner.name}</p>
        <p className="truncate text-13 text-text-3">{shownEmail(owner.email)}</p>
      </div>
      {!isLast && (
        <Menu
          trigger={<IconButton icon="ellipsis" label={t('owners.menu', { name: owner.name })} loading={remove.isPending} />}
          items={[{ label: t('owners.remove'), icon: 'trash-2', tone: 'danger', onSelect: () => void press() }]}
        />
      )}
    </ListRow>
  )
}

function Adding({ onDone }: { onDone: () => void }) {
  const t = useT()
  const [email, setEmail] = useState('')
  const add = useWrite(addOwner, { invalidates: [owners] })
  const errors = useFieldErrors(add.error)
  async function submit() {
    await add.mutateAsync({ body: { email: email.trim() } })
    toast.success(t('owners.added'))
    onDone()
  }
  return (
    <Form onSubmit={submit} error={add.error}>
      <p className="text-text-2">{t('owners.add.text')}</p>
      <Field label={t('field.email')} error={errors.email}>
        <Input type="email" required maxLength={254} value={email} onChange={(event) => setEmail(event.target.value)} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('form.cancel')}</Button>
        <Button type="submit" variant="primary" disabled={!email.trim()} loading={add.isPending}>
          {t('owners.add')}
        </Button>
      </div>
    </Form>
  )
}
