/** The ⋯ of an event: what its policies allow this reader. */
import {
  Button,
  call,
  Dialog,
  Field,
  IconButton,
  Input,
  Menu,
  RadioGroup,
  Slot,
  useSlotAhead,
  toast,
  useNavigate,
  useQueryCache,
  useT,
  useCopy,
} from '@atrium/sdk/web'
import { useState } from 'react'
import content from '../../../content/contract.ts'
import contract, { type EDIT_MODES, type EventReply } from '../../contract.ts'

const { routes } = contract
type Mode = (typeof EDIT_MODES)[number]

export function EventMenu({ event }: { event: EventReply }) {
  const t = useT()
  const toClipboard = useCopy()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const [dialog, setDialog] = useState<'cancel' | 'recording' | null>(null)
  const ahead = useSlotAhead(content.slots['record.menu'])
  const { policies } = event
  const params = { spaceId: event.space_id, slug: event.slug }
  const base = `/c/${event.space.slug}/events/${event.slug}`
  const act = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work()
      void cache.invalidate(contract)
      toast.success(said)
      return true
    } catch (error) {
      toast.error((error as Error).message)
      return false
    }
  }
  const copyLink = () => toClipboard(`${location.origin}${event.url}`)
  const duplicate = async () => {
    try {
      const copy = await call(routes.duplicate, { params })
      navigate(`/c/${copy.space.slug}/events/${copy.slug}/edit`)
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  const pinned = event.is_pinned_at_top_of_space
  return (
    <>
      <Menu
        ahead={ahead}
        align="end"
        trigger={<IconButton icon="ellipsis" label={t('menu.open')} />}
        items={[
          policies.can_update_post && { label: t('menu.edit'), icon: 'pencil', to: `${base}/edit?date=${event.occurrence_id}` },
          policies.can_update_post && { label: t('menu.attendees'), icon: 'users', to: `${base}/attendees?date=${event.occurrence_id}` },
          policies.can_update_post && { label: t('menu.check_in'), icon: 'square-check', to: `${base}/check_in?date=${event.occurrence_id}` },
          policies.can_update_post && { label: t('menu.recording'), icon: 'video', onSelect: () => setDialog('recording') },
          { label: t('menu.copy'), icon: 'link', onSelect: () => void copyLink() },
          policies.can_manage_post && {
            label: t(pinned ? 'menu.unpin' : 'menu.pin'),
            icon: pinned ? 'pin-off' : 'pin',
            onSelect: () => void act(() => call(pinned ? routes.unpin : routes.pin, { params }), t(pinned ? 'menu.unpinned' : 'menu.pinned')),
          },
          policies.can_duplicate_post && { label: t('menu.duplicate'), icon: 'copy', onSelect: () => void duplicate() },
          policies.can_report_post && { content: <Slot of={content.slots['record.menu']} props={{ kind: 'event', id: event.id }} /> },
          policies.can_update_post && '-',
          policies.can_update_post && { label: t('menu.cancel'), icon: 'trash-2', tone: 'danger', onSelect: () => setDialog('cancel') },
        ]}
      />
      {dialog === 'cancel' && <CallOff event={event} onClose={() => setDialog(null)} onGone={() => navigate(`/c/${event.space.slug}`)} act={act} />}
      {dialog === 'recording' && <Recording event={event} onClose={() => setDialog(null)} act={act} />}
    </>
  )
}

interface ActProps {
  event: EventReply
  act: (work: () => Promise<unknown>, said: string) => Promise<boolean>
  onClose: () => void
}
function CallOff({ event, act, onClose, onGone }: ActProps & { onGone: () => void }) {
  const t = useT()
  const modes: Mode[] = event.event_type === 'single' ? ['current', 'all'] : ['current', 'remaining', 'all']
  const allowed = modes.filter((mode) => mode !== 'all' || event.policies.can_destroy_post)
  const [mode, setMode] = useState<Mode>('current')
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const params = { spaceId: event.space_id, slug: event.slug }
  const send = async () => {
    setBusy(true)
    const query = { occurrence_id: event.occurrence_id, edit_mode: mode, note }
    const went = await act(() => call(routes.destroy, { params, query }), t(mode === 'all' ? 'menu.deleted' : 'menu.cancelled'))
    setBusy(false)
    if (!went) return
    onClose()
    if (mode === 'all') onGone()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('cancel.title')}
      width={460}
      footer={
        <>
          <Button onClick={onClose}>{t('form.back')}</Button>
          <Button variant="danger" loading={busy} onClick={() => void send()}>
            {t(mode === 'all' ? 'cancel.delete' : 'cancel.action')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <RadioGroup<Mode>
          label={t('cancel.which')}
          value={mode}
          onChange={setMode}
          options={allowed.map((value) => ({
            value,
            label: t(value === 'all' ? 'cancel.all' : `mode.${value}`),
            text: t(value === 'all' ? 'cancel.all_text' : 'cancel.kept_text'),
          }))}
        />
        {mode !== 'all' && (
          <Field label={t('cancel.note')}>
            <Input value={note} maxLength={200} onChange={({ target }) => setNote(target.value)} />
          </Field>
        )}
      </div>
    </Dialog>
  )
}

function Recording({ event, act, onClose }: ActProps) {
  const t = useT()
  const [url, setUrl] = useState(event.event_setting_attributes.live_stream_recording_url ?? '')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const body = {
      event: { edit_mode: 'current' as const, occurrence_id: event.occurrence_id, event_setting_attributes: { live_stream_recording_url: url.trim() || null } },
    }
    const went = await act(() => call(routes.update, { params: { spaceId: event.space_id, slug: event.slug }, body }), t('recording.saved'))
    setBusy(false)
    if (went) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('menu.recording')}
      width={460}
      footer={
        <>
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button variant="primary" loading={busy} onClick={() => void save()}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <Field label={t('recording.address')} help={t('recording.help')}>
        <Input type="url" value={url} placeholder="https://" maxLength={2_000} onChange={({ target }) => setUrl(target.value)} />
      </Field>
    </Dialog>
  )
}
