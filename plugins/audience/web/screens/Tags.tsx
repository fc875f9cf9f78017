/** Tags with how many bear each. */
import { Badge, Link, ListScreen, useAskedWrite, useList, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { TagChip } from '../components/TagChip.tsx'

const { routes } = contract

export default function Tags() {
  const t = useT()
  const list = useList(routes.tags, { search: 'name' })
  const segments = useRead(routes.segments, { query: { per_page: 100 } })
  const remove = useAskedWrite(routes.destroyTag, [contract])
  return (
    <ListScreen
      name="audience/Tags"
      title={t('admin.tags')}
      text={t('tags.text')}
      actions={[{ label: t('tags.new'), icon: 'plus', primary: true, to: '/settings/member_tags/new' }]}
      who="members.manage"
      list={list}
      search={t('tags.search')}
      height={240}
      empty={{ icon: 'tags', title: t('tags.none'), text: t('tags.none_text') }}
      found={{ title: t('tags.none_found') }}
      columns={[
        {
          key: 'name',
          title: t('tags.name'),
          render: (tag) => (
            <Link to={`/settings/member_tags/${tag.id}/edit`} className="inline-flex hover:underline">
              <TagChip tag={{ ...tag, display_format: 'label' }} />
            </Link>
          ),
        },
        {
          key: 'public',
          state: true,
          title: t('tags.seen_by'),
          render: (tag) => (tag.is_public ? <Badge tone="success">{t('tags.everybody')}</Badge> : <Badge>{t('tags.admins')}</Badge>),
        },
        {
          key: 'rule',
          title: t('tags.rule'),
          render: (tag) => segments.data?.records.find(({ id }) => id === tag.segment_id)?.title ?? t('tags.by_hand'),
        },
        { key: 'count', title: t('tags.people'), align: 'right', render: (tag) => tag.tagged_members_count.toLocaleString() },
      ]}
      menu={({ id, name, tagged_members_count: count }) => ({
        label: t('tags.menu', { name }),
        items: [
          { label: t('tags.edit'), icon: 'pencil', to: `/settings/member_tags/${id}/edit` },
          {
            label: t('delete'),
            icon: 'trash-2',
            tone: 'danger',
            onSelect: () =>
              void remove(
                { params: { id } },
                { title: t('tags.delete_title', { name }), text: t('tags.delete_text', { count }), action: t('delete') },
                t('tags.deleted'),
              ),
          },
        ],
      })}
    />
  )
}
