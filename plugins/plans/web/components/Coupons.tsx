/** Coupons of the owner's: made with a name and a part, given away as a link, ended for whoever comes later. */
import {
  Badge,
  Button,
  Card,
  CardHead,
  Dialog,
  EmptyState,
  Field,
  Form,
  IconButton,
  Input,
  ListRow,
  LoadMore,
  Query,
  Skeleton,
  toast,
  useConfirm,
  useFieldErrors,
  useReadPages,
  useT,
  useWrite,
  useCopy,
} from '@atrium/sdk/web'
import { useId, useState } from 'react'
import contract, { type Coupon } from '../../contract.ts'

const { routes } = contract

export function Coupons() {
  const t = useT()
  const query = useReadPages(routes.coupons, { query: { per_page: 50 } })
  const [making, setMaking] = useState(false)
  return (
    <Card as="section" aria-label={t('coupons.title')}>
      <CardHead
        title={t('coupons.title')}
        text={t('coupons.text')}
        action={
          <Button icon="plus" onClick={() => setMaking(true)}>
            {t('coupons.new')}
          </Button>
        }
      />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={90} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={<EmptyState icon="tag" title={t('coupons.none')} text={t('coupons.none_text')} />}
      >
        {({ pages }) => (
          <ul>
            {pages
              .flatMap(({ records }) => records)
              .map((coupon) => (
                <CouponRow key={coupon.id} coupon={coupon} />
              ))}
          </ul>
        )}
      </Query>
      <LoadMore query={query} />
      {making && <CouponForm onClose={() => setMaking(false)} />}
    </Card>
  )
}

function CouponRow({ coupon: { id, name, percent, is_active: isActive } }: { coupon: Coupon }) {
  const t = useT()
  const toClipboard = useCopy()
  const confirm = useConfirm()
  const end = useWrite(routes.endCoupon, {
    invalidates: [contract],
    onSuccess: () => toast.success(t('coupons.ended')),
    onError: (error) => toast.error(error.message),
  })
  const copy = () =>
    // communities stand at addresses of their own: what is given away is what follows them
    toClipboard(`/settings/plans?plan_coupon_id=${id}`, t('coupons.copied'))
  const ask = async () => {
    if (await confirm({ title: t('coupons.end_title', { name }), text: t('coupons.end_text'), action: t('coupons.end'), tone: 'danger' }))
      end.mutate({ params: { id } })
  }
  return (
    <ListRow as="li" className="flex flex-wrap items-center gap-3">
      <span className="min-w-0 flex-1 basis-48">
        <span className="flex items-center gap-2 font-medium">
          {name}
          {!isActive && <Badge>{t('coupons.over')}</Badge>}
        </span>
        <span className="block text-13 text-text-2">{t('coupons.off', { percent })}</span>
      </span>
      {isActive && (
        <>
          <IconButton icon="copy" label={t('coupons.copy', { name })} onClick={() => void copy()} />
          <IconButton icon="x" label={t('coupons.end_of', { name })} disabled={end.isPending} onClick={() => void ask()} />
        </>
      )}
    </ListRow>
  )
}

function CouponForm({ onClose }: { onClose: () => void }) {
  const t = useT()
  const form = useId()
  const [name, setName] = useState('')
  const [percent, setPercent] = useState('20')
  const create = useWrite(routes.createCoupon, {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t('coupons.made'))
      onClose()
    },
  })
  const errors = useFieldErrors(create.error)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('coupons.new')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={create.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={() => create.mutateAsync({ body: { plan_coupon: { name, percent: Number(percent) } } })} error={create.error}>
        <Field label={t('coupons.name')} error={errors['plan_coupon.name']}>
          <Input value={name} maxLength={60} placeholder={t('coupons.name_hint')} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t('coupons.percent')} error={errors['plan_coupon.percent']}>
          <Input type="number" min={1} max={100} value={percent} onChange={(event) => setPercent(event.target.value)} />
        </Field>
      </Form>
    </Dialog>
  )
}
