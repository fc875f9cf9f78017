/** Invitation links with their state and how many came by each. */
import { Badge, IconButton, Link, LinkButton, ListScreen, Time, toast, useAskedWrite, useList, useT, useWrite, useCopy } from '@atrium/sdk/web'
import contract, { LINK_STATES, type Link as Row } from '../../contract.ts'

const { routes } = contract
const TONES = { active: 'success', revoked: 'danger', ended: 'neutral' } as const
const NEW = '/members/invitation_links/new/details'

export default function Links() {
  const t = useT()
  const list = useList(routes.links, { search: 'name', filters: { status: 'all' } })
  const copy = useCopy()
  const asked = { revoke: useAskedWrite(routes.revokeLink, [contract]), delete: useAskedWrite(routes.deleteLink, [contract]) }
  const reactivate = useWrite(routes.reactivateLink, {
    invalidates: [contract],
    onSuccess: ({ invitation_link: { name } }) => toast.success(t('links.reactivated', { name })),
    onError: (error) => toast.error(error.message),
  })
  const ask = ({ id, name }: Row, what: 'revoke' | 'delete') =>
    void asked[what](
      { params: { id } },
      { title: t(`links.${what}_title`, { name }), text: t(`links.${what}_text`), action: t(`links.${what}`) },
      t(what === 'revoke' ? 'links.revoked' : 'links.deleted', { name }),
    )
  return (
    <ListScreen
      name="invitations/Links"
      title={t('admin.links')}
      text={t('links.text')}
      actions={[{ label: t('links.new'), icon: 'plus', primary: true, to: NEW }]}
      who="members.manage"
      list={list}
      search={t('links.search')}
      filters={[
        { field: 'status', label: t('links.status'), segment: true, options: ['all', ...LINK_STATES].map((value) => ({ value, label: t(`state.${value}`) })) },
      ]}
      height={240}
      empty={{
        icon: 'link',
        title: t('links.none'),
        text: t('links.none_text'),
        action: (
          <LinkButton variant="primary" to={NEW}>
            {t('links.new')}
          </LinkButton>
        ),
      }}
      found={{ title: t('links.none_found'), text: t('links.none_found_text') }}
      columns={[
        {
          key: 'name',
          title: t('link.name'),
          render: (link) => (
            <Link to={`/members/invitation_links/${link.id}/edit/details`} className="font-medium hover:underline wrap-anywhere">
              {link.name}
            </Link>
          ),
        },
        { key: 'state', state: true, title: t('links.status'), render: (link) => <Badge tone={TONES[link.state]}>{t(`state.${link.state}`)}</Badge> },
        {
          key: 'uses',
          align: 'right',
          title: t('links.joined'),
          render: (link) =>
            link.max_uses === null ? link.members_joined_count.toLocaleString() : t('links.of', { count: link.members_joined_count, max: link.max_uses }),
        },
        { key: 'end', title: t('link.end'), render: (link) => (link.expires_at ? <Time value={link.expires_at} kind="day" /> : t('links.no_end')) },
        { key: 'leads', title: t('link.redirect'), render: ({ leads_to }) => (leads_to ? `${leads_to.emoji ?? ''} ${leads_to.name}`.trim() : t('link.home')) },
        { key: 'opens', title: t('links.opens'), render: ({ opens }) => (opens.length ? t('links.places', { count: opens.length }) : '–') },
      ]}
      menu={(link) => ({
        label: t('links.menu', { name: link.name }),
        beside: link.state === 'active' && (
          <IconButton icon="copy" label={t('links.copy', { name: link.name })} onClick={() => void copy(link.redemption_url)} />
        ),
        items: [
          { label: t('edit'), icon: 'pencil', to: `/members/invitation_links/${link.id}/edit/details` },
          link.active
            ? { label: t('links.revoke'), icon: 'ban', onSelect: () => ask(link, 'revoke') }
            : { label: t('links.reactivate'), icon: 'rotate-ccw', onSelect: () => reactivate.mutate({ params: { id: link.id } }) },
          { label: t('links.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => ask(link, 'delete') },
        ],
      })}
    />
  )
}
