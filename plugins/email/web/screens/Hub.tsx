/** `/settings/emails`: what was written last, what came of it, and the first steps. */
import {
  AdminPage,
  Button,
  Card,
  CardHead,
  cx,
  EmptyState,
  Icon,
  Link,
  LinkButton,
  ListRow,
  Query,
  Skeleton,
  Time,
  useLocale,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract, { type BroadcastRow } from '../../contract.ts'
import { NoMailServer } from '../components/DraftDialogs.tsx'
import { BROADCASTS, FORMS, NEW, pathOf, SETTINGS } from '../components/paths.ts'
import { StateBadge } from '../components/StateBadge.tsx'
import { usePercent } from '../components/usePercent.ts'

const { routes } = contract
const SHOWN = 4
const DAYS = 30
const DAY_MS = 86_400_000

export default function Hub() {
  const t = useT()
  const list = useRead(routes.list, { query: { per_page: 100 } })
  const sender = useRead(routes.addressSettings)
  return (
    <AdminPage
      name="email/Hub"
      title={t('admin.hub')}
      text={t('hub.text')}
      actions={[{ label: t('list.new'), icon: 'plus', primary: true, to: NEW }]}
      who="email.manage"
      wide
    >
      <div className="grid gap-4">
        {sender.data && !sender.data.has_mail_server && <NoMailServer />}
        <Query query={list} skeleton={<Skeleton w="100%" h={420} />}>
          {({ records }) => (
            <>
              <Steps records={records} />
              <Figures records={records} />
              <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
                <Latest records={records.slice(0, SHOWN)} hasMore={records.length > SHOWN} />
                <Ways />
              </div>
            </>
          )}
        </Query>
      </div>
    </AdminPage>
  )
}

/** Of the first email: until all are done or they are put aside. */
function Steps({ records }: { records: readonly BroadcastRow[] }) {
  const t = useT()
  const { data } = useRead(routes.onboarding)
  const save = useWrite(routes.saveOnboarding, { invalidates: [routes.onboarding] })
  const draft = records.find(({ status }) => status === 'draft')
  const next = draft ? pathOf(draft.id) : NEW
  const ways: Partial<Record<string, string>> = { address: SETTINGS, draft: NEW, test: next, sent: next }
  if (!data || data.dismissed || data.is_done) return null
  return (
    <Card as="section" aria-label={t('steps.title')}>
      <CardHead
        title={t('steps.title')}
        text={t('steps.text')}
        action={
          <Button size="sm" variant="ghost" loading={save.isPending} onClick={() => save.mutate({ body: { dismissed: true } })}>
            {t('steps.dismiss')}
          </Button>
        }
      />
      <ol>
        {data.steps.map(({ key, is_done: isDone }) => (
          <ListRow key={key} as="li">
            <Icon
              name={isDone ? 'circle-check' : 'circle'}
              label={t(isDone ? 'steps.done' : 'steps.open')}
              className={isDone ? 'text-success' : 'text-text-3'}
            />
            <span className={cx('min-w-0 flex-1 font-medium', isDone && 'text-text-2')}>{t(`steps.${key}`)}</span>
            {!isDone && ways[key] && (
              <LinkButton size="sm" to={ways[key]}>
                {t(`steps.${key}_action`)}
              </LinkButton>
            )}
          </ListRow>
        ))}
      </ol>
    </Card>
  )
}

function Figures({ records }: { records: readonly BroadcastRow[] }) {
  const t = useT()
  const locale = useLocale()
  const percent = usePercent()
  const since = Date.now() - DAYS * DAY_MS
  const some = records.filter(({ sent_at }) => sent_at !== null && new Date(sent_at).getTime() >= since)
  if (some.length === 0) return null
  const sum = (key: 'sent' | 'opened' | 'clicked' | 'unsubscribed' | 'bounced') => some.reduce((all, { figures }) => all + figures[key], 0)
  const sent = sum('sent')
  const cards = [
    { key: 'sent', value: sent.toLocaleString(locale), note: t('figures.broadcasts', { count: some.length }) },
    { key: 'opened', value: percent(sum('opened'), sent, 1), note: t('figures.readers', { count: sum('opened') }) },
    { key: 'clicked', value: percent(sum('clicked'), sent, 1), note: t('figures.readers', { count: sum('clicked') }) },
    { key: 'unsubscribed', value: sum('unsubscribed').toLocaleString(locale), note: t('figures.bounced', { count: sum('bounced') }) },
  ]
  return (
    <section aria-label={t('figures.title')}>
      <h2 className="mb-2 text-13 font-medium text-text-2">{t('figures.title')}</h2>
      <Card className="grid grid-cols-2 overflow-hidden desk:grid-cols-4">
        {cards.map(({ key, value, note }) => (
          <div key={key} className="min-w-0 px-5 py-4 shadow-[-1px_-1px_0_0_var(--border)]">
            <p className="text-13 text-text-2">{t(`figures.${key}`)}</p>
            <p className="text-24 font-semibold tabular-nums">{value}</p>
            <p className="text-12 text-text-2">{note}</p>
          </div>
        ))}
      </Card>
    </section>
  )
}

function Latest({ records, hasMore }: { records: readonly BroadcastRow[]; hasMore: boolean }) {
  const t = useT()
  const percent = usePercent()
  return (
    <Card as="section" aria-label={t('hub.latest')} className="overflow-hidden">
      <CardHead
        title={t('hub.latest')}
        action={
          hasMore && (
            <LinkButton size="sm" to={BROADCASTS}>
              {t('hub.all')}
            </LinkButton>
          )
        }
      />
      {records.length === 0 ? (
        <EmptyState
          icon="mail"
          title={t('list.none')}
          text={t('list.none_text')}
          action={
            <LinkButton variant="primary" icon="plus" to={NEW}>
              {t('list.new')}
            </LinkButton>
          }
        />
      ) : (
        records.map((one) => (
          <ListRow key={one.id} to={pathOf(one.id)}>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{one.name}</span>
              <span className="block truncate text-13 text-text-3">
                {one.sent_at ? (
                  <>
                    <Time value={one.sent_at} kind="short" /> · {t('hub.opened', { percent: percent(one.figures.opened, one.figures.sent) })}
                  </>
                ) : one.scheduled_at ? (
                  <Time value={one.scheduled_at} kind="datetime" />
                ) : (
                  one.subject || t('list.no_subject')
                )}
              </span>
            </span>
            <StateBadge status={one.status} />
          </ListRow>
        ))
      )}
    </Card>
  )
}

function Ways() {
  const t = useT()
  const { has, can } = useSession()
  const ways = [
    { key: 'broadcasts', to: BROADCASTS, icon: 'mail' },
    { key: 'templates', to: `${SETTINGS}#templates`, icon: 'layers' },
    { key: 'system', to: `${SETTINGS}#system`, icon: 'bell' },
    { key: 'looks', to: `${SETTINGS}#looks`, icon: 'palette' },
    has('forms') && can('forms.manage') && { key: 'forms', to: FORMS, icon: 'clipboard-list' },
    { key: 'settings', to: SETTINGS, icon: 'settings' },
  ].filter((way) => way !== false)
  return (
    <nav aria-label={t('hub.more')}>
      <Card className="overflow-hidden">
        <ul>
          {ways.map(({ key, to, icon }) => (
            <li key={key} className="not-first:border-t">
              <Link to={to} className="flex items-center gap-3 px-4 py-3 transition-colors hover:bg-hover desk:px-5">
                <Icon name={icon} className="text-text-3" />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{t(`way.${key}`)}</span>
                  <span className="block text-13 text-text-2">{t(`way.${key}_text`)}</span>
                </span>
                <Icon name="chevron-right" size="sm" className="text-text-3 rtl:-scale-x-100" />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </nav>
  )
}
