/** Groups of paywalls: of one currency, for what belongs together. */
import {
  Badge,
  Button,
  Field,
  FormDialog,
  Input,
  Link,
  ListScreen,
  Select,
  toast,
  useAskedWrite,
  useFieldErrors,
  useList,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { useState } from 'react'
import contract from '../../contract.ts'
import { CURRENCIES } from '../components/money.ts'
import { useUsualCurrency } from '../components/useUsualCurrency.ts'

const { routes } = contract
type Group = RouteReply<typeof routes.group>

export default function Groups() {
  const t = useT()
  const [edited, setEdited] = useState<Group | 'new' | null>(null)
  const list = useList(routes.groups, { query: { per_page: 50 } })
  const remove = useAskedWrite(routes.destroyGroup, [contract])
  return (
    <ListScreen
      name="paywalls/Groups"
      title={t('admin.groups')}
      text={t('groups.text')}
      actions={[{ label: t('groups.new'), icon: 'plus', primary: true, onSelect: () => setEdited('new') }]}
      who="paywalls.manage"
      list={list}
      height={200}
      empty={{
        icon: 'folder',
        title: t('groups.none'),
        text: t('groups.noneText'),
        action: (
          <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
            {t('groups.new')}
          </Button>
        ),
      }}
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
      ]}
      menu={(group) => ({
        label: t('groups.menu', { name: group.name }),
        items: [
          { label: t('groups.rename'), icon: 'pencil', onSelect: () => setEdited(group) },
          '-',
          {
            label: t('groups.delete'),
            icon: 'trash-2',
            tone: 'danger',
            onSelect: () =>
              void remove(
                { params: { id: group.id } },
                { title: t('groups.deleteTitle', { name: group.name }), text: t('groups.deleteText'), action: t('groups.delete') },
                t('groups.deleted'),
              ),
          },
        ],
      })}
    >
      {edited && <GroupDialog group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </ListScreen>
  )
}

function GroupDialog({ group, onClose }: { group: Group | null; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(group?.name ?? '')
  const [chosen, setCurrency] = useState<string | null>(null)
  const usual = useUsualCurrency()
  const currency = chosen ?? usual ?? CURRENCIES[0]
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
