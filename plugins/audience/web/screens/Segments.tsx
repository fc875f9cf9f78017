/** Saved filters with how many are in each at this moment. */
import { cut } from '@atrium/sdk'
import { Badge, Link, ListScreen, Time, toast, useAskedWrite, useList, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { useCounts } from '../components/useCounts.ts'

const { routes } = contract

export default function Segments() {
  const t = useT()
  const list = useList(routes.segments, { search: 'title' })
  useCounts(list.rows, list.query.refetch)
  const options = { invalidates: [routes.segments], onSuccess: () => toast.success(t('segments.saved')), onError: (error: Error) => toast.error(error.message) }
  const update = useWrite(routes.updateSegment, options)
  const duplicate = useWrite(routes.duplicateSegment, options)
  const remove = useAskedWrite(routes.destroySegment, [routes.segments])
  return (
    <ListScreen
      name="audience/Segments"
      title={t('admin.segments')}
      text={t('segments.text')}
      actions={[{ label: t('segments.new'), icon: 'plus', primary: true, to: '/audience/manage' }]}
      who="members.manage"
      list={list}
      search={t('segments.search')}
      height={240}
      empty={{ icon: 'chart-pie', title: t('segments.none'), text: t('segments.none_text') }}
      found={{ title: t('segments.none_found') }}
      columns={[
        {
          key: 'title',
          title: t('segments.title'),
          render: (segment) => (
            <Link to={`/audience/manage?segment=${segment.id}`} className="font-medium hover:underline">
              {segment.title}
            </Link>
          ),
        },
        {
          key: 'visible',
          state: true,
          title: t('column.status'),
          render: (segment) => (segment.visible ? <Badge tone="success">{t('segments.visible')}</Badge> : <Badge>{t('segments.hidden')}</Badge>),
        },
        { key: 'count', title: t('segments.people'), align: 'right', render: (segment) => segment.audience_count.toLocaleString() },
        { key: 'by', title: t('segments.by'), render: (segment) => segment.created_by?.name ?? '' },
        { key: 'at', title: t('segments.at'), className: 'whitespace-nowrap', render: (segment) => <Time value={segment.updated_at} kind="day" /> },
      ]}
      menu={({ id, title, visible }) => ({
        label: t('segments.menu', { title }),
        items: [
          { label: t('segments.open'), icon: 'users', to: `/audience/manage?segment=${id}` },
          {
            label: t(visible ? 'segments.hide' : 'segments.show'),
            icon: visible ? 'eye-off' : 'eye',
            onSelect: () => update.mutate({ params: { id }, body: { visible: !visible } }),
          },
          {
            label: t('segments.duplicate'),
            icon: 'copy',
            onSelect: () => duplicate.mutate({ params: { id }, body: { title: cut(t('segments.copy_of', { title }), 120) } }),
          },
          '-',
          {
            label: t('delete'),
            icon: 'trash-2',
            tone: 'danger',
            onSelect: () =>
              void remove(
                { params: { id } },
                { title: t('segments.delete_title', { title }), text: t('segments.delete_text'), action: t('delete') },
                t('segments.deleted'),
              ),
          },
        ],
      })}
    />
  )
}
