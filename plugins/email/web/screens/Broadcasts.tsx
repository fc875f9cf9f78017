/** `/settings/emails/broadcast`: all of them by state. */
import { Link, LinkButton, ListScreen, Tabs, Time, useList, useLocale, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type BroadcastRow, STATES } from '../../contract.ts'
import { NEW, pathOf } from '../components/paths.ts'
import { RenameDialog } from '../components/RenameDialog.tsx'
import { StateBadge } from '../components/StateBadge.tsx'
import { isUnderWay, useActs } from '../components/useActs.ts'
import { usePercent } from '../components/usePercent.ts'

const { routes } = contract
const hasFigures = ({ status }: BroadcastRow) => status !== 'draft' && status !== 'scheduled'

export default function Broadcasts() {
  const t = useT()
  const locale = useLocale()
  const percent = usePercent()
  const acts = useActs()
  const [renamed, setRenamed] = useState<BroadcastRow | null>(null)
  const list = useList(routes.list, { search: 'search_text', filters: { status: '' }, query: { per_page: 50 } })
  const share = (one: BroadcastRow, part: number) => (hasFigures(one) ? percent(part, one.figures.sent) : '–')
  return (
    <ListScreen<BroadcastRow>
      name="email/Broadcasts"
      title={t('admin.broadcasts')}
      text={t('list.text')}
      actions={[{ label: t('list.new'), icon: 'plus', primary: true, to: NEW }]}
      who="email.manage"
      above={
        <Tabs
          className="mb-5"
          label={t('list.views')}
          current={list.values['status']!}
          items={['', ...STATES].map((key) => ({ key, label: t(key === '' ? 'list.all' : `list.${key}`), onSelect: () => list.set('status', key) }))}
        />
      }
      list={list}
      search={t('list.search')}
      height={280}
      empty={{
        icon: 'mail',
        title: t('list.none'),
        text: t('list.none_text'),
        action: (
          <LinkButton variant="primary" icon="plus" to={NEW}>
            {t('list.new')}
          </LinkButton>
        ),
      }}
      found={{ title: t('list.none_found') }}
      columns={[
        {
          key: 'name',
          title: t('column.name'),
          render: (one) => (
            <span className="grid min-w-0">
              <Link className="font-medium hover:underline" to={pathOf(one.id)}>
                {one.name}
              </Link>
              <span className="line-clamp-1 text-13 text-text-3">{one.subject || t('list.no_subject')}</span>
            </span>
          ),
        },
        { key: 'status', state: true, title: t('column.state'), render: (one) => <StateBadge status={one.status} /> },
        {
          key: 'at',
          title: t('column.at'),
          className: 'whitespace-nowrap',
          render: (one) => <Time value={(one.status === 'scheduled' ? one.scheduled_at : one.sent_at) ?? one.updated_at} kind="short" />,
        },
        {
          key: 'recipients',
          title: t('column.recipients'),
          align: 'right',
          render: (one) => (hasFigures(one) ? one.figures.recipients.toLocaleString(locale) : '–'),
        },
        { key: 'opened', title: t('column.opened'), align: 'right', render: (one) => share(one, one.figures.opened) },
        { key: 'clicked', title: t('column.clicked'), align: 'right', render: (one) => share(one, one.figures.clicked) },
        {
          key: 'unsubscribed',
          title: t('column.unsubscribed'),
          align: 'right',
          render: (one) => (hasFigures(one) ? one.figures.unsubscribed.toLocaleString(locale) : '–'),
        },
      ]}
      menu={(one) => ({
        label: t('menu.label', { name: one.name }),
        items: [
          { label: t('menu.rename'), icon: 'pencil', onSelect: () => setRenamed(one) },
          { label: t('menu.duplicate'), icon: 'copy', onSelect: () => acts.duplicate(one) },
          isUnderWay(one) && { label: t(one.status === 'sending' ? 'menu.stop' : 'menu.cancel'), icon: 'ban', onSelect: () => void acts.cancel(one) },
          one.status !== 'sending' && { label: t('menu.delete'), icon: 'trash-2', tone: 'danger' as const, onSelect: () => void acts.destroy(one) },
        ],
      })}
    >
      {renamed && <RenameDialog one={renamed} onClose={() => setRenamed(null)} />}
    </ListScreen>
  )
}
