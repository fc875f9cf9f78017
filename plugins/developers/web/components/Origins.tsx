/** Pages that may call the API from browsers. */
import {
  Button,
  Card,
  CardHead,
  EmptyState,
  Field,
  FormDialog,
  IconButton,
  Input,
  Menu,
  Query,
  Skeleton,
  toast,
  useConfirm,
  useFieldErrors,
  useRead,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Origin } from '../../contract.ts'
import { useWords } from './words.ts'

const { routes } = contract

export function Origins() {
  const { t } = useWords()
  const confirm = useConfirm()
  const query = useRead(routes.origins)
  const [edited, setEdited] = useState<Origin | 'new' | null>(null)
  const remove = useWrite(routes.destroyOrigin, { invalidates: [routes.origins] })
  const press = async ({ id, origin }: Origin) => {
    if (!(await confirm({ title: t('origins.remove_title', { origin }), text: t('origins.remove_text'), action: t('origins.remove'), tone: 'danger' }))) return
    await remove.mutateAsync({ params: { id } }).catch((error) => toast.error(error.message))
  }
  return (
    <Card className="min-w-0">
      <CardHead
        title={t('origins')}
        text={t('origins.text')}
        action={
          <Button size="sm" icon="plus" onClick={() => setEdited('new')}>
            {t('origins.add')}
          </Button>
        }
      />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={120} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyState icon="globe" title={t('origins.none')} text={t('origins.none_text')} />}
      >
        {({ records }) => (
          <ul className="divide-y divide-border">
            {records.map((origin) => (
              <li key={origin.id} className="flex items-center gap-3 px-5 py-3">
                <div className="min-w-0 flex-1">
                  <code dir="ltr" className="block break-all font-mono text-13">
                    {origin.origin}
                  </code>
                  <p className="text-12 text-text-2">{origin.note || t(origin.origin.includes('*') ? 'origins.many' : 'origins.one')}</p>
                </div>
                <Menu
                  trigger={<IconButton icon="ellipsis" label={t('more', { name: origin.origin })} />}
                  items={[
                    { label: t('edit'), icon: 'pencil', onSelect: () => setEdited(origin) },
                    { label: t('origins.remove'), icon: 'trash-2', tone: 'danger', onSelect: () => void press(origin) },
                  ]}
                />
              </li>
            ))}
          </ul>
        )}
      </Query>
      {edited && <EditOrigin origin={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}

function EditOrigin({ origin, onClose }: { origin: Origin | null; onClose: () => void }) {
  const { t } = useWords()
  const [address, setAddress] = useState(origin?.origin ?? '')
  const [note, setNote] = useState(origin?.note ?? '')
  const options = { invalidates: [routes.origins], onSuccess: onClose }
  const create = useWrite(routes.createOrigin, options)
  const update = useWrite(routes.updateOrigin, options)
  const { error, isPending } = origin ? update : create
  const errors = useFieldErrors(error)
  const body = { origin: address, note }
  return (
    <FormDialog
      title={t(origin ? 'origins.edit' : 'origins.add_title')}
      action={t(origin ? 'edit.save' : 'origins.add')}
      pending={isPending}
      disabled={!address.trim()}
      error={errors.origin || errors.note ? undefined : error}
      onSubmit={() => (origin ? update.mutateAsync({ params: { id: origin.id }, body }) : create.mutateAsync({ body }))}
      onClose={onClose}
    >
      <Field label={t('origins.address')} help={t('origins.address_help')} error={errors.origin}>
        <Input
          required
          dir="ltr"
          inputMode="url"
          maxLength={300}
          value={address}
          placeholder="https://shop.example"
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <Field label={t('origins.note')} error={errors.note}>
        <Input maxLength={120} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
