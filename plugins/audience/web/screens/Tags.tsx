/** Tags with how many bear each. */
import {
  AdminPage,
  Badge,
  EmptyState,
  PagedTable,
  IconButton,
  Link,
  Menu,
  SearchField,
  toast,
  useConfirm,
  useNavigate,
  useRead,
  useReadPages,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type MemberTag } from '../../contract.ts'
import { TagChip } from '../components/TagChip.tsx'

const { routes } = contract

export default function Tags() {
  const t = useT()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const name = useSettled(text.trim()) || undefined
  const query = useReadPages(routes.tags, { query: { name } }, { keepPrevious: true })
  const segments = useRead(routes.segments, { query: { per_page: 100 } })
  const remove = useWrite(routes.destroyTag, {
    invalidates: [contract],
    onSuccess: () => toast.success(t('tags.deleted')),
    onError: (error) => toast.error(error.message),
  })
  const ask = async (tag: MemberTag) => {
    const text = t('tags.delete_text', { count: tag.tagged_members_count })
    if (await confirm({ title: t('tags.delete_title', { name: tag.name }), text, action: t('delete'), tone: 'danger' }))
      remove.mutate({ params: { id: tag.id } })
  }
  return (
    <AdminPage
      name="audience/Tags"
      title={t('admin.tags')}
      text={t('tags.text')}
      actions={[{ label: t('tags.new'), icon: 'plus', primary: true, to: '/settings/member_tags/new' }]}
      who="members.manage"
      wide
    >
      <div className="mb-4 max-w-80">
        <SearchField value={text} onChange={setText} placeholder={t('tags.search')} />
      </div>
      <PagedTable
        query={query}
        height={240}
        label={t('admin.tags')}
        empty={<EmptyState icon="tags" title={t(name ? 'tags.none_found' : 'tags.none')} text={t('tags.none_text')} />}
        columns={[
          {
            key: 'name',
            title: t('tags.name'),
            render: (tag: MemberTag) => (
              <Link to={`/settings/member_tags/${tag.id}/edit`} className="inline-flex hover:underline">
                <TagChip tag={{ ...tag, display_format: 'label' }} />
              </Link>
            ),
          },
          {
            key: 'public',
            state: true,
            title: t('tags.seen_by'),
            render: (tag: MemberTag) => (tag.is_public ? <Badge tone="success">{t('tags.everybody')}</Badge> : <Badge>{t('tags.admins')}</Badge>),
          },
          {
            key: 'rule',
            title: t('tags.rule'),
            render: (tag: MemberTag) => segments.data?.records.find(({ id }) => id === tag.segment_id)?.title ?? t('tags.by_hand'),
          },
          { key: 'count', title: t('tags.people'), align: 'right', render: (tag: MemberTag) => tag.tagged_members_count.toLocaleString() },
          {
            key: 'menu',
            pinned: true,
            align: 'right',
            title: <span className="sr-only">{t('acts')}</span>,
            render: (tag: MemberTag) => (
              <Menu
                trigger={<IconButton icon="ellipsis" label={t('tags.menu', { name: tag.name })} />}
                items={[
                  { label: t('tags.edit'), icon: 'pencil', onSelect: () => navigate(`/settings/member_tags/${tag.id}/edit`) },
                  { label: t('delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void ask(tag) },
                ]}
              />
            ),
          },
        ]}
      />
    </AdminPage>
  )
}
