/** `/settings/plus/push-notifications`: all of them by state. */
import { LinkButton, Link, ListScreen, Tabs, Time, useList, useLocale, useT } from '@atrium/sdk/web'
import contract, { type Broadcast, VIEWS } from '../../contract.ts'
import { AT } from '../components/paths.ts'
import { StateBadge } from '../components/StateBadge.tsx'
import { useActs } from '../components/useActs.ts'

const { routes } = contract
const underWay = ({ status }: Broadcast) => status === 'scheduled' || status === 'sending'

export default function Broadcasts() {
  const t = useT()
  const locale = useLocale()
  const acts = useActs()
  const list = useList(routes.list, { filters: { view: 'all' }, query: { per_page: 50 } })
  const percent = (part: number, whole: number) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(whole === 0 ? 0 : part / whole)
  return (
    <ListScreen<Broadcast>
      name="push/Broadcasts"
      title={t('admin.push')}
      text={t('list.text')}
      actions={[{ label: t('action.new'), icon: 'plus', primary: true, to: `${AT}/new` }]}
      who="push.manage"
      above={
        <Tabs
          className="mb-5"
          label={t('list.views')}
          current={list.values['view']!}
          items={VIEWS.map((key) => ({ key, label: t(`view.${key}`), onSelect: () => list.set('view', key) }))}
        />
      }
      list={list}
      height={280}
      empty={{
        icon: 'smartphone',
        title: t('list.none'),
        text: t('list.none_text'),
        action: (
          <LinkButton variant="primary" icon="plus" to={`${AT}/new`}>
            {t('action.new')}
          </LinkButton>
        ),
      }}
      found={{ title: t('list.none_found') }}
      columns={[
        {
          key: 'title',
          title: t('column.message'),
          render: (one) => (
            <span className="grid min-w-0">
              <Link className="font-medium hover:underline" to={`${AT}/${one.id}`}>
                {one.title}
              </Link>
              <span className="line-clamp-1 text-13 text-text-3">{one.message}</span>
            </span>
          ),
        },
        {
          key: 'audience',
          title: t('column.audience'),
          className: 'whitespace-nowrap',
          render: ({ audience }) => (audience.kind === 'members' ? t('audience.members') : t('audience.some', { count: audience.segment_ids.length })),
        },
        { key: 'state', state: true, title: t('column.state'), render: (one) => <StateBadge status={one.status} /> },
        {
          key: 'at',
          title: t('column.at'),
          className: 'whitespace-nowrap',
          render: (one) => <Time value={(one.status === 'scheduled' ? one.scheduled_at : one.sent_at) ?? one.updated_at} kind="short" />,
        },
        {
          key: 'reached',
          title: t('column.reached'),
          align: 'right',
          render: ({ status, figures }) => (status === 'draft' || status === 'scheduled' ? '–' : figures.reached.toLocaleString(locale)),
        },
        {
          key: 'opened',
          title: t('column.opened'),
          align: 'right',
          render: ({ status, figures }) => (status === 'draft' || status === 'scheduled' ? '–' : percent(figures.opened, figures.reached)),
        },
      ]}
      menu={(one) => ({
        label: t('menu.label', { title: one.title }),
        items: [
          { label: t('menu.duplicate'), icon: 'copy', onSelect: () => acts.duplicate(one) },
          underWay(one) && { label: t('menu.cancel'), icon: 'ban', onSelect: () => void acts.cancel(one) },
          !underWay(one) && {
            label: t(one.archived_at ? 'menu.restore' : 'menu.archive'),
            icon: one.archived_at ? 'rotate-ccw' : 'archive',
            onSelect: () => acts.archive(one),
          },
          !underWay(one) && { label: t('menu.delete'), icon: 'trash-2', tone: 'danger' as const, onSelect: () => void acts.destroy(one) },
        ],
      })}
    />
  )
}
