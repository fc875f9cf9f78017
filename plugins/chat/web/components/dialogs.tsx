/** Small windows of a conversation: earlier wordings, readers, people to bring in, a name. */
import {
  Avatar,
  Button,
  call,
  Combobox,
  type ComboboxOption,
  Dialog,
  Field,
  Input,
  Query,
  SkeletonText,
  Switch,
  Time,
  toast,
  useRead,
  useT,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type ChatRoom, type Message } from '../../contract.ts'

const { routes } = contract
const at = ({ chat_room_uuid, id }: Message) => ({ params: { uuid: chat_room_uuid, id } })

export const loadRecipients = async (text: string): Promise<ComboboxOption[]> => {
  const { records } = await call(routes.recipients, { query: { text } })
  return records.map((one) => ({
    value: String(one.community_member_id),
    label: one.name,
    text: one.headline ?? undefined,
    avatar: { id: one.community_member_id, name: one.name, src: one.avatar_url },
  }))
}

export function HistoryDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useT()
  const query = useRead(routes.revisions, at(message))
  return (
    <Dialog open onOpenChange={onClose} title={t('history.title')}>
      <Query query={query} skeleton={<SkeletonText />}>
        {({ records }) => (
          <ol className="grid gap-3">
            {[{ id: 0, body: message.body, created_at: message.edited_at! }, ...records].map((one) => (
              <li key={one.id}>
                <p className="text-12 text-text-3">
                  <Time value={one.created_at} kind="datetime" />
                </p>
                <p className="whitespace-pre-line break-words">{one.body}</p>
              </li>
            ))}
          </ol>
        )}
      </Query>
    </Dialog>
  )
}

export function ReadersDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useT()
  const query = useRead(routes.readers, at(message))
  return (
    <Dialog open onOpenChange={onClose} title={t('readers.title')}>
      <Query
        query={query}
        skeleton={<SkeletonText />}
        isEmpty={({ records }) => records.length === 0}
        empty={<p className="text-13 text-text-2">{t('readers.none')}</p>}
      >
        {({ records }) => (
          <ul className="grid gap-2.5">
            {records.map((one) => (
              <li key={one.community_member_id} className="flex items-center gap-2.5">
                <Avatar id={one.community_member_id} name={one.name} src={one.avatar_url} size={28} />
                {one.name}
              </li>
            ))}
          </ul>
        )}
      </Query>
    </Dialog>
  )
}

export function AddDialog({ room, onClose }: { room: ChatRoom; onClose: () => void }) {
  const t = useT()
  const [chosen, setChosen] = useState<ComboboxOption[]>([])
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    try {
      await call(routes.addParticipant, {
        params: { uuid: room.uuid },
        body: { chat_room_participant: { community_member_ids: chosen.map(({ value }) => Number(value)) } },
      })
      onClose()
    } catch (error) {
      toast.error((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('add.title')}
      footer={
        <Button variant="primary" disabled={chosen.length === 0} loading={busy} onClick={() => void add()}>
          {t('add.action')}
        </Button>
      }
    >
      <Field label={t('new.to')} help={t(room.chat_room_show_history ? 'add.history' : 'add.noHistory')}>
        <Combobox multiple load={loadRecipients} value={chosen} onChange={setChosen} placeholder={t('new.search')} />
      </Field>
    </Dialog>
  )
}

export function RoomDialog({ room, onClose }: { room: ChatRoom; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(room.chat_room_name)
  const [description, setDescription] = useState(room.chat_room_description)
  const [history, setHistory] = useState(room.chat_room_show_history)
  const save = async () => {
    try {
      await call(routes.update, { params: { uuid: room.uuid }, body: { chat_room: { name, description, show_history: history } } })
      onClose()
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('room.edit')}
      footer={
        <Button variant="primary" onClick={() => void save()}>
          {t('save')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <Field label={t('room.name')}>
          <Input value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t('room.description')}>
          <Input value={description} maxLength={300} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        <Switch checked={history} onChange={setHistory} label={t('room.history')} />
      </div>
    </Dialog>
  )
}
