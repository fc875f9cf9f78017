/** Begins a conversation: with one person directly, with several as a group. */
import type { RichTextDoc } from '@atrium/sdk'
import {
  Button,
  call,
  Combobox,
  type ComboboxOption,
  Editor,
  Field,
  Form,
  Input,
  NotAllowed,
  PageHeader,
  Screen,
  Switch,
  useNavigate,
  useQueryCache,
  useSearch,
  useSession,
  useT,
  newUuid,
} from '@atrium/sdk/web'
import { useRef, useState } from 'react'
import contract from '../../contract.ts'
import { loadRecipients } from '../components/dialogs.tsx'

const { routes } = contract

export default function NewMessage() {
  const t = useT()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const { can, viewOnly } = useSession()
  const search = useSearch()
  const given = search.get('to')
  const [people, setPeople] = useState<ComboboxOption[]>(given ? [{ value: given, label: search.get('name') ?? given }] : [])
  const [name, setName] = useState('')
  const [history, setHistory] = useState(true)
  const [doc, setDoc] = useState<RichTextDoc | null>(null)
  const [isEmpty, setEmpty] = useState(true)
  const [busy, setBusy] = useState(false)
  const [attaching, setAttaching] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const key = useRef(newUuid())
  const isGroup = people.length > 1
  const submit = async () => {
    if (people.length === 0 || busy || attaching) return
    setBusy(true)
    setError(null)
    try {
      const { chat_room } = await call(routes.create, {
        body: {
          chat_room: {
            kind: isGroup ? 'group_chat' : 'direct',
            community_member_ids: people.map(({ value }) => Number(value)),
            ...(isGroup ? { name: name.trim() || undefined, show_history: history } : {}),
            ...(doc && !isEmpty ? { rich_text_body: { body: doc }, creation_uuid: key.current } : {}),
          },
        },
      })
      void cache.invalidate(routes.list)
      navigate(`/messages/${chat_room.uuid}`, { replace: true })
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <Screen name="chat/NewMessage" title={t('new.title')} layout="focus">
      <div className="mx-auto max-w-[640px] px-4 pb-16 pt-6">
        <PageHeader title={t('new.title')} back={{ to: '/messages', label: t('messages.title') }} />
        {!can('chat.create') || viewOnly ? (
          <NotAllowed />
        ) : (
          <Form onSubmit={submit} error={error} className="grid gap-5">
            <Field label={t('new.to')} help={t(isGroup ? 'new.group' : 'new.direct')}>
              <Combobox multiple load={loadRecipients} value={people} onChange={setPeople} autoFocus={!given} placeholder={t('new.search')} />
            </Field>
            {isGroup && (
              <>
                <Field label={t('room.name')}>
                  <Input value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
                </Field>
                <Switch checked={history} onChange={setHistory} label={t('room.history')} />
              </>
            )}
            <Editor
              size="small"
              tray
              autoFocus={given !== null}
              value={doc}
              label={t('new.message')}
              placeholder={t('new.message')}
              enterSends
              onSubmit={() => void submit()}
              onBusy={setAttaching}
              onChange={(next, info) => {
                setDoc(next)
                setEmpty(info.isEmpty)
              }}
              actions={
                <Button type="submit" size="sm" variant="primary" icon="send" disabled={people.length === 0 || attaching} loading={busy}>
                  {t(isEmpty ? 'new.open' : 'send')}
                </Button>
              }
            />
          </Form>
        )}
      </div>
    </Screen>
  )
}
