/** Saved filters with how many are in each at this moment. */
import { cut } from '@atrium/sdk'
import {
  AdminPage,
  Badge,
  EmptyState,
  PagedTable,
  IconButton,
  Link,
  Menu,
  SearchField,
  Time,
  toast,
  useConfirm,
  useReadPages,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Segment } from '../../contract.ts'
import { useCounts } from '../components/useCounts.ts'

const { routes } = contract

export default function Segments() {
  const t = useT()
  const confirm = useConfirm()
  const [text, setText] = useState('')
  const title = useSettled(text.trim()) || undefined
  const query = useReadPages(routes.segments, { query: { title } }, { keepPrevious: true })
  const segments = query.data?.pages.flatMap((page) => page.records) ?? []
  useCounts(segments, query.refetch)
  const options = { invalidates: [routes.segments], onSuccess: () => toast.success(t('segments.saved')), onError: (error: Error) => toast.error(error.message) }
  const update = useWrite(routes.updateSegment, options)
  const duplicate = useWrite(routes.duplicateSegment, options)
  const remove = useWrite(routes.destroySegment, { ...options, onSuccess: () => toast.success(t('segments.deleted')) })
  const ask = async (segment: Segment) => {
    const yes = await confirm({
      title: t('segments.delete_title', { title: segment.title }),
      text: t('segments.delete_text'),
      action: t('delete'),
      tone: 'danger',
    })
    if (yes) remove.mutate({ params: { id: segment.id } })
  }
  return (
    <AdminPage
      name="audience/Segments"
      title={t('admin.segments')}
      text={t('segments.text')}
      actions={[{ label: t('segments.new'), icon: 'plus', primary: true, to: '/audience/manage' }]}
      who="members.manage"
      wide
    >
      <div className="mb-4 max-w-80">
        <SearchField value={text} onChange={setText} placeholder={t('segments.search')} />
      </div>
      <PagedTable
        query={query}
        height={240}
        label={t('admin.segments')}
        empty={<EmptyState icon="chart-pie" title={t(title ? 'segments.none_found' : 'segments.none')} text={t('segments.none_text')} />}
        columns={[
          {
            key: 'title',
            title: t('segments.title'),
            render: (segment: Segment) => (
              <Link to={`/audience/manage?segment=${segment.id}`} className="font-medium hover:underline">
                {segment.title}
              </Link>
            ),
          },
          {
            key: 'visible',
            state: true,
            title: t('column.status'),
            render: (segment: Segment) => (segment.visible ? <Badge tone="success">{t('segments.visible')}</Badge> : <Badge>{t('segments.hidden')}</Badge>),
          },
          { key: 'count', title: t('segments.people'), align: 'right', render: (segment: Segment) => segment.audience_count.toLocaleString() },
          { key: 'by', title: t('segments.by'), render: (segment: Segment) => segment.created_by?.name ?? '' },
          {
            key: 'at',
            title: t('segments.at'),
            className: 'whitespace-nowrap',
            render: (segment: Segment) => <Time value={segment.updated_at} kind="day" />,
          },
          {
            key: 'menu',
            pinned: true,
            align: 'right',
            title: <span className="sr-only">{t('acts')}</span>,
            render: (segment: Segment) => (
              <Menu
                trigger={<IconButton icon="ellipsis" label={t('segments.menu', { title: segment.title })} />}
                items={[
                  { label: t('segments.open'), icon: 'users', to: `/audience/manage?segment=${segment.id}` },
                  {
                    label: t(segment.visible ? 'segments.hide' : 'segments.show'),
                    icon: segment.visible ? 'eye-off' : 'eye',
                    onSelect: () => update.mutate({ params: { id: segment.id }, body: { visible: !segment.visible } }),
                  },
                  {
                    label: t('segments.duplicate'),
                    icon: 'copy',
                    onSelect: () =>
                      duplicate.mutate({ params: { id: segment.id }, body: { title: cut(t('segments.copy_of', { title: segment.title }), 120) } }),
                  },
                  '-',
                  { label: t('delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void ask(segment) },
                ]}
              />
            ),
          },
        ]}
      />
    </AdminPage>
  )
}
