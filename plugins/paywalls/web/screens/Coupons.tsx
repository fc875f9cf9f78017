/** Coupons: who may use which, how often it was used, and a new one. */
import { parseMoney } from '@atrium/sdk'
import {
  Badge,
  Button,
  call,
  Checkbox,
  Combobox,
  Field,
  Input,
  ListScreen,
  Select,
  Time,
  toast,
  useFieldErrors,
  useList,
  useT,
  useWrite,
  FormDialog,
  useCopy,
} from '@atrium/sdk/web'
import type { RouteInput } from '@atrium/sdk'
import { useState } from 'react'
import contract, { type Coupon, DURATIONS } from '../../contract.ts'
import { CURRENCIES } from '../components/money.ts'
import { useUsualCurrency } from '../components/useUsualCurrency.ts'

const { routes } = contract

export default function Coupons() {
  const t = useT()
  const toClipboard = useCopy()
  const [isNew, setNew] = useState(false)
  const [priced, setPriced] = useState<Coupon | null>(null)
  const list = useList(routes.coupons, { search: 'query', query: { per_page: 50 } })
  const options = { invalidates: [routes.coupons], onSuccess: () => toast.success(t('coupons.saved')), onError: (error: Error) => toast.error(error.message) }
  const update = useWrite(routes.updateCoupon, options)
  const end = useWrite(routes.destroyCoupon, options)
  return (
    <ListScreen
      name="paywalls/Coupons"
      title={t('admin.coupons')}
      text={t('coupons.text')}
      actions={[{ label: t('coupons.new'), icon: 'plus', primary: true, onSelect: () => setNew(true) }]}
      who="paywalls.manage"
      list={list}
      search={t('coupons.search')}
      height={240}
      empty={{
        icon: 'ticket',
        title: t('coupons.none'),
        text: t('coupons.noneText'),
        action: (
          <Button variant="primary" icon="plus" onClick={() => setNew(true)}>
            {t('coupons.new')}
          </Button>
        ),
      }}
      found={{ title: t('coupons.noneFound') }}
      columns={[
        {
          key: 'code',
          title: t('coupons.code'),
          render: (coupon) => (
            <span className="grid">
              <b className="font-medium">{coupon.code}</b>
              {coupon.name && <span className="text-13 text-text-3">{coupon.name}</span>}
            </span>
          ),
        },
        {
          key: 'terms',
          title: t('coupons.terms'),
          render: (coupon) => (
            <span className="grid">
              {coupon.display_name}
              {coupon.prices.length > 0 && <span className="text-13 text-text-3">{coupon.prices.map(({ name }) => name).join(' · ')}</span>}
            </span>
          ),
        },
        {
          key: 'uses',
          title: t('coupons.uses'),
          align: 'right',
          render: (coupon) => (coupon.max_uses === null ? String(coupon.uses_count) : t('coupons.usesOf', { used: coupon.uses_count, most: coupon.max_uses })),
        },
        { key: 'ends', title: t('coupons.ends'), render: (coupon) => (coupon.ends_at ? <Time value={coupon.ends_at} kind="day" /> : '–') },
        {
          key: 'state',
          state: true,
          title: t('list.state'),
          render: (coupon) => (coupon.is_active ? <Badge tone="success">{t('coupons.active')}</Badge> : <Badge>{t('coupons.over')}</Badge>),
        },
      ]}
      menu={(coupon) => ({
        label: t('coupons.menu', { code: coupon.code }),
        items: [
          {
            label: t('coupons.copy'),
            icon: 'copy',
            onSelect: () => void toClipboard(coupon.code, t('coupons.copied')),
          },
          { label: t('coupons.changePrices'), icon: 'tag', onSelect: () => setPriced(coupon) },
          coupon.is_active
            ? { label: t('coupons.end'), icon: 'ban', tone: 'danger', onSelect: () => end.mutate({ params: { id: coupon.id } }) }
            : {
                label: t('coupons.again'),
                icon: 'rotate-ccw',
                onSelect: () => update.mutate({ params: { id: coupon.id }, body: { coupon: { is_active: true } } }),
              },
        ],
      })}
    >
      {priced && <CouponPrices coupon={priced} onClose={() => setPriced(null)} />}
      {isNew && <NewCoupon onClose={() => setNew(false)} />}
    </ListScreen>
  )
}

/** What is sold just now, by the name of its paywall. */
async function pricesNamed(name: string) {
  const { records } = await call(routes.list, { query: { ...(name && { name }), status: 'active', per_page: 20 } })
  return records.flatMap((paywall) =>
    paywall.prices
      .filter(({ status }) => status === 'active')
      .map((price) => ({ value: String(price.id), label: [paywall.name, price.name, price.display_name].filter(Boolean).join(', ') })),
  )
}

/** Other prices for a coupon that is given out already; what was bought with it stays as it was. */
function CouponPrices({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const t = useT()
  const [prices, setPrices] = useState(coupon.prices.map(({ id, name }) => ({ value: String(id), label: name })))
  const write = useWrite(routes.updateCoupon, {
    invalidates: [routes.coupons],
    onSuccess: () => {
      toast.success(t('coupons.saved'))
      onClose()
    },
  })
  const submit = () =>
    write.mutateAsync({ params: { id: coupon.id }, body: { coupon: { price_ids: prices.map(({ value }) => Number(value)) } } }).catch(() => {})
  return (
    <FormDialog
      title={t('coupons.pricesOf', { code: coupon.code })}
      onClose={onClose}
      onSubmit={submit}
      error={write.error}
      action={t('coupons.save')}
      pending={write.isPending}
    >
      <Field label={t('coupons.prices')} help={t('coupons.pricesHelp')} error={useFieldErrors(write.error)['coupon.price_ids']}>
        <Combobox multiple label={t('coupons.prices')} value={prices} load={pricesNamed} onChange={setPrices} />
      </Field>
    </FormDialog>
  )
}

type Input_ = RouteInput<typeof routes.createCoupon>['body']['coupon']
function NewCoupon({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const [off, setOff] = useState('20')
  const [chosen, setCurrency] = useState<string | null>(null)
  const usual = useUsualCurrency()
  const currency = chosen ?? usual ?? CURRENCIES[0]
  const [duration, setDuration] = useState<(typeof DURATIONS)[number]>('once')
  const [months, setMonths] = useState('3')
  const [most, setMost] = useState('')
  const [once, setOnce] = useState(true)
  const [ends, setEnds] = useState('')
  const [prices, setPrices] = useState<{ value: string; label: string }[]>([])
  const create = useWrite(routes.createCoupon, {
    invalidates: [routes.coupons],
    onSuccess: () => {
      toast.success(t('coupons.saved'))
      onClose()
    },
  })
  const errors = useFieldErrors(create.error)
  const at = (key: string) => errors[`coupon.${key}`]
  const submit = () => {
    const coupon: Input_ = {
      code,
      name,
      kind,
      percent_off: kind === 'percent' ? Math.round(Number(off.replace(',', '.')) * 100) : null,
      amount_off_in_cents: kind === 'amount' ? parseMoney(off, currency) : null,
      currency: kind === 'amount' ? currency : null,
      duration,
      duration_in_months: duration === 'repeating' ? Number(months) : null,
      max_uses: most ? Number(most) : null,
      once_per_member: once,
      price_ids: prices.map(({ value }) => Number(value)),
      ends_at: ends ? new Date(`${ends}T23:59:59`).toISOString() : null,
    }
    return create.mutateAsync({ body: { coupon } }).catch(() => {})
  }
  return (
    <FormDialog
      title={t('coupons.new')}
      onClose={onClose}
      onSubmit={submit}
      error={create.error}
      className="grid gap-4 desk:grid-cols-2"
      action={t('coupons.make')}
      pending={create.isPending}
    >
      <Field label={t('coupons.code')} error={at('code')}>
        <Input value={code} required autoFocus maxLength={40} placeholder="KILN20" onChange={(event) => setCode(event.target.value.toUpperCase())} />
      </Field>
      <Field label={t('coupons.name')} error={at('name')}>
        <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('coupons.kind')}>
        <Select
          value={kind}
          onChange={(event) => setKind(event.target.value as typeof kind)}
          options={(['percent', 'amount'] as const).map((value) => ({ value, label: t(`coupons.${value}`) }))}
        />
      </Field>
      <Field label={t('coupons.off')} error={at('percent_off') ?? at('amount_off_in_cents')}>
        <span className="flex gap-2">
          <Input inputMode="decimal" required value={off} onChange={(event) => setOff(event.target.value)} />
          {kind === 'amount' && (
            <Select
              aria-label={t('editor.currency')}
              value={currency}
              onChange={(event) => setCurrency(event.target.value)}
              options={CURRENCIES.map((value) => ({ value, label: value.toUpperCase() }))}
            />
          )}
        </span>
      </Field>
      <Field label={t('coupons.duration')}>
        <Select
          value={duration}
          onChange={(event) => setDuration(event.target.value as typeof duration)}
          options={DURATIONS.map((value) => ({ value, label: t(`coupons.for.${value}`) }))}
        />
      </Field>
      {duration === 'repeating' && (
        <Field label={t('coupons.months')} error={at('duration_in_months')}>
          <Input type="number" min={1} max={36} value={months} onChange={(event) => setMonths(event.target.value)} />
        </Field>
      )}
      <Field label={t('coupons.most')} help={t('coupons.mostHelp')} error={at('max_uses')}>
        <Input type="number" min={1} value={most} onChange={(event) => setMost(event.target.value)} />
      </Field>
      <Checkbox className="desk:col-span-2" label={t('coupons.oncePerMember')} checked={once} onChange={setOnce} />
      <Field label={t('coupons.ends')} error={at('ends_at')}>
        <Input type="date" value={ends} onChange={(event) => setEnds(event.target.value)} />
      </Field>
      <Field className="desk:col-span-2" label={t('coupons.prices')} help={t('coupons.pricesHelp')} error={at('price_ids')}>
        <Combobox multiple label={t('coupons.prices')} value={prices} load={pricesNamed} onChange={setPrices} />
      </Field>
    </FormDialog>
  )
}
