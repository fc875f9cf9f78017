/** What was decided about something of one's own, and the one question whether somebody looks again. */
import {
  Button,
  Card,
  EmptyState,
  Field,
  Form,
  Note,
  PageHeader,
  Query,
  Screen,
  Skeleton,
  Textarea,
  Time,
  toast,
  useFieldErrors,
  useParams,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useId, useState } from 'react'
import contract, { type OwnCase as Own } from '../../contract.ts'

const { routes } = contract
const TONES = { waiting: 'info', looking: 'info', kept: 'success', moved: 'info', removed: 'warning', warned: 'warning' } as const

export default function OwnCase() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const query = useRead(routes.own, { params: { id } })
  return (
    <Screen name="moderation/OwnCase" title={t('own.title')}>
      <PageHeader title={t('own.title')} />
      <Query query={query} skeleton={<Skeleton w="100%" h={260} />}>
        {(found) => <Decision found={found} />}
      </Query>
    </Screen>
  )
}

function Decision({ found }: { found: Own }) {
  const t = useT()
  const { state, reason, text, decided_at, appeal, may_appeal, title, space } = found
  return (
    <div className="grid gap-4">
      <Note tone={TONES[state]} title={t(`own.${state}`)}>
        {t(`own.${state}_text`)} {decided_at && <Time value={decided_at} kind="day" />}
      </Note>
      <Card pad className="grid gap-4">
        {(title || space) && (
          <p className="font-medium wrap-anywhere">
            {title && t('own.about', { title })} {space && t('own.in', { space })}
          </p>
        )}
        {reason && <Part title={t('own.reason')} text={reason} />}
        {text && <Part title={t('own.what')} text={text} />}
        {appeal && <Part title={t('own.said')} text={appeal} />}
        {!reason && !text && !appeal && <EmptyState icon="file-text" title={t('own.title')} />}
      </Card>
      {may_appeal && <Appeal id={found.id} />}
    </div>
  )
}
function Part({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h2 className="text-13 font-medium text-text-2">{title}</h2>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </section>
  )
}

function Appeal({ id }: { id: number }) {
  const t = useT()
  const form = useId()
  const [text, setText] = useState('')
  const appeal = useWrite(routes.appeal, { invalidates: [routes.own], onSuccess: () => toast.success(t('own.appealed')) })
  const errors = useFieldErrors(appeal.error)
  return (
    <Card pad>
      <Form id={form} onSubmit={() => appeal.mutateAsync({ params: { id }, body: { text } })} error={appeal.error}>
        <h2 className="text-17 font-semibold">{t('own.appeal')}</h2>
        <p className="text-text-2">{t('own.appeal_text')}</p>
        <Field label={t('own.appeal_label')} error={errors.text}>
          <Textarea value={text} required maxLength={2000} onChange={(event) => setText(event.target.value)} />
        </Field>
        <div>
          <Button variant="primary" type="submit" loading={appeal.isPending} disabled={!text.trim()}>
            {t('own.appeal_send')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
