/** API tokens: which there are, when they were used last, and an end to each. */
import { AdminPage, Badge, Button, Card, EmptyState, LinkButton, Query, Skeleton, Time, toast, useConfirm, useRead, useT, useWrite } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import type { ApiToken, Scope } from '../api.ts'

const { revokeToken, tokens: tokensRoute } = auth.routes

export default function Api() {
  const t = useT()
  const query = useRead(tokensRoute)
  const create = { label: t('api.new'), icon: 'plus', to: '/settings/api/new', primary: true }
  return (
    <AdminPage
      name="developers/Api"
      title={t('admin.api')}
      text={
        <>
          {t('api.text')}{' '}
          <a href="/api" className="link">
            {t('api.reference')}
          </a>
        </>
      }
      actions={[create]}
    >
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={200} />}
        isEmpty={({ records }) => records.length === 0}
        empty={
          <Card>
            <EmptyState
              icon="key-round"
              title={t('api.empty.title')}
              text={t('api.empty.text')}
              action={
                <LinkButton {...create} variant="primary">
                  {create.label}
                </LinkButton>
              }
            />
          </Card>
        }
      >
        {({ records }) => (
          <Card as="ul" className="divide-y divide-border">
            {records.map((token) => (
              <Row key={token.id} token={token} />
            ))}
          </Card>
        )}
      </Query>
    </AdminPage>
  )
}

const widest = (scopes: string[]): Scope => (scopes.includes('admin') ? 'admin' : scopes.includes('write') ? 'write' : 'read')

function Row({ token }: { token: ApiToken }) {
  const t = useT()
  const confirm = useConfirm()
  const revoke = useWrite(revokeToken, { invalidates: [tokensRoute] })

  async function press() {
    if (!(await confirm({ title: t('api.revoke.title', { token: token.name }), text: t('api.revoke.text'), action: t('api.revoke'), tone: 'danger' }))) return
    await revoke.mutateAsync({ params: { id: token.id } }).then(
      () => toast.success(t('api.revoked', { token: token.name })),
      (error) => toast.error(error.message),
    )
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 desk:px-5">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {token.name}
          <Badge>{t(`api.scope.${widest(token.scopes)}`)}</Badge>
        </p>
        <p className="text-13 text-text-3">
          <code className="font-mono text-12">{token.prefix}…</code> <span aria-hidden="true">·</span> {t('api.created')}{' '}
          <Time value={token.created_at} kind="day" /> <span aria-hidden="true">·</span> {token.last_used_at ? t('api.used') : t('api.unused')}{' '}
          {token.last_used_at && <Time within value={token.last_used_at} />}
          {token.expires_at && (
            <>
              {' '}
              <span aria-hidden="true">·</span> {t('api.expires')} <Time value={token.expires_at} kind="date" />
            </>
          )}
        </p>
      </div>
      <Button
        variant="danger-ghost"
        size="sm"
        loading={revoke.isPending}
        onClick={() => void press()}
        aria-label={t('api.revoke.label', { token: token.name })}
      >
        {t('api.revoke')}
      </Button>
    </li>
  )
}
