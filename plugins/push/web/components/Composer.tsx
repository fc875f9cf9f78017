/** A draft: what it says, where it leads, whom it goes to, beside what a phone will show of it. */
import {
  Button,
  Card,
  CardHead,
  Field,
  Form,
  Input,
  PictureField,
  Textarea,
  toast,
  useBlocker,
  useConfirm,
  useFieldErrors,
  useNavigate,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract, { type Audience, type Broadcast, MAX_MESSAGE, MAX_TITLE } from '../../contract.ts'
import { AudienceField, useReach } from './AudienceField.tsx'
import { AT } from './paths.ts'
import { PhonePreview } from './PhonePreview.tsx'
import { ScheduleDialog, TestDialog } from './SendDialogs.tsx'

const { routes } = contract
interface Written {
  title: string
  message: string
  path: string
  audience: Audience
  /** What was chosen here; undefined: as it was. */
  picture?: { signedId: string; url: string } | null | undefined
}
const EMPTY: Written = { title: '', message: '', path: '', audience: { kind: 'members', segment_ids: [] } }
const writtenIn = ({ title, message, path, audience }: Broadcast): Written => ({ title, message, path: path ?? '', audience })

export function Composer({ broadcast }: { broadcast: Broadcast | null }) {
  const t = useT()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const [saved, setSaved] = useState(broadcast ? writtenIn(broadcast) : EMPTY)
  const [value, setValue] = useState(saved)
  const [dialog, setDialog] = useState<{ kind: 'schedule' | 'test'; id: number } | null>(null)
  /** Where a new one stands from now on; gone to when what was saved is known here. */
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (address) navigate(address, { replace: true })
  }, [address, navigate])
  const set = (change: Partial<Written>) => setValue((now) => ({ ...now, ...change }))
  const reach = useReach(value.audience)
  const create = useWrite(routes.create, { invalidates: [routes.list] })
  const update = useWrite(routes.update, { invalidates: [contract] })
  const send = useWrite(routes.sendBroadcast, {
    invalidates: [contract],
    onSuccess: () => toast.success(t('send.done')),
    onError: (reason) => toast.error(reason.message),
  })
  const saving = create.isPending || update.isPending
  const dirty = JSON.stringify(value) !== JSON.stringify(saved)
  useBlocker(dirty && !saving && !send.isPending && address === null, t('composer.leave'))
  const error = create.error ?? update.error
  const errors = useFieldErrors(error)
  const imageUrl = value.picture === undefined ? (broadcast?.image_url ?? null) : (value.picture?.url ?? null)

  /** The id of what is saved now. */
  async function save(): Promise<number | null> {
    if (broadcast && !dirty) return broadcast.id
    const { picture, path, ...rest } = value
    const body = { ...rest, path: path || null, ...(picture !== undefined && { image_signed_id: picture?.signedId ?? null }) }
    try {
      const done = broadcast ? await update.mutateAsync({ params: { id: broadcast.id }, body }) : await create.mutateAsync({ body })
      const now = writtenIn(done)
      setSaved(now)
      setValue(now)
      return done.id
    } catch {
      return null
    }
  }
  async function then(act: 'stay' | 'schedule' | 'test' | 'send') {
    const id = await save()
    if (id === null) return
    if (act === 'schedule' || act === 'test') return setDialog({ kind: act, id })
    if (act === 'stay') toast.success(t('composer.saved'))
    else await ask(id)
    if (!broadcast) setAddress(`${AT}/${id}`)
  }
  async function ask(id: number) {
    const count = reach.data?.reachable ?? 0
    if (await confirm({ title: t('send.title', { title: value.title }), text: t('send.text', { count }), action: t('send.action') }))
      await send.mutateAsync({ params: { id }, body: {} }).catch(() => {})
  }
  const close = () => {
    if (dialog && !broadcast) setAddress(`${AT}/${dialog.id}`)
    setDialog(null)
  }
  const ready = value.title.trim() !== '' && value.message.trim() !== ''
  return (
    <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_360px]">
      <Form onSubmit={() => then('stay')} error={error} className="grid gap-4">
        <Card>
          <CardHead title={t('composer.message_card')} />
          <div className="grid gap-4 p-5">
            <Field label={t('composer.title')} error={errors.title} aside={<Left count={MAX_TITLE - value.title.length} />}>
              <Input value={value.title} maxLength={MAX_TITLE} autoFocus={!broadcast} onChange={(event) => set({ title: event.target.value })} />
            </Field>
            <Field label={t('composer.message')} error={errors.message} aside={<Left count={MAX_MESSAGE - value.message.length} />}>
              <Textarea value={value.message} maxLength={MAX_MESSAGE} rows={3} onChange={(event) => set({ message: event.target.value })} />
            </Field>
            <Field label={t('composer.path')} help={t('composer.path_help')} error={errors.path}>
              <Input value={value.path} inputMode="url" placeholder="/events" onChange={(event) => set({ path: event.target.value })} />
            </Field>
            <PictureField
              label={t('composer.picture')}
              help={t('composer.picture_help')}
              url={imageUrl}
              ratio={2}
              width={1200}
              error={errors.image_signed_id}
              onChange={(picture) => set({ picture })}
            />
          </div>
        </Card>
        <Card pad>
          <AudienceField value={value.audience} error={errors['audience.segment_ids'] ?? errors.audience} onChange={(audience) => set({ audience })} />
        </Card>
        <div className="flex flex-wrap justify-end gap-2">
          <Button icon="smartphone" disabled={!ready} onClick={() => void then('test')}>
            {t('test.action')}
          </Button>
          <Button type="submit" loading={saving} disabled={value.title.trim() === '' || (broadcast !== null && !dirty)}>
            {t('composer.save')}
          </Button>
          <Button icon="clock" disabled={!ready} onClick={() => void then('schedule')}>
            {t('schedule.title')}
          </Button>
          <Button variant="primary" icon="send" disabled={!ready || reach.data?.reachable === 0} loading={send.isPending} onClick={() => void then('send')}>
            {t('send.now')}
          </Button>
        </div>
      </Form>
      <Card as="section" aria-label={t('preview.label')} className="wide:sticky wide:top-4">
        <CardHead title={t('preview.label')} />
        <div className="p-5">
          <PhonePreview title={value.title} message={value.message} imageUrl={imageUrl} />
        </div>
      </Card>
      {dialog?.kind === 'schedule' && <ScheduleDialog id={dialog.id} onClose={close} />}
      {dialog?.kind === 'test' && <TestDialog id={dialog.id} onClose={close} />}
    </div>
  )
}

function Left({ count }: { count: number }) {
  const t = useT()
  return <span className="text-12 text-text-3 tabular-nums">{t('composer.left', { count })}</span>
}
