/** `/settings/workflows`: all of them by state, each with its switch, what begins it and its week. */
import { Badge, LinkButton, Link, ListScreen, Switch, Time, useList, useT } from '@atrium/sdk/web'
import contract, { TYPES, type Workflow } from '../../contract.ts'
import { editPath, NEW, runsPath } from '../components/paths.ts'
import { HomeTabs } from '../components/HomeTabs.tsx'
import { useActs } from '../components/useActs.tsx'
import { WeekBars } from '../components/WeekBars.tsx'

const { routes } = contract

export default function Workflows() {
  const t = useT()
  const acts = useActs()
  const list = useList(routes.list, { search: 'query', filters: { status: 'all', workflow_type: '' }, query: { per_page: 50 } })
  const status = list.values['status']!
  return (
    <ListScreen<Workflow>
      name="workflows/Workflows"
      title={t('admin.workflows')}
      text={t('list.text')}
      actions={[{ label: t('action.new'), icon: 'plus', primary: true, to: NEW }]}
      who="workflows.manage"
      above={<HomeTabs current={status} />}
      list={list}
      search={t('list.search')}
      filters={[
        {
          field: 'workflow_type',
          label: t('list.type'),
          options: [{ value: '', label: t('list.types') }, ...TYPES.map((value) => ({ value, label: t(`type.${value}`) }))],
        },
      ]}
      empty={{
        icon: 'workflow',
        title: t('list.none'),
        text: t('list.none_text'),
        action: (
          <LinkButton variant="primary" icon="plus" to={NEW}>
            {t('action.new')}
          </LinkButton>
        ),
      }}
      found={{ title: t('list.none_found') }}
      columns={[
        { key: 'name', title: t('column.workflow'), render: (one) => <Named one={one} /> },
        { key: 'week', title: t('column.week'), className: 'whitespace-nowrap', render: ({ week }) => <WeekBars days={week} /> },
        {
          key: 'next',
          title: t('column.last'),
          className: 'whitespace-nowrap',
          render: ({ next_at, last_run_at }) =>
            next_at ? (
              <>
                {t('list.next')} <Time value={next_at} kind="short" />
              </>
            ) : last_run_at ? (
              <Time value={last_run_at} />
            ) : (
              '–'
            ),
        },
        {
          key: 'status',
          state: true,
          title: t('column.on'),
          render: (one) =>
            one.status === 'archived' ? (
              <Badge>{t('state.archived')}</Badge>
            ) : (
              <Switch
                aria-label={t('list.switch', { name: one.name })}
                checked={one.status === 'active'}
                disabled={acts.isTurningOn}
                onChange={(on) => (on ? void acts.turnOnFrom(one) : acts.turnOff(one))}
              />
            ),
        },
      ]}
      menu={(one) => ({
        label: t('menu.label', { name: one.name }),
        items: [
          { label: t('menu.edit'), icon: 'pencil', to: editPath(one.id) },
          { label: t('menu.runs'), icon: 'history', to: runsPath(one.id) },
          { label: t('menu.duplicate'), icon: 'copy', onSelect: () => acts.duplicate(one) },
          one.running_count > 0 && { label: t('menu.cancel_all'), icon: 'ban', onSelect: () => void acts.cancelAll(one) },
          one.status !== 'active' && {
            label: t(one.status === 'archived' ? 'menu.restore' : 'menu.archive'),
            icon: one.status === 'archived' ? 'rotate-ccw' : 'archive',
            onSelect: () => acts.archive(one),
          },
          one.status !== 'active' && { label: t('menu.delete'), icon: 'trash-2', tone: 'danger' as const, onSelect: () => void acts.destroy(one) },
        ],
      })}
    >
      {acts.dialogs}
    </ListScreen>
  )
}

function Named({ one }: { one: Workflow }) {
  const t = useT()
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <Link className="font-medium hover:underline" to={one.status === 'draft' ? editPath(one.id) : runsPath(one.id)}>
          {one.name}
        </Link>
        {one.status === 'draft' && <Badge tone="line">{t('state.draft')}</Badge>}
        {one.has_changes && one.status === 'active' && <Badge tone="warning">{t('list.changed')}</Badge>}
      </span>
      <span className="text-13 text-text-2">
        {one.is_trigger_missing ? (
          <span className="text-danger">{t('list.trigger_missing')}</span>
        ) : (
          (one.trigger_label ?? t(one.workflow_type === 'dynamic' ? 'trigger.none' : `type.${one.workflow_type}`))
        )}
      </span>
    </span>
  )
}
