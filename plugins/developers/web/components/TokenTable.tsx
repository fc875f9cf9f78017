/** All tokens with what they may do, how they are used and when they end; and what can be done with each. */
import { Avatar, Badge, Card, DataTable, Icon, IconButton, Menu, Sparkline, Time, toast, useConfirm, useRead, useWrite, Query, Skeleton } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Token } from '../../contract.ts'
import { KindBadge } from './KindBadge.tsx'
import { NoTokens } from './NoTokens.tsx'
import { EditToken } from './EditToken.tsx'
import { RenewToken } from './RenewToken.tsx'
import { useScopeWords } from './useScopes.ts'
import { useWords } from './words.ts'

const { routes } = contract
const DAY = 86_400_000
/** Days after which nobody seems to need a token, and before its end at which people are told. */
const UNUSED_DAYS = 60
const SOON_DAYS = 14

export function TokenTable() {
  const { t, number } = useWords()
  const scopeWords = useScopeWords()
  const query = useRead(routes.tokens)
  const acts = useTokenActs()
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={280} />} isEmpty={({ records }) => records.length === 0} empty={<NoTokens />}>
      {({ records }) => (
        <Card className="overflow-hidden">
          <DataTable
            label={t('admin.api')}
            rows={records}
            columns={[
              {
                key: 'name',
                title: t('token'),
                render: ({ name, prefix }: Token) => (
                  <span className="grid">
                    <span className="font-medium">{name}</span>
                    <code dir="ltr" className="font-mono text-12 text-text-2">
                      {prefix}
                    </code>
                  </span>
                ),
              },
              { key: 'kind', title: t('kind'), state: true, render: ({ kind }) => <KindBadge kind={kind} /> },
              {
                key: 'scopes',
                title: t('scopes'),
                render: (token) => (
                  <span className="line-clamp-2 max-w-56 text-13">
                    {scopeWords(token)}
                    {token.kind.startsWith('admin') && !token.acts_as_admin && <span className="block text-12 text-text-2">{t('scopes.as_member')}</span>}
                  </span>
                ),
              },
              { key: 'used', title: t('used'), render: ({ last_used_at }) => (last_used_at ? <Time within value={last_used_at} /> : t('used.never')) },
              {
                key: 'calls',
                title: t('calls_30'),
                align: 'right',
                render: ({ calls, trend }) => (
                  <span className="inline-flex items-center gap-3 tabular-nums">
                    {number(calls)}
                    {trend.length > 1 && <Sparkline values={trend} />}
                  </span>
                ),
              },
              {
                key: 'author',
                title: t('made_by'),
                render: ({ author }) =>
                  author ? <Avatar name={author.name} id={author.id} src={author.avatar_url} size={24} label={author.name} /> : t('made_by.gone'),
              },
              { key: 'ends', title: t('ends'), render: (token) => <Ends token={token} /> },
              {
                key: 'more',
                title: '',
                align: 'right',
                pinned: true,
                render: (token) => (
                  <Menu
                    trigger={<IconButton icon="ellipsis" label={t('more', { name: token.name })} />}
                    items={[
                      { label: t('edit'), icon: 'pencil', onSelect: () => acts.edit(token) },
                      ...(token.is_mine ? [{ label: t('renew'), icon: 'refresh-cw', onSelect: () => acts.renew(token) }] : []),
                      '-',
                      { label: t('revoke'), icon: 'trash-2', tone: 'danger' as const, onSelect: () => void acts.revoke(token) },
                    ]}
                  />
                ),
              },
            ]}
          />
          {acts.dialog}
        </Card>
      )}
    </Query>
  )
}

function Ends({ token: { created_at, last_used_at, expires_at, former_until } }: { token: Token }) {
  const { t } = useWords()
  const days = expires_at === null ? null : Math.ceil((Date.parse(expires_at) - Date.now()) / DAY)
  const isUnused = Date.now() - Date.parse(last_used_at ?? created_at) > UNUSED_DAYS * DAY
  return (
    <span className="grid justify-items-start gap-1">
      {days !== null && days <= 0 ? (
        <Badge tone="danger">{t('ends.over')}</Badge>
      ) : days !== null && days <= SOON_DAYS ? (
        <Badge tone="warning" icon="clock">
          {t('ends.soon', { count: days })}
        </Badge>
      ) : isUnused ? (
        <Badge tone="warning" icon="clock">
          {t('ends.unused')}
        </Badge>
      ) : expires_at ? (
        <Time kind="date" value={expires_at} />
      ) : (
        t('ends.never')
      )}
      {former_until && (
        <span className="flex items-center gap-1 text-12 text-text-2">
          <Icon name="history" size="sm" />
          {t('ends.former')} <Time value={former_until} />
        </span>
      )}
    </span>
  )
}

function useTokenActs() {
  const { t } = useWords()
  const confirm = useConfirm()
  const [open, setOpen] = useState<{ act: 'edit' | 'renew'; token: Token } | null>(null)
  const revoke = useWrite(routes.destroyToken, { invalidates: [contract] })
  const close = () => setOpen(null)
  return {
    edit: (token: Token) => setOpen({ act: 'edit', token }),
    renew: (token: Token) => setOpen({ act: 'renew', token }),
    async revoke({ id, name }: Token) {
      if (!(await confirm({ title: t('revoke.title', { name }), text: t('revoke.text'), action: t('revoke'), tone: 'danger' }))) return
      await revoke.mutateAsync({ params: { id } }).then(
        () => toast.success(t('revoked', { name })),
        (error) => toast.error(error.message),
      )
    },
    dialog: open?.act === 'edit' ? <EditToken token={open.token} onClose={close} /> : open ? <RenewToken token={open.token} onClose={close} /> : null,
  }
}
