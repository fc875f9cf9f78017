/** `/c/{space}/events/{slug}/attendees`: who comes, for all who may see it, and for hosts with what they can do about it. */
import {
  Avatar,
  Badge,
  Button,
  Checkbox,
  Combobox,
  type ComboboxOption,
  call,
  DataTable,
  Dialog,
  EmptyState,
  ErrorState,
  LinkButton,
  Link,
  LoadMore,
  NotAllowed,
  PageHeader,
  Query,
  RadioGroup,
  Screen,
  SearchField,
  SelectionBar,
  Select,
  Skeleton,
  Time,
  toast,
  useConfirm,
  useParams,
  useQueryCache,
  useRead,
  useReadPages,
  useSearch,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Attendee, type EventReply } from '../../contract.ts'
import { BulkRsvps } from '../components/BulkRsvps.tsx'

const { routes } = contract
const STATUSES = ['yes', 'maybe', 'waiting', 'no', 'checked_in'] as const

export default function Attendees() {
  const t = useT()
  const { space, slug } = useParams<{ space: string; slug: string }>()
  const date = Number(useSearch().get('date')) || undefined
  const query = useRead(routes.show, { params: { spaceId: space, slug }, query: date ? { occurrence_id: date } : {} })
  return (
    <Screen name="events/Attendees" title={t('attendees.title')} layout="wide">
      <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
        {(event: EventReply) =>
          event.policies.can_view_attendees ? <List event={event} /> : <NotAllowed title={t('attendees.hidden_title')} text={t('attendees.hidden_text')} />
        }
      </Query>
    </Screen>
  )
}

function List({ event }: { event: EventReply }) {
  const t = useT()
  const cache = useQueryCache()
  const confirm = useConfirm()
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('yes')
  const [text, setText] = useState('')
  const [selected, setSelected] = useState<Set<number | string>>(new Set())
  const [adding, setAdding] = useState(false)
  const [busy, setBusy] = useState(false)
  const search = useSettled(text.trim())
  const params = { spaceId: event.space_id, slug: event.slug }
  const at = { occurrence_id: event.occurrence_id }
  const runs = event.policies.can_update_post
  const query = useReadPages(routes.attendees, { params, query: { ...at, status, search, per_page: 50 } }, { keepPrevious: true })
  const rows: Attendee[] = (query.data?.pages ?? []).flatMap(({ records }) => records)
  const act = async (work: () => Promise<unknown>, said: string) => {
    setBusy(true)
    try {
      await work()
      setSelected(new Set())
      toast.success(said)
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setBusy(false)
      void cache.invalidate(contract)
    }
  }
  const remove = async () => {
    const ids = [...selected].map(Number)
    if (
      !(await confirm({
        title: t('attendees.remove_title', { count: ids.length }),
        text: t('attendees.remove_text'),
        action: t('attendees.remove'),
        tone: 'danger',
      }))
    )
      return
    await act(async () => {
      for (const id of ids) await call(routes.removeAttendee, { params: { ...params, id } })
    }, t('attendees.removed'))
  }
  const checkIn = (undo: boolean) =>
    act(
      () => call(routes.checkIn, { params, body: { ...at, records: [...selected].map((id) => ({ id: Number(id), undo })) } }),
      t(undo ? 'attendees.undone' : 'attendees.checked'),
    )
  const download = async () => {
    setBusy(true)
    try {
      const reply = await fetch(`/internal_api/spaces/${event.space_id}/events/${event.slug}/attendees/export`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(at),
      })
      if (!reply.ok) throw new Error(t('attendees.export_failed'))
      const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(await reply.blob()), download: `${event.slug}.csv` })
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const questions = runs ? event.event_setting_attributes.questions : []
  return (
    <>
      <PageHeader
        title={t('attendees.title')}
        text={event.name}
        back={{ to: `${event.url}?date=${event.occurrence_id}`, label: event.name }}
        actions={
          runs ? (
            <>
              <Button icon="download" loading={busy} onClick={() => void download()}>
                {t('attendees.export')}
              </Button>
              <LinkButton icon="square-check" to={`/c/${event.space.slug}/events/${event.slug}/check_in?date=${event.occurrence_id}`}>
                {t('menu.check_in')}
              </LinkButton>
              <Button variant="primary" icon="user-plus" onClick={() => setAdding(true)}>
                {t('attendees.add')}
              </Button>
            </>
          ) : undefined
        }
      />
      {runs && <BulkRsvps event={event} />}
      <div className="mb-3 flex flex-wrap gap-2">
        <span className="w-full sm:w-64">
          <SearchField value={text} onChange={setText} label={t('attendees.search')} placeholder={t('attendees.search')} />
        </span>
        {runs && (
          <span className="w-full sm:w-48">
            <Select
              size="sm"
              aria-label={t('attendees.answer')}
              value={status}
              options={STATUSES.map((value) => ({ value, label: t(value === 'checked_in' ? 'attendees.checked_in' : `rsvp.${value}`) }))}
              onChange={({ target }) => setStatus(target.value as typeof status)}
            />
          </span>
        )}
      </div>
      {query.isPending ? (
        <Skeleton w="100%" h={320} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <>
          <DataTable<Attendee>
            label={t('attendees.title')}
            rows={rows}
            rowKey={({ id }) => id}
            {...(runs ? { selection: { selected, onChange: setSelected } } : {})}
            columns={[
              {
                key: 'name',
                title: t('csv.name'),
                render: (row) => (
                  <span className="flex items-center gap-3">
                    <Avatar name={row.name} id={row.community_member_id} src={row.avatar_url} size={32} />
                    <span className="min-w-0">
                      <Link to={`/u/${row.public_uid}`} className="block truncate font-medium hover:underline">
                        {row.name}
                      </Link>
                      <span className="block truncate text-12 text-text-3">{row.headline}</span>
                    </span>
                    {row.is_host && <Badge>{t('attendees.host')}</Badge>}
                  </span>
                ),
              },
              { key: 'guests', title: t('csv.guests'), align: 'right', render: (row) => (row.guests > 0 ? `+${row.guests}` : '') },
              { key: 'answered', title: t('csv.answered'), render: (row) => <Time value={row.rsvp_date} kind="short" /> },
              ...(runs
                ? [
                    {
                      key: 'checked_in',
                      title: t('csv.checked_in'),
                      state: true,
                      render: (row: Attendee) => row.checked_in_at && <Time value={row.checked_in_at} kind="short" />,
                    },
                  ]
                : []),
              ...questions.map(({ key, label }) => ({ key: `q-${key}`, title: label, render: (row: Attendee) => row.answers?.[key] ?? '' })),
            ]}
            empty={
              <EmptyState
                icon="users"
                title={t(search ? 'attendees.found_title' : 'attendees.none_title')}
                text={t(search ? 'attendees.found_text' : 'attendees.none_text')}
              />
            }
          />
          <LoadMore query={query} />
        </>
      )}
      {runs && (
        <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
          {status === 'yes' && (
            <Button size="sm" icon="check" loading={busy} onClick={() => void checkIn(false)}>
              {t('attendees.check_in')}
            </Button>
          )}
          {status === 'checked_in' && (
            <Button size="sm" icon="undo-2" loading={busy} onClick={() => void checkIn(true)}>
              {t('attendees.undo')}
            </Button>
          )}
          <Button size="sm" variant="danger" icon="user-minus" loading={busy} onClick={() => void remove()}>
            {t('attendees.remove')}
          </Button>
        </SelectionBar>
      )}
      {adding && <Add event={event} onClose={() => setAdding(false)} />}
    </>
  )
}

function Add({ event, onClose }: { event: EventReply; onClose: () => void }) {
  const t = useT()
  const [people, setPeople] = useState<ComboboxOption[]>([])
  const [role, setRole] = useState<'attendee' | 'cohost'>('attendee')
  const [everybody, setEverybody] = useState(false)
  const params = { spaceId: event.space_id, slug: event.slug }
  const load = async (query: string): Promise<ComboboxOption[]> => {
    const { records } = await call(routes.searchMembers, { params, query: { query, occurrence_id: event.occurrence_id } })
    return records.map(({ community_member_id: id, name, headline, avatar_url }) => ({
      value: String(id),
      label: name,
      avatar: { id, name, src: avatar_url },
      ...(headline ? { text: headline } : {}),
    }))
  }
  const send = useWrite(routes.bulkRsvp, {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t('attendees.started'))
      onClose()
    },
    onError: (error) => toast.error(error.message),
  })
  const start = () =>
    send.mutate({
      params,
      body: {
        community_member_ids: people.map(({ value }) => Number(value)),
        ...(everybody && role === 'attendee' ? { invited_entities_ids: { spaces_ids: [event.space_id] } } : {}),
        role,
        occurrence_id: event.occurrence_id,
      },
    })
  const names = people.length > 0 || (everybody && role === 'attendee')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('attendees.add')}
      width={480}
      footer={
        <>
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button variant="primary" loading={send.isPending} disabled={!names} onClick={start}>
            {t('attendees.add_action')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Combobox multiple value={people} onChange={setPeople} load={load} label={t('attendees.members')} placeholder={t('attendees.members')} autoFocus />
        {role === 'attendee' && <Checkbox label={t('attendees.everybody', { space: event.space.name })} checked={everybody} onChange={setEverybody} />}
        <RadioGroup<'attendee' | 'cohost'>
          label={t('attendees.role')}
          value={role}
          onChange={setRole}
          options={[
            { value: 'attendee', label: t('attendees.as_attendee'), text: t('attendees.as_attendee_text') },
            { value: 'cohost', label: t('attendees.as_cohost'), text: t('attendees.as_cohost_text') },
          ]}
        />
      </div>
    </Dialog>
  )
}
