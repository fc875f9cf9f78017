/** All notifications: the list, and from 1100 px the thing itself beside it. Keys go through them. */
import {
  Button,
  EmptyState,
  Failure,
  Icon,
  IconButton,
  IconMark,
  Kbd,
  Link,
  LinkButton,
  Loading,
  LoadMore,
  Screen,
  Skeleton,
  Slot,
  useNavigate,
  useReadPages,
  useShortcut,
  useSlotFilled,
  useT,
} from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract, { type Notification } from '../../contract.ts'
import { type Group, Groups } from '../components/Groups.tsx'
import { Offers } from '../components/Offers.tsx'
import { Row } from '../components/Row.tsx'
import { useActs } from '../components/useActs.ts'
import { useNews } from '../components/useNews.ts'

const { routes } = contract
/** From here on the thing stands beside the list. */
const WIDE = '(min-width: 1100px)'

function useWide(): boolean {
  const [wide, setWide] = useState(() => matchMedia(WIDE).matches)
  useEffect(() => {
    const media = matchMedia(WIDE)
    const hear = () => setWide(media.matches)
    media.addEventListener('change', hear)
    return () => media.removeEventListener('change', hear)
  }, [])
  return wide
}

export default function Inbox() {
  const t = useT()
  const wide = useWide()
  const navigate = useNavigate()
  const acts = useActs()
  const { mentions } = useNews()
  const [group, setGroup] = useState<Group>('all')
  const [archived, setArchived] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const query = useReadPages(routes.list, { query: { notification_group: group, archived: archived ? 'true' : 'false' } }, { keepPrevious: true })
  const notices = query.data?.pages.flatMap((page) => page.records) ?? []
  const at = notices.findIndex(({ id }) => id === chosen)
  const current = notices[at]
  const choose = (notice: Notification | undefined) => {
    if (!notice) return
    setChosen(notice.id)
    acts.read(notice)
    document.querySelector(`[data-notice="${notice.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useShortcut('j', () => choose(notices[at + 1]), t('keys.next'))
  useShortcut('k', () => choose(notices[Math.max(at - 1, 0)]), t('keys.previous'))
  useShortcut(
    'e',
    () => {
      if (!current) return
      acts.archive(current)
      setChosen((notices[at + 1] ?? notices[at - 1])?.id ?? null)
    },
    t('keys.archive'),
  )
  useShortcut('u', () => current && acts.unread(current), t('keys.unread'))
  useShortcut('enter', () => current && navigate(current.action_web_url), t('keys.open'))
  return (
    <Screen name="notifications/Inbox" title={t('preferences.title')} layout="focus">
      <div className="grid h-[calc(100dvh-var(--banners-h,0px)-var(--header-h)-var(--bottom-h,0px))] min-h-0 grid-rows-[minmax(0,1fr)] min-[1100px]:grid-cols-[400px_minmax(0,1fr)]">
        <section className="mx-auto flex min-h-0 w-full max-w-[720px] flex-col min-[1100px]:border-e" aria-label={t('list.latest')}>
          <header className="flex items-center gap-0.5 pt-3 pe-2.5 ps-5 max-desk:ps-3">
            <h1 className="flex-1 text-17">{t(archived ? 'archive.title' : 'preferences.title')}</h1>
            <IconButton icon={archived ? 'inbox' : 'archive'} label={t(archived ? 'archive.leave' : 'archive.show')} onClick={() => setArchived(!archived)} />
            <IconButton icon="check-check" label={t('act.readAll')} onClick={() => acts.readAll(group)} />
            <Link
              to="/account/notifications"
              aria-label={t('act.settings')}
              title={t('act.settings')}
              className="grid size-8 place-items-center rounded-control hover:bg-hover"
            >
              <Icon name="settings" />
            </Link>
          </header>
          <div className="border-b px-4 pt-2 pb-2.5 max-desk:px-3">
            <Groups value={group} onChange={setGroup} mentions={mentions} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-1.5 max-desk:p-0">
            {query.error && !query.data ? (
              <Failure error={query.error} onRetry={() => void query.refetch()} />
            ) : query.isPending ? (
              <Loading>
                <div className="grid gap-3 p-3">
                  {[1, 2, 3, 4].map((row) => (
                    <Skeleton key={row} w="100%" h={64} />
                  ))}
                </div>
              </Loading>
            ) : notices.length === 0 ? (
              <EmptyState icon="bell" title={t(archived ? 'empty.archive' : `empty.${group}`)} text={t('empty.text')} />
            ) : (
              <ul className="grid gap-px">
                {notices.map((notice) => (
                  <Row key={notice.id} notice={notice} acts={acts} current={notice.id === chosen} {...(wide ? { onOpen: () => choose(notice) } : {})} />
                ))}
              </ul>
            )}
            <LoadMore query={query} />
          </div>
          <p className="hidden gap-3 border-t px-5 py-2 text-12 text-text-3 min-[1100px]:flex" aria-hidden="true">
            {(['next', 'previous', 'archive', 'unread'] as const).map((key) => (
              <span key={key}>
                <Kbd>{{ next: 'J', previous: 'K', archive: 'E', unread: 'U' }[key]}</Kbd> {t(`keys.${key}`)}
              </span>
            ))}
          </p>
        </section>
        {wide && <Thing notice={current} acts={acts} />}
      </div>
    </Screen>
  )
}

function Thing({ notice, acts }: { notice: Notification | undefined; acts: ReturnType<typeof useActs> }) {
  const t = useT()
  const hasBody = useSlotFilled(contract.slots['notification.body.*'], notice?.thing?.kind ?? '')
  if (!notice)
    return (
      <div className="grid h-full min-h-0 place-items-center">
        <EmptyState icon="inbox" title={t('thing.none')} text={t('thing.noneText')} />
      </div>
    )
  return (
    <section key={notice.id} className="h-full min-h-0 overflow-y-auto" aria-label={notice.notifiable_title}>
      <div className="mx-auto max-w-[720px] px-8 pt-5 pb-10">
        <div className="mb-6 flex items-center gap-3 rounded-card border bg-surface-2 py-2 pe-2 ps-3.5 text-13">
          <Icon name={notice.icon as 'bell'} />
          <span className="min-w-0 flex-1">{[notice.sentence.map(({ text }) => text).join(''), notice.reason_text].filter(Boolean).join(' · ')}</span>
          {notice.can_stop && (
            <Button size="sm" icon="bell-off" onClick={() => acts.stop(notice)}>
              {t('act.stop')}
            </Button>
          )}
          <IconButton icon="archive" label={t('act.archive')} onClick={() => acts.archive(notice)} />
        </div>
        {notice.space_title && (
          <p className="text-13 text-text-3">
            <IconMark value={notice.space_emoji} className="w-4 align-middle" /> {notice.space_title}
          </p>
        )}
        <h2 className="mt-1 text-24">{notice.notifiable_title}</h2>
        {notice.thing && hasBody ? (
          <div className="mt-3" key={`body:${notice.thing.kind}:${notice.thing.id}`}>
            <Slot of={contract.slots['notification.body.*']} part={notice.thing.kind} props={{ id: notice.thing.id }} />
          </div>
        ) : (
          notice.excerpt && <p className="mt-3 whitespace-pre-line text-text-2 break-words">{notice.excerpt}</p>
        )}
        <Offers key={notice.id} notice={notice} discussed={notice.thing !== null} />
        <LinkButton to={notice.action_web_url} icon="arrow-up-right" className="mt-4">
          {t('thing.open')}
        </LinkButton>
        {notice.thing && (
          <div className="mt-6" key={`${notice.thing.kind}:${notice.thing.id}`}>
            <Slot of={contract.slots['notification.thing']} props={{ thing: notice.thing, path: notice.action_web_url }} />
          </div>
        )}
      </div>
    </section>
  )
}
