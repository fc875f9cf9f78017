/** A paywall: name, prices, what it opens, limits, what comes after; beside it the checkout as a phone shows it. */
import {
  AdminPage,
  Button,
  Card,
  Checkbox,
  Field,
  Form,
  Input,
  PictureField,
  Query,
  RATIOS,
  SaveBar,
  Select,
  SettingRow,
  Skeleton,
  Switch,
  Textarea,
  toast,
  useConfirm,
  useEdits,
  useNavigate,
  useParams,
  useRead,
  useSession,
  useT,
  useWrite,
  useCopy,
} from '@atrium/sdk/web'
import type { RouteInput, RouteReply } from '@atrium/sdk'
import { useState } from 'react'
import access from '../../../access/contract.ts'
import contract from '../../contract.ts'
import { Embed } from '../components/editor/Embed.tsx'
import { Opens } from '../components/editor/Opens.tsx'
import type { Draft, PriceDraft } from '../components/editor/draft.ts'
import { Phone } from '../components/editor/Phone.tsx'
import { Prices } from '../components/editor/Prices.tsx'
import { Together } from '../components/editor/Together.tsx'
import { CURRENCIES } from '../components/money.ts'
import { PaywallBadge } from '../components/StateBadge.tsx'
import { useUsualCurrency } from '../components/useUsualCurrency.ts'

const { routes } = contract
type Paywall = RouteReply<typeof routes.show>
type Change = RouteInput<typeof routes.update>['body']['paywall']

const EMPTY: Omit<Draft, 'currency'> = {
  name: '',
  display_name: '',
  description: '',
  cover_url: null,
  tax_behavior: '',
  coupons_enabled: true,
  max_buyers: null,
  thank_you: '',
  redirect_space_id: null,
  paywall_group_id: null,
  contains: [],
  bump_price_id: null,
  bump_text: '',
  prices: [],
  opens: [],
}
const draftOf = (saved: Paywall): Draft => ({
  ...saved,
  display_name: saved.display_name === saved.name ? '' : saved.display_name,
  tax_behavior: saved.tax_behavior ?? '',
  prices: saved.prices.filter(({ status }) => status === 'active').map((price) => ({ ...price, key: String(price.id) })),
  contains: saved.contains.map(({ id }) => id),
  opens: saved.opens.map(({ kind, id }) => ({ kind, id })),
})
const priceBody = ({
  id,
  name,
  note,
  price_type,
  amount_in_cents,
  interval,
  interval_count,
  installments_count,
  upfront_payment_amount_in_cents,
  is_custom_amount,
  suggested_amount_in_cents,
  trial_days,
  trial_requires_card,
  seats_min,
  seats_max,
  regions,
}: PriceDraft) => ({
  ...(id && { id }),
  name,
  note,
  price_type,
  amount_in_cents: Number.isNaN(amount_in_cents) ? -1 : amount_in_cents,
  interval,
  interval_count,
  installments_count,
  upfront_payment_amount_in_cents,
  is_custom_amount,
  suggested_amount_in_cents,
  trial_days,
  trial_requires_card,
  seats_min,
  seats_max,
  regions: regions.map((region) => ({ ...region, amount_in_cents: Number.isNaN(region.amount_in_cents) ? -1 : region.amount_in_cents })),
})
function bodyOf({ prices, tax_behavior, cover_url: _, ...rest }: Partial<Draft>): Change {
  return {
    ...rest,
    ...(tax_behavior !== undefined && { tax_behavior: (tax_behavior || null) as Change['tax_behavior'] }),
    ...(prices && { prices: prices.map(priceBody) }),
  } as Change
}

export default function Editor() {
  const t = useT()
  const { id } = useParams<{ id?: string }>()
  const query = useRead(routes.show, { params: { id: Number(id) } }, { enabled: id !== undefined })
  const usual = useUsualCurrency()
  if (query.data) return <Edited key={query.data.id} draft={draftOf(query.data)} saved={query.data} title={query.data.name} />
  if (id === undefined && usual !== null) return <Edited draft={{ ...EMPTY, currency: usual }} saved={null} title={t('action.new')} />
  return (
    <AdminPage name="paywalls/Editor" title={t('plugin.title')} back={{ to: '/settings/paywalls', label: t('plugin.title') }} who="paywalls.manage" wide>
      <Query query={query} skeleton={<Skeleton w="100%" h={640} />}>
        {() => null}
      </Query>
    </AdminPage>
  )
}

function Edited({ draft, saved, title }: { draft: Draft; saved: Paywall | null; title: string }) {
  const t = useT()
  const toClipboard = useCopy()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const { can } = useSession()
  const [embedding, setEmbedding] = useState(false)
  const create = useWrite(routes.create, { invalidates: [contract] })
  const update = useWrite(routes.update, { invalidates: [contract] })
  const remove = useWrite(routes.destroy, {
    invalidates: [routes.list],
    onSuccess: () => navigate('/settings/paywalls'),
    onError: (error) => toast.error(error.message),
  })
  const { value, set, errors, form, bar } = useEdits<Draft>(draft, async (changes) => {
    if (saved) return update.mutateAsync({ params: { id: saved.id }, body: { paywall: { ...bodyOf(changes), version: saved.version } } })
    const made = await create.mutateAsync({
      body: {
        paywall: { ...bodyOf({ ...value, ...changes }), currency: value.currency, name: value.name } as RouteInput<typeof routes.create>['body']['paywall'],
      },
    })
    toast.success(t('editor.made'))
    navigate(`/settings/paywalls/${made.id}`, { replace: true })
    return made
  })
  const at = (key: string) => errors[`paywall.${key}`]
  const groups = useRead(routes.groups, { query: { per_page: 100 } })
  const spaces = useRead(access.routes.spaces, { query: { per_page: 100 } }, { enabled: can('access.manage') })
  const sell = (status: 'active' | 'inactive') =>
    saved &&
    update
      .mutateAsync({ params: { id: saved.id }, body: { paywall: { status } } })
      .then(() => toast.success(t(status === 'active' ? 'editor.live' : 'editor.off')))
      .catch((error: Error) => toast.error(error.message))
  const destroy = async () => {
    if (
      saved &&
      (await confirm({ title: t('editor.deleteTitle', { name: saved.name }), text: t('editor.deleteText'), action: t('editor.delete'), tone: 'danger' }))
    )
      remove.mutate({ params: { id: saved.id } })
  }
  const actions = saved
    ? [
        { label: t('editor.open'), icon: 'external-link', to: `/checkout/${saved.id}` },
        {
          label: t('editor.copy'),
          icon: 'link',
          onSelect: () => void toClipboard(saved.checkout_url),
        },
        ...(saved.status === 'active' ? [{ label: t('embed.title'), icon: 'code', onSelect: () => setEmbedding(true) }] : []),
        saved.status === 'active'
          ? { label: t('editor.stop'), icon: 'pause', onSelect: () => sell('inactive') }
          : { label: t('editor.publish'), icon: 'play', primary: true, loading: update.isPending, onSelect: () => sell('active') },
      ]
    : []
  return (
    <AdminPage
      name="paywalls/Editor"
      title={title}
      text={
        saved ? (
          <span className="flex flex-wrap items-center gap-2">
            <PaywallBadge status={saved.status} /> {t('editor.members', { count: saved.members_count })}
          </span>
        ) : (
          t('editor.text')
        )
      }
      back={{ to: '/settings/paywalls', label: t('plugin.title') }}
      actions={actions}
      who="paywalls.manage"
      wide
    >
      <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_340px]">
        <Form {...form} className="grid min-w-0 gap-4">
          <Card pad className="grid gap-4">
            <Field label={t('editor.name')} error={at('name')}>
              <Input value={value.name} maxLength={120} required onChange={(event) => set({ name: event.target.value })} />
            </Field>
            <Field label={t('editor.displayName')} help={t('editor.displayNameHelp')} error={at('display_name')}>
              <Input value={value.display_name} maxLength={120} placeholder={value.name} onChange={(event) => set({ display_name: event.target.value })} />
            </Field>
            <Field label={t('editor.description')} error={at('description')}>
              <Textarea value={value.description} maxLength={1000} rows={3} onChange={(event) => set({ description: event.target.value })} />
            </Field>
            {!saved && (
              <Field label={t('editor.currency')} help={t('editor.currencyHelp')} error={at('currency')}>
                <Select
                  value={value.currency}
                  onChange={(event) => set({ currency: event.target.value })}
                  options={CURRENCIES.map((code) => ({ value: code, label: code.toUpperCase() }))}
                />
              </Field>
            )}
            <PictureField
              label={t('editor.cover')}
              url={value.cover_url}
              ratio={RATIOS.paywallCover}
              width={1280}
              error={at('cover_signed_id')}
              onChange={(picture) => set({ cover_url: picture?.url ?? null, cover_signed_id: picture?.signedId ?? null })}
            />
          </Card>
          <Prices
            prices={value.prices}
            currency={value.currency}
            errors={errors}
            onChange={(prices) => set({ prices })}
            isSold={saved?.prices.some(({ is_sold }) => is_sold) ?? false}
          />
          <Opens value={value.opens} error={at('opens')} onChange={(opens) => set({ opens })} />
          <Together id={saved?.id ?? null} value={value} at={at} onChange={set} />
          <Card>
            <h2 className="px-4 pt-4 text-17 desk:px-5">{t('editor.limits')}</h2>
            <SettingRow
              title={t('editor.coupons')}
              text={t('editor.couponsText')}
              control={(aria) => <Switch {...aria} checked={value.coupons_enabled} onChange={(coupons_enabled) => set({ coupons_enabled })} />}
            />
            <div className="grid gap-4 px-4 pb-4 desk:grid-cols-2 desk:px-5">
              <Field label={t('editor.tax')} error={at('tax_behavior')}>
                <Select
                  value={value.tax_behavior}
                  onChange={(event) => set({ tax_behavior: event.target.value })}
                  options={['', 'inclusive', 'exclusive'].map((key) => ({ value: key, label: t(`editor.tax.${key || 'default'}`) }))}
                />
              </Field>
              <Field label={t('editor.group')} error={at('paywall_group_id')}>
                <Select
                  value={String(value.paywall_group_id ?? '')}
                  onChange={(event) => set({ paywall_group_id: Number(event.target.value) || null })}
                  options={[
                    { value: '', label: t('editor.noGroup') },
                    ...(groups.data?.records ?? [])
                      .filter(({ currency_id }) => currency_id === value.currency)
                      .map(({ id, name }) => ({ value: String(id), label: name })),
                  ]}
                />
              </Field>
              <div className="grid gap-2">
                <Checkbox label={t('editor.limit')} checked={value.max_buyers !== null} onChange={(on) => set({ max_buyers: on ? 20 : null })} />
                {value.max_buyers !== null && (
                  <Input
                    type="number"
                    min={1}
                    inputMode="numeric"
                    aria-label={t('editor.limit')}
                    value={value.max_buyers}
                    onChange={(event) => set({ max_buyers: Math.max(1, Math.floor(Number(event.target.value) || 1)) })}
                  />
                )}
              </div>
            </div>
          </Card>
          <Card pad className="grid gap-4">
            <h2 className="text-17">{t('editor.after')}</h2>
            <Field label={t('editor.sendTo')} error={at('redirect_space_id')}>
              <Select
                value={String(value.redirect_space_id ?? '')}
                onChange={(event) => set({ redirect_space_id: Number(event.target.value) || null })}
                options={[
                  { value: '', label: t('editor.sendBack') },
                  ...(spaces.data?.records ?? []).map(({ id, name, emoji }) => ({ value: String(id), label: `${emoji ?? ''} ${name}`.trim() })),
                ]}
              />
            </Field>
            <Field label={t('editor.thanks')} error={at('thank_you')}>
              <Textarea value={value.thank_you} maxLength={1000} rows={2} onChange={(event) => set({ thank_you: event.target.value })} />
            </Field>
          </Card>
          {saved && saved.members_count === 0 && (
            <div>
              <Button variant="ghost" icon="trash-2" loading={remove.isPending} onClick={() => void destroy()}>
                {t('editor.delete')}
              </Button>
            </div>
          )}
          <SaveBar {...bar} dirty={saved ? bar.dirty : value.name.trim() !== ''} />
        </Form>
        <Phone draft={value} />
      </div>
      {saved && embedding && <Embed paywall={saved} onClose={() => setEmbedding(false)} />}
    </AdminPage>
  )
}
