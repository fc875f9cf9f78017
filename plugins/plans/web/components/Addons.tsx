/** Add-ons: how many the community has, and what more would cost; the owner makes and changes them in the same list. */
import {
  Badge,
  Button,
  Card,
  CardHead,
  EmptyState,
  Field,
  IconButton,
  Input,
  ListRow,
  Query,
  Select,
  SettingRow,
  Skeleton,
  Switch,
  toast,
  useConfirm,
  useFieldErrors,
  useRead,
  useT,
  useWrite,
  FormDialog,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Addon, type Cycle, type Subscription } from '../../contract.ts'
import { PriceFields, usePrices } from './PriceFields.tsx'
import { priceOf, usePlanWords, useAddonName } from './words.ts'

const { routes } = contract
const LIMITS = ['members', 'spaces', 'storage', 'seats'] as const

interface Props {
  subscription: Subscription | null
  canEdit: boolean
  cycle: Cycle
  currency: string | null
}
export function Addons(props: Props) {
  const t = useT()
  const query = useRead(routes.addons)
  const [editing, setEditing] = useState<Addon | 'new' | null>(null)
  // who may neither make nor have one need not read that there are none
  if (!props.canEdit && query.data?.records.length === 0) return null
  const add = props.canEdit && (
    <Button icon="plus" onClick={() => setEditing('new')}>
      {t('addons.new')}
    </Button>
  )
  return (
    <Card as="section" aria-label={t('addons.title')}>
      <CardHead title={t('addons.title')} text={t('addons.text')} action={add} />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={90} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyState icon="plus" title={t('addons.none')} text={t('addons.none_text')} />}
      >
        {({ records }) => (
          <ul>
            {records.map((addon) => (
              <AddonRow key={addon.id} addon={addon} {...props} onEdit={() => setEditing(addon)} />
            ))}
          </ul>
        )}
      </Query>
      {editing && <AddonForm addon={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Card>
  )
}

function AddonRow({ addon, subscription, canEdit, cycle, currency, onEdit }: Props & { addon: Addon; onEdit: () => void }) {
  const { t, money, number } = usePlanWords()
  const confirm = useConfirm()
  const name = useAddonName()(addon)
  const held = subscription !== null && ['trialing', 'active', 'past_due'].includes(subscription.status)
  const [each, inCurrency] = held
    ? [priceOf(addon, subscription.billing_cycle, subscription.billing_currency), subscription.billing_currency]
    : [priceOf(addon, cycle, currency), currency]
  const set = useWrite(routes.setAddons, {
    invalidates: [contract],
    onSuccess: () => toast.success(t('addons.saved')),
    onError: (error) => toast.error(error.message),
  })
  const change = async (quantity: number) => {
    const cost = money((each ?? 0) * Math.abs(quantity - addon.quantity), inCurrency ?? 'eur')
    const key = quantity > addon.quantity ? 'more' : 'less'
    const title = t(`addons.${key}_title`, { name })
    const per = t(`each.${subscription?.billing_cycle ?? cycle}`)
    if (await confirm({ title, text: t(`addons.${key}_text`, { cost: `${cost} ${per}` }), action: t(`addons.${key}`) }))
      set.mutate({ body: { community_plan_addons: [{ plan_addon_id: addon.id, quantity }] } })
  }
  return (
    <ListRow as="li" className="flex flex-wrap items-center gap-3">
      <span className="min-w-0 flex-1 basis-48">
        <span className="flex items-center gap-2 font-medium">
          {name}
          {!addon.is_offered && <Badge>{t('plan.hidden')}</Badge>}
        </span>
        <span className="block text-13 text-text-2">
          {t(`addons.adds.${addon.limit}`, { step: number(addon.step) })}
          {each !== undefined && inCurrency && ` · ${money(each, inCurrency, true)} ${t(`each.${held ? subscription.billing_cycle : cycle}`)}`}
        </span>
      </span>
      {held && each !== undefined && (
        <span className="flex items-center gap-1.5">
          <IconButton
            icon="minus"
            label={t('addons.less_of', { name })}
            disabled={addon.quantity === 0 || set.isPending}
            onClick={() => void change(addon.quantity - 1)}
          />
          <span className="min-w-8 text-center tabular-nums" aria-live="polite">
            {addon.quantity}
          </span>
          <IconButton icon="plus" label={t('addons.more_of', { name })} disabled={set.isPending} onClick={() => void change(addon.quantity + 1)} />
        </span>
      )}
      {!held && !canEdit && <span className="text-13 text-text-2">{t('addons.with_plan')}</span>}
      {canEdit && <IconButton icon="pencil" label={t('edit.title', { plan: name })} onClick={onEdit} />}
    </ListRow>
  )
}

function AddonForm({ addon, onClose }: { addon: Addon | null; onClose: () => void }) {
  const t = useT()
  const confirm = useConfirm()
  const nameOf = useAddonName()
  const [name, setName] = useState(addon?.name ?? '')
  const [limit, setLimit] = useState<Addon['limit']>(addon?.limit ?? 'members')
  const [step, setStep] = useState(String(addon?.step ?? 100))
  const [offered, setOffered] = useState(addon?.is_offered ?? true)
  const prices = usePrices(addon?.prices ?? [])
  const [wrong, setWrong] = useState(false)
  const options = { invalidates: [contract], onSuccess: onClose }
  const create = useWrite(routes.createAddon, options)
  const update = useWrite(routes.updateAddon, options)
  const remove = useWrite(routes.remove, { ...options, onError: (error) => toast.error(error.message) })
  const error = create.error ?? update.error
  const errors = useFieldErrors(error)
  const submit = () => {
    const read = prices.read()
    setWrong(read === null)
    if (read === null) return Promise.resolve()
    const fields = { name, step: Number(step), is_offered: offered, prices: read }
    return addon
      ? update.mutateAsync({ params: { id: addon.id }, body: { plan_addon: fields } })
      : create.mutateAsync({ body: { plan_addon: { ...fields, limit } } })
  }
  const askRemove = async () => {
    if (
      addon &&
      (await confirm({ title: t('addons.remove_title', { name: nameOf(addon) }), text: t('addons.remove_text'), action: t('addons.remove'), tone: 'danger' }))
    )
      remove.mutate({ params: { id: addon.id } })
  }
  return (
    <FormDialog
      title={addon ? t('edit.title', { plan: nameOf(addon) }) : t('addons.new')}
      width={620}
      onClose={onClose}
      onSubmit={submit}
      error={error}
      action={t('save')}
      pending={create.isPending || update.isPending}
      beside={
        addon && (
          <Button variant="ghost" icon="trash-2" className="me-auto" onClick={() => void askRemove()}>
            {t('addons.remove')}
          </Button>
        )
      }
    >
      <Field label={t('addons.name')} help={t('addons.name_help')} error={errors['plan_addon.name']}>
        <Input value={name} maxLength={60} placeholder={t('addons.name_hint')} onChange={(event) => setName(event.target.value)} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('addons.limit')}>
          <Select
            value={limit}
            disabled={addon !== null}
            onChange={(event) => setLimit(event.target.value as Addon['limit'])}
            options={LIMITS.map((value) => ({ value, label: t(`edit.limit.${value}`) }))}
          />
        </Field>
        <Field label={t('addons.step')} error={errors['plan_addon.step']}>
          <Input type="number" min={1} value={step} onChange={(event) => setStep(event.target.value)} />
        </Field>
      </div>
      <PriceFields {...prices} error={wrong ? t('edit.no_sum') : errors['plan_addon.prices']} />
      <SettingRow
        title={t('addons.offered')}
        text={t('addons.offered_help')}
        control={<Switch aria-label={t('addons.offered')} checked={offered} onChange={setOffered} />}
      />
    </FormDialog>
  )
}
