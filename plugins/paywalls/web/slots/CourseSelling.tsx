/** Where a course is built: what sells it, or the first price of it, and a warning while everybody may open it anyhow. */
import type { SlotPropsOf } from '@atrium/sdk'
import {
  Button,
  Card,
  CardHead,
  Failure,
  Form,
  LinkButton,
  Note,
  Query,
  Skeleton,
  toast,
  useFieldErrors,
  useQueryCache,
  useRead,
  useSession,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import type courses from '../../../courses/contract.ts'
import spaces from '../../../spaces/contract.ts'
import contract from '../../contract.ts'
import { sell } from '../components/selling/create.ts'
import { paywallOf } from '../components/selling/price.ts'
import { FirstPriceFields, SoldBy } from '../components/selling/Selling.tsx'
import { useFirstPrice } from '../components/selling/useFirstPrice.ts'

type Props = SlotPropsOf<(typeof courses)['slots']['course.selling']>

export default function CourseSelling({ course }: Props) {
  const t = useT()
  const query = useRead(contract.routes.opening, { query: { kind: 'space', target_id: course.id } })
  const space = useRead(spaces.routes.bySlug, { params: { slug: course.slug } })
  return (
    <Card>
      <CardHead title={t('selling.course')} text={t('selling.courseText')} />
      <div className="grid gap-4 p-4 desk:p-5">
        {space.data && !space.data.is_private && (
          <div data-open-to-all>
            <Note tone="warning" title={t('opens.openToAll')}>
              <p>{t('selling.courseOpen')}</p>
              <LinkButton size="sm" className="mt-2" to={`/spaces/${course.id}/settings`}>
                {t('selling.spaceSettings')}
              </LinkButton>
            </Note>
          </div>
        )}
        {space.error && <Failure error={space.error} onRetry={() => void space.refetch()} />}
        <Query query={query} skeleton={<Skeleton w="100%" h={64} />}>
          {({ records }) => (records.length > 0 ? <SoldBy cards={records} /> : <First course={course} />)}
        </Query>
      </div>
    </Card>
  )
}

function First({ course }: Props) {
  const t = useT()
  const { can } = useSession()
  const cache = useQueryCache()
  const [price, setPrice] = useFirstPrice()
  const [failed, setFailed] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const errors = useFieldErrors(failed)
  if (!can('paywalls.manage')) return <p className="text-text-2">{t('selling.askAdmin')}</p>
  const paywall = paywallOf('space', course, price)
  const submit = async () => {
    setBusy(true)
    setFailed(null)
    try {
      await sell(paywall!)
      await cache.invalidate(contract)
      toast.success(t('selling.started'))
    } catch (error) {
      setFailed(error)
    }
    setBusy(false)
  }
  return (
    <Form onSubmit={submit} error={failed}>
      <FirstPriceFields value={price} recurs error={errors['paywall.prices.0.amount_in_cents']} onChange={setPrice} />
      <div>
        <Button type="submit" variant="primary" disabled={!paywall} loading={busy}>
          {t('selling.start')}
        </Button>
      </div>
    </Form>
  )
}
