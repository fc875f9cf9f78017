/** `/c/{space}/events/{slug}/check_in`: the door, on a phone. The list is taken along once; what happens without a network is sent when there is one. */
import {
  Avatar,
  Badge,
  Button,
  call,
  cx,
  Icon,
  IconButton,
  Input,
  isNetworkFailure,
  LinkButton,
  Note,
  Query,
  readStored,
  Screen,
  SearchField,
  Skeleton,
  toast,
  useParams,
  useQueryCache,
  useRead,
  useSearch,
  useT,
  writeStored,
} from '@atrium/sdk/web'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import contract, { type Guest } from '../../contract.ts'

const { routes } = contract
interface Door {
  occurrence_id: number
  name: string
  starts_at: string
  records: Guest[]
}
interface Seen {
  id: number
  at: string
  /** They were let in by mistake. */
  undo?: boolean
}
/** Milliseconds between two looks of the camera. */
const LOOK = 250

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export default function CheckIn() {
  const t = useT()
  const { space, slug } = useParams<{ space: string; slug: string }>()
  const date = Number(useSearch().get('date')) || undefined
  const params = { spaceId: space, slug }
  const query = useRead(routes.checkInList, { params, query: date ? { occurrence_id: date } : {} }, { refetchInterval: 30_000 })
  const key = `events.door.${space}.${slug}.${date ?? 0}`
  // what was taken along before: the network may be gone already
  const [kept] = useState(() => readStored<Door>(key))
  useEffect(() => {
    if (query.data) writeStored(key, query.data)
  }, [key, query.data])
  const door = query.data ?? (query.isError && isNetworkFailure(query.error) ? kept : undefined)
  return (
    <Screen name="events/CheckIn" title={t('door.title')} layout="focus">
      <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-4 p-4">
        {door ? (
          <AtTheDoor door={door} params={params} store={key} />
        ) : (
          <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
            {() => null}
          </Query>
        )}
      </div>
    </Screen>
  )
}

function AtTheDoor({ door, params, store }: { door: Door; params: { spaceId: string; slug: string }; store: string }) {
  const t = useT()
  const queueKey = `${store}.seen`
  const [queue, setQueue] = useState<Seen[]>(() => readStored<Seen[]>(queueKey) ?? [])
  /** Whether they are inside, by what was sent since the list came. */
  const [sent, setSent] = useState<ReadonlyMap<number, boolean>>(new Map())
  const cache = useQueryCache()
  const [text, setText] = useState('')
  const [code, setCode] = useState('')
  const [last, setLast] = useState<{ guest: Guest | null; again: boolean } | null>(null)
  const [scanning, setScanning] = useState(false)
  const sending = useRef(false)
  const inside = useMemo(() => {
    const state = new Map([...door.records.map(({ id, checked_in_at }) => [id, checked_in_at !== null] as const), ...sent])
    for (const { id, undo } of queue) state.set(id, !undo)
    return new Set([...state].flatMap(([id, isIn]) => (isIn ? id : [])))
  }, [door, queue, sent])
  // the new list knows of what was sent before it
  useEffect(() => setSent(new Map()), [door])

  const keep = useCallback(
    (next: Seen[]) => {
      setQueue(next)
      writeStored(queueKey, next)
    },
    [queueKey],
  )
  const flush = useCallback(async () => {
    const seen = readStored<Seen[]>(queueKey) ?? []
    if (sending.current || seen.length === 0) return
    sending.current = true
    try {
      const part = seen.slice(0, 500)
      await call(routes.checkIn, { params, body: { occurrence_id: door.occurrence_id, records: part } })
      setSent((before) => new Map([...before, ...part.map(({ id, undo }) => [id, !undo] as const)]))
      keep((readStored<Seen[]>(queueKey) ?? []).filter(({ id, at }) => !part.some((one) => one.id === id && one.at === at)))
      void cache.invalidate(routes.checkInList)
    } catch (error) {
      // without a network it stays, and is sent with the next look
      if (!isNetworkFailure(error)) toast.error((error as Error).message)
    } finally {
      sending.current = false
    }
  }, [queueKey, params, door.occurrence_id, keep, cache])
  useEffect(() => {
    void flush()
    const timer = setInterval(() => void flush(), 10_000)
    const now = () => void flush()
    window.addEventListener('online', now)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', now)
    }
  }, [flush])

  const enter = (guest: Guest) => {
    const again = inside.has(guest.id)
    setLast({ guest, again })
    navigator.vibrate?.(again ? [60, 60, 60] : 80)
    if (again) return
    keep([...queue, { id: guest.id, at: new Date().toISOString() }])
    void flush()
  }
  const letOut = (guest: Guest) => {
    setLast(null)
    keep([...queue, { id: guest.id, at: new Date().toISOString(), undo: true }])
    void flush()
  }
  const take = async (shown: string) => {
    const hash = await hashOf(shown.trim())
    const guest = door.records.find(({ code_hash }) => code_hash === hash)
    if (guest) enter(guest)
    else setLast({ guest: null, again: false })
    setCode('')
  }
  const found = text.trim() ? door.records.filter(({ name }) => name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())) : door.records
  return (
    <>
      <header className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-20 font-semibold">{door.name}</h1>
          <p className="text-13 text-text-2" role="status">
            {t('door.count', { inside: inside.size, all: door.records.length })}
            {queue.length > 0 && ` · ${t('door.waiting', { count: queue.length })}`}
          </p>
        </div>
        <LinkButton icon="x" variant="ghost" to={`/c/${params.spaceId}/${params.slug}?date=${door.occurrence_id}`}>
          {t('form.close')}
        </LinkButton>
      </header>
      {last && (
        <div role="alert">
          <Note tone={last.guest ? (last.again ? 'warning' : 'success') : 'danger'} title={last.guest?.name ?? t('door.unknown')}>
            {last.guest
              ? t(last.again ? 'door.again' : last.guest.guests > 0 ? 'door.welcome' : 'door.welcome_alone', { count: last.guest.guests })
              : t('door.unknown_text')}
          </Note>
        </div>
      )}
      {scanning ? (
        <Camera onCode={(shown) => void take(shown)} onClose={() => setScanning(false)} />
      ) : (
        canScan() && (
          <Button variant="primary" size="lg" block icon="camera" onClick={() => setScanning(true)}>
            {t('door.scan')}
          </Button>
        )
      )}
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim()) void take(code)
        }}
      >
        <Input
          aria-label={t('door.code')}
          placeholder={t('door.code')}
          value={code}
          autoCapitalize="none"
          autoComplete="off"
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="submit">{t('door.enter')}</Button>
      </form>
      <SearchField value={text} onChange={setText} label={t('attendees.search')} placeholder={t('attendees.search')} />
      <ul className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface">
        {found.slice(0, 200).map((guest) => {
          const isIn = inside.has(guest.id)
          return (
            <li key={guest.id} className="flex min-h-14 items-center gap-3 px-4 py-2">
              <Avatar name={guest.name} id={guest.id} src={guest.avatar_url} size={36} />
              <span className={cx('min-w-0 flex-1 truncate font-medium', isIn && 'text-text-3')}>{guest.name}</span>
              {guest.guests > 0 && <Badge>+{guest.guests}</Badge>}
              {isIn ? (
                <>
                  <span className="flex items-center gap-1.5 text-13 font-medium text-success">
                    <Icon name="check" size="sm" />
                    {t('door.in')}
                  </span>
                  <IconButton icon="undo-2" label={t('door.undo_name', { name: guest.name })} onClick={() => letOut(guest)} />
                </>
              ) : (
                <Button aria-label={t('door.check_in_name', { name: guest.name })} onClick={() => enter(guest)}>
                  {t('attendees.check_in')}
                </Button>
              )}
            </li>
          )
        })}
        {found.length === 0 && <li className="p-6 text-center text-text-3">{t(text ? 'attendees.found_title' : 'attendees.none_title')}</li>}
      </ul>
    </>
  )
}

/** Of browsers that read codes themselves: on phones with Android, and some others. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
const detector = (): (new (options: { formats: string[] }) => Detector) | undefined => (window as any).BarcodeDetector
const canScan = (): boolean => Boolean(detector() && navigator.mediaDevices?.getUserMedia)

function Camera({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const told = useRef(onCode)
  told.current = onCode
  useEffect(() => {
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setInterval> | undefined
    let seen = ''
    const Reader = detector()!
    const reader = new Reader({ formats: ['qr_code'] })
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      (found) => {
        stream = found
        if (!video.current) return
        video.current.srcObject = found
        void video.current.play()
        timer = setInterval(() => {
          if (!video.current || video.current.readyState < 2) return
          reader.detect(video.current).then(
            ([first]) => {
              if (!first || first.rawValue === seen) return
              seen = first.rawValue
              told.current(first.rawValue)
            },
            () => undefined,
          )
        }, LOOK)
      },
      () => {
        toast.error(t('door.no_camera'))
        onClose()
      },
    )
    return () => {
      clearInterval(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [t, onClose])
  return (
    <div className="overflow-hidden rounded-card border border-border bg-black">
      <video ref={video} muted playsInline className="aspect-square w-full object-cover" aria-label={t('door.scan')} />
      <Button block variant="ghost" onClick={onClose} className="rounded-none bg-surface">
        {t('form.close')}
      </Button>
    </div>
  )
}
