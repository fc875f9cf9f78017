/** Groups of paywalls: of one currency, for what belongs together. */
import {
  AdminPage,
  Badge,
  Button,
  Card,
  DataTable,
  EmptyState,
  Field,
  IconButton,
  Input,
  Link,
  LoadMore,
  Menu,
  Query,
  Select,
  Skeleton,
  toast,
  useConfirm,
  useFieldErrors,
  useReadPages,
  useT,
  useWrite,
  FormDialog,
} from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { useState } from 'react'
import contract from '../../contract.ts'
import { CURRENCIES } from '../components/money.ts'
import { MoneyTabs } from '../components/Tabs.tsx'

const { routes } = contract
type Group = RouteReply<typeof routes.group>

export default function Groups() {
  const t = useT()
  const confirm = useConfirm()
  const [edited, setEdited] = useState<Group | 'new' | null>(null)
  const query = useReadPages(routes.groups, { query: { per_page: 50 } })
  const remove = useWrite(routes.destroyGroup, {
    invalidates: [contract],
    onSuccess: () => toast.success(t('groups.deleted')),
    onError: (error) => toast.error(error.message),
  })
  const ask = async (group: Group) => {
    if (await confirm({ title: t('groups.deleteTitle', { name: group.name }), text: t('groups.deleteText'), action: t('groups.delete'), tone: 'danger' }))
      remove.mutate({ params: { id: group.id } })
  }
  return (
    <AdminPage
      name="paywalls/Groups"
      title={t('admin.groups')}
      text={t('groups.text')}
      actions={[{ label: t('groups.new'), icon: 'plus', primary: true, onSelect: () => setEdited('new') }]}
      who="paywalls.manage"
      wide
    >
      <MoneyTabs current="groups" />
      <Card>
        <Query query={query} skeleton={<Skeleton w="100%" h={200} />}>
          {({ pages }) => (
            <DataTable
              label={t('admin.groups')}
              rows={pages.flatMap(({ records }) => records)}
              empty={
                <EmptyState
                  icon="folder"
                  title={t('groups.none')}
                  text={t('groups.noneText')}
                  action={
                    <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
                      {t('groups.new')}
                    </Button>
                  }
                />
              }
              columns={[
                { key: 'name', title: t('list.name'), render: (group) => <b className="font-medium">{group.name}</b> },
                { key: 'currency', title: t('editor.currency'), render: (group) => group.currency_id.toUpperCase() },
                {
                  key: 'paywalls',
                  title: t('list.title'),
                  render: (group) => (
                    <span className="flex flex-wrap gap-1">
                      {group.paywalls.map(({ id, name }) => (
                        <Link key={id} to={`/settings/paywalls/${id}`}>
                          <Badge tone="line">{name}</Badge>
                        </Link>
                      ))}
                    </span>
                  ),
                },
                {
                  key: 'menu',
                  pinned: true,
                  align: 'right',
                  title: <span className="sr-only">{t('acts')}</span>,
                  render: (group) => (
                    <Menu
                      trigger={<IconButton icon="ellipsis" label={t('groups.menu', { name: group.name })} />}
                      items={[
                        { label: t('groups.rename'), icon: 'pencil', onSelect: () => setEdited(group) },
                        '-',
                        { label: t('groups.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void ask(group) },
                      ]}
                    />
                  ),
                },
              ]}
            />
          )}
        </Query>
      </Card>
      <LoadMore query={query} />
      {edited && <GroupDialog group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </AdminPage>
  )
}

function GroupDialog({ group, onClose }: { group: Group | null; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(group?.name ?? '')
  const [currency, setCurrency] = useState<string>('eur')
  const options = {
    invalidates: [routes.groups],
    onSuccess: () => {
      toast.success(t('groups.saved'))
      onClose()
    },
  }
  const create = useWrite(routes.createGroup, options)
  const update = useWrite(routes.updateGroup, options)
  const error = create.error ?? update.error
  const errors = useFieldErrors(error)
  const submit = () =>
    (group
      ? update.mutateAsync({ params: { id: group.id }, body: { paywall_group: { name } } })
      : create.mutateAsync({ body: { paywall_group: { name, currency_id: currency } } })
    ).catch(() => {})
  return (
    <FormDialog
      title={t(group ? 'groups.rename' : 'groups.new')}
      onClose={onClose}
      onSubmit={submit}
      error={error}
      action={t('groups.save')}
      pending={create.isPending || update.isPending}
    >
      <Field label={t('list.name')} error={errors['paywall_group.name']}>
        <Input value={name} required autoFocus maxLength={120} onChange={(event) => setName(event.target.value)} />
      </Field>
      {!group && (
        <Field label={t('editor.currency')} help={t('groups.currencyHelp')}>
          <Select
            value={currency}
            onChange={(event) => setCurrency(event.target.value)}
            options={CURRENCIES.map((value) => ({ value, label: value.toUpperCase() }))}
          />
        </Field>
      )}
    </FormDialog>
  )
}
