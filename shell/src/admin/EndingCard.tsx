/** The end of the community: asked for by its owner, who types its name, and taken back within days. */
import { useState } from 'react'
import {
  Button,
  Card,
  CardHead,
  Dialog,
  Field,
  Form,
  Input,
  Note,
  Query,
  Skeleton,
  Time,
  toast,
  useFieldErrors,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'

const { end, keep, ownership } = communities.routes

export function EndingCard({ name }: { name: string }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const query = useRead(ownership)
  const stay = useWrite(keep, { invalidates: [ownership] })
  const press = () =>
    stay.mutateAsync().then(
      () => toast.success(t('ending.kept')),
      (error) => toast.error(error.message),
    )
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={100} />}>
      {({ is_owner, can_end, ends_at }) =>
        ends_at ? (
          <Note tone="danger">
            {t('ending.due')} <Time value={ends_at} kind="datetime" />
            {is_owner && (
              <span className="mt-2 block">
                <Button size="sm" loading={stay.isPending} onClick={() => void press()}>
                  {t('ending.keep')}
                </Button>
              </span>
            )}
          </Note>
        ) : (
          is_owner &&
          can_end && (
            <Card>
              <CardHead
                title={t('ending.title')}
                text={t('ending.text')}
                action={
                  <Button variant="danger-ghost" onClick={() => setAsking(true)}>
                    {t('ending.open')}
                  </Button>
                }
              />
              <Dialog open={asking} onOpenChange={setAsking} title={t('ending.ask')} width={460}>
                <Ending name={name} onDone={() => setAsking(false)} />
              </Dialog>
            </Card>
          )
        )
      }
    </Query>
  )
}

function Ending({ name, onDone }: { name: string; onDone: () => void }) {
  const t = useT()
  const { has } = useSession()
  const [typed, setTyped] = useState('')
  const ending = useWrite(end, { invalidates: [ownership] })
  const errors = useFieldErrors(ending.error)
  async function submit() {
    await ending.mutateAsync({ body: { name: typed.trim() } })
    toast.success(t('ending.asked'))
    onDone()
  }
  return (
    <Form onSubmit={submit} error={ending.error}>
      <ul className="grid list-disc gap-1.5 ps-5 text-text-2">
        <li>{t('ending.goes')}</li>
        <li>{t('ending.grace')}</li>
        <li>
          {t('ending.archive')}{' '}
          {has('archive') && (
            <a href="/settings/export" className="link">
              {t('ending.archive.link')}
            </a>
          )}
        </li>
      </ul>
      <Field label={t('ending.name')} help={name} error={errors.name}>
        <Input autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('form.cancel')}</Button>
        <Button type="submit" variant="danger" disabled={typed.trim() !== name} loading={ending.isPending}>
          {t('ending.action')}
        </Button>
      </div>
    </Form>
  )
}
