/** Invitation links with their state and how many came by each. */
import {
  AdminPage,
  Badge,
  EmptyState,
  PagedTable,
  IconButton,
  Link,
  LinkButton,
  Menu,
  SearchField,
  Segment,
  Time,
  toast,
  useConfirm,
  useNavigate,
  useReadPages,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { LINK_STATES, type Link as Row } from '../../contract.ts'
import { useCopy } from '../components/useCopy.ts'

const { routes } = contract
const TONES = { active: 'success', revoked: 'danger', ended: 'neutral' } as const
const FILTERS = ['all', ...LINK_STATES] as const

export default function Links() {
  const t = useT()
  const [text, setText] = useState('')
  const [status, setStatus] = useState<(typeof FILTERS)[number]>('all')
  const name = useSettled(text.trim()) || undefined
  const query = useReadPages(routes.links, { query: { name, status } }, { keepPrevious: true })
  const isFiltered = Boolean(name) || status !== 'all'
  return (
    <AdminPage
      name="invitations/Links"
      title={t('admin.links')}
      text={t('links.text')}
      actions={[{ label: t('links.new'), icon: 'plus', primary: true, to: '/members/invitation_links/new/details' }]}
      who="members.manage"
      wide
    >
      <div className="mb-4 flex flex-wrap gap-3">
        <div className="w-full max-w-80">
          <SearchField value={text} onChange={setText} label={t('links.search')} placeholder={t('links.search')} />
        </div>
        <Segment label={t('links.status')} value={status} onChange={setStatus} items={FILTERS.map((value) => ({ value, label: t(`state.${value}`) }))} />
      </div>
      <PagedTable
        query={query}
        height={240}
        label={t('admin.links')}
        empty={
          <EmptyState
            icon="link"
            title={t(isFiltered ? 'links.none_found' : 'links.none')}
            text={t(isFiltered ? 'links.none_found_text' : 'links.none_text')}
            action={
              !isFiltered && (
                <LinkButton variant="primary" to="/members/invitation_links/new/details">
                  {t('links.new')}
                </LinkButton>
              )
            }
          />
        }
        columns={[
          {
            key: 'name',
            title: t('link.name'),
            render: (link: Row) => (
              <Link to={`/members/invitation_links/${link.id}/edit/details`} className="font-medium hover:underline wrap-anywhere">
                {link.name}
              </Link>
            ),
          },
          {
            key: 'state',
            state: true,
            title: t('links.status'),
            render: (link: Row) => <Badge tone={TONES[link.state]}>{t(`state.${link.state}`)}</Badge>,
          },
          {
            key: 'uses',
            align: 'right',
            title: t('links.joined'),
            render: (link: Row) =>
              link.max_uses === null ? link.members_joined_count.toLocaleString() : t('links.of', { count: link.members_joined_count, max: link.max_uses }),
          },
          { key: 'end', title: t('link.end'), render: (link: Row) => (link.expires_at ? <Time value={link.expires_at} kind="day" /> : t('links.no_end')) },
          { key: 'opens', title: t('links.opens'), render: (link: Row) => t('links.places', { count: link.opens.length }) },
          { key: 'menu', pinned: true, align: 'right', title: <span className="sr-only">{t('acts')}</span>, render: (link: Row) => <Acts link={link} /> },
        ]}
      />
    </AdminPage>
  )
}

function Acts({ link }: { link: Row }) {
  const t = useT()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const copy = useCopy()
  const done = (words: string) => ({
    invalidates: [contract],
    onSuccess: () => toast.success(t(words, { name: link.name })),
    onError: (error: Error) => toast.error(error.message),
  })
  const revoke = useWrite(routes.revokeLink, done('links.revoked'))
  const reactivate = useWrite(routes.reactivateLink, done('links.reactivated'))
  const remove = useWrite(routes.deleteLink, done('links.deleted'))
  const input = { params: { id: link.id } }
  const ask = async (what: 'revoke' | 'delete') => {
    if (!(await confirm({ title: t(`links.${what}_title`, { name: link.name }), text: t(`links.${what}_text`), action: t(`links.${what}`), tone: 'danger' })))
      return
    if (what === 'revoke') revoke.mutate(input)
    else remove.mutate(input)
  }
  return (
    <span className="inline-flex gap-1">
      {link.state === 'active' && <IconButton icon="copy" label={t('links.copy', { name: link.name })} onClick={() => void copy(link.redemption_url)} />}
      <Menu
        trigger={<IconButton icon="ellipsis" label={t('links.menu', { name: link.name })} />}
        items={[
          { label: t('edit'), icon: 'pencil', onSelect: () => navigate(`/members/invitation_links/${link.id}/edit/details`) },
          link.active
            ? { label: t('links.revoke'), icon: 'ban', onSelect: () => void ask('revoke') }
            : { label: t('links.reactivate'), icon: 'rotate-ccw', onSelect: () => reactivate.mutate(input) },
          { label: t('links.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void ask('delete') },
        ]}
      />
    </span>
  )
}
