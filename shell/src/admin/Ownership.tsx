/** Who owns the community, and its way to another admin: offered by one, accepted by the other. */
import { useState } from 'react'
import {
  Button,
  Card,
  CardHead,
  Dialog,
  Field,
  Form,
  Note,
  Query,
  Select,
  Skeleton,
  Time,
  toast,
  useFieldErrors,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'

const { acceptOwnership, community: communityRoute, memberRoles, offerOwnership, ownership, withdrawOwnership } = communities.routes

export function Ownership() {
  const t = useT()
  const query = useRead(ownership)
  const [offering, setOffering] = useState(false)
  const invalidates = [ownership, communityRoute]
  const accept = useWrite(acceptOwnership, { invalidates })
  const withdraw = useWrite(withdrawOwnership, { invalidates })
  const act = (write: typeof accept | typeof withdraw, done: string) =>
    write.mutateAsync().then(
      () => toast.success(t(done)),
      (error) => toast.error(error.message),
    )
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={120} />}>
      {({ owner, is_owner, offer }) => (
        <Card>
          <CardHead
            title={t('ownership.title')}
            text={t('ownership.text')}
            action={is_owner && !offer && <Button onClick={() => setOffering(true)}>{t('ownership.offer')}</Button>}
          />
          <div className="grid gap-3 p-4 desk:p-5">
            <p>{owner ? t('ownership.owner', { name: owner.name }) : t('ownership.none')}</p>
            {offer?.is_mine && (
              <Note tone="info" title={t('ownership.mine.title')}>
                {t('ownership.mine.text', { name: owner?.name ?? '' })} <Time value={offer.expires_at} kind="date" />
                <span className="mt-2 flex gap-2">
                  <Button variant="primary" size="sm" loading={accept.isPending} onClick={() => void act(accept, 'ownership.accepted')}>
                    {t('ownership.accept')}
                  </Button>
                  <Button size="sm" loading={withdraw.isPending} onClick={() => void act(withdraw, 'ownership.declined')}>
                    {t('ownership.decline')}
                  </Button>
                </span>
              </Note>
            )}
            {is_owner && offer && (
              <p className="flex flex-wrap items-center gap-2 text-text-2">
                <span>
                  {t('ownership.open', { name: offer.name })} <Time value={offer.expires_at} kind="date" />
                </span>
                <Button size="sm" loading={withdraw.isPending} onClick={() => void act(withdraw, 'ownership.withdrawn')}>
                  {t('ownership.withdraw')}
                </Button>
              </p>
            )}
          </div>
          <Dialog open={offering} onOpenChange={setOffering} title={t('ownership.offer.title')} width={460}>
            <Offer ownerId={owner?.id} onDone={() => setOffering(false)} />
          </Dialog>
        </Card>
      )}
    </Query>
  )
}

function Offer({ ownerId, onDone }: { ownerId: number | undefined; onDone: () => void }) {
  const t = useT()
  const [memberId, setMemberId] = useState('')
  const query = useRead(memberRoles, { query: { role: 'admin', per_page: 100 } })
  const offer = useWrite(offerOwnership, { invalidates: [ownership] })
  const errors = useFieldErrors(offer.error)
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={160} />}>
      {({ records }) => {
        const others = records.filter(({ id }) => id !== ownerId)
        const submit = async () => {
          const { offer: open } = await offer.mutateAsync({ body: { member_id: Number(memberId) } })
          toast.success(t('ownership.offered', { name: open?.name ?? '' }))
          onDone()
        }
        return (
          <Form onSubmit={submit} error={offer.error}>
            <p className="text-text-2">{t('ownership.offer.text')}</p>
            {others.length === 0 ? (
              <Note>{t('ownership.offer.nobody')}</Note>
            ) : (
              <Field label={t('ownership.offer.member')} error={errors.member_id}>
                <Select
                  value={memberId}
                  onChange={(event) => setMemberId(event.target.value)}
                  options={[{ value: '', label: t('ownership.offer.choose') }, ...others.map(({ id, name }) => ({ value: String(id), label: name }))]}
                />
              </Field>
            )}
            <div className="flex justify-end gap-2">
              <Button onClick={onDone}>{t('form.cancel')}</Button>
              <Button type="submit" variant="primary" disabled={!memberId} loading={offer.isPending}>
                {t('ownership.offer.action')}
              </Button>
            </div>
          </Form>
        )
      }}
    </Query>
  )
}
