/** Whether the house is well: its checks, plugins that did not start, what release runs. */
import { AdminPage, Badge, Card, CardHead, Icon, Link, Note, Query, Skeleton, translate, useBoot, useRead, useT } from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import communities from '@atrium/sdk/kernel/communities'
import contract from '../../contract.ts'

const { health: healthRoute } = contract.routes
const { plugins: pluginsRoute } = communities.routes
type PluginState = RouteReply<typeof pluginsRoute>['records'][number]

/** Milliseconds between checks while the page is open. */
const WATCH = 15_000

export default function Health() {
  const t = useT()
  const { release } = useBoot()
  const query = useRead(healthRoute, undefined, { refetchInterval: WATCH })
  const plugins = useRead(pluginsRoute)
  const again = { label: t('health.again'), icon: 'refresh-cw', loading: query.isFetching, onSelect: () => query.refetch() }
  return (
    <AdminPage name="operations/Health" title={t('admin.health')} text={t('health.text')} actions={[again]}>
      <Query query={query} skeleton={<Skeleton w="100%" h={320} />}>
        {({ status, checks }) => (
          <div className="grid gap-4">
            <Summary status={status} checks={checks} />
            <Card>
              <CardHead title={t('health.checks')} action={<Badge tone="line">{t('health.release', { release })}</Badge>} />
              <ul className="divide-y divide-border">
                {problemsFirst(checks).map(([name, { ok, detail }]) => (
                  <li key={name} className="flex items-center gap-3 px-4 py-3 desk:px-5">
                    <Icon
                      name={ok ? 'circle-check' : 'circle-x'}
                      className={ok ? 'text-success' : 'text-danger'}
                      label={t(ok ? 'health.check.ok' : 'health.check.failed')}
                    />
                    <span className="min-w-0 flex-1">
                      <span className="block font-medium">{checkWord(t, name) ?? name}</span>
                      <span className="block text-13 text-text-2">{checkWord(t, `${name}.${ok ? 'help' : 'failed'}`)}</span>
                    </span>
                    {detail && detail !== NO_MAIL_SERVER && <span className="max-w-[60%] break-words text-end text-13 tabular-nums text-text-2">{detail}</span>}
                  </li>
                ))}
              </ul>
            </Card>
            <FailedPlugins plugins={plugins.data?.records ?? []} />
          </div>
        )}
      </Query>
    </AdminPage>
  )
}

type Checks = Record<string, { ok: boolean; detail?: string | undefined }>
const problemsFirst = (checks: Checks) => Object.entries(checks).toSorted(([, one], [, other]) => Number(one.ok) - Number(other.ok))

const TONE = { ok: 'success', lacking: 'warning', degraded: 'danger' } as const
/** `lacking`: all that everybody needs is well, and a feature misses something. Where that is the mail server alone, it is said once. */
function Summary({ status, checks }: { status: 'ok' | 'degraded'; checks: Checks }) {
  const t = useT()
  const lacking = Object.values(checks).filter(({ ok }) => !ok)
  const mailLacks = checks.mail?.detail === NO_MAIL_SERVER
  const state = status === 'ok' && lacking.length > 0 ? 'lacking' : status
  return (
    <>
      {!(state === 'lacking' && mailLacks && lacking.length === 1) && (
        <Note tone={TONE[state]} title={t(`health.${state}`)}>
          {t(`health.${state}.text`)}
        </Note>
      )}
      {mailLacks && <NoMail />}
    </>
  )
}

/** A check of a plugin or a later release has no words of ours. */
function checkWord(t: (key: string) => string, name: string): string | undefined {
  const word = t(`health.check.${name}`)
  return word === `health.check.${name}` ? undefined : word
}

/** What the check says where none is set up: the variable that names it. */
const NO_MAIL_SERVER = 'SMTP_URL'

function NoMail() {
  const t = useT()
  return (
    <Note tone="warning" title={t('health.noMail')}>
      <p>{t('health.noMail.text', { variable: NO_MAIL_SERVER, example: 'smtps://user:password@mail.example.com' })}</p>
      <Link to="/settings/emails/outbox" className="link mt-1 inline-block font-medium">
        {t('health.noMail.outbox')}
      </Link>
    </Note>
  )
}

/** The name of a plugin among its own words, else its manifest's. */
function pluginTitle({ id, title }: PluginState): string {
  const word = translate(id, 'plugin.title')
  return word === 'plugin.title' ? title : word
}

function FailedPlugins({ plugins }: { plugins: PluginState[] }) {
  const t = useT()
  const failed = plugins.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return null
  return (
    <Card>
      <CardHead title={t('health.plugins')} text={t('health.plugins.text')} />
      <ul className="divide-y divide-border">
        {failed.map((plugin) => (
          <li key={plugin.id} className="flex items-start gap-3 px-4 py-3 desk:px-5">
            <Icon name={plugin.icon} className="mt-0.5 text-danger" />
            <div className="min-w-0">
              <p className="font-medium">{pluginTitle(plugin)}</p>
              {plugin.error && <p className="break-words text-13 text-danger">{plugin.error}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
