/** Sign-in providers of the own account: those that are linked, and those of this community that can be. */
import { shownEmail } from '@atrium/sdk'
import { Button, Card, CardHead, Icon, ListRow, Time, toast, useConfirm, useT, useWrite } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import type { Methods } from '../api.ts'

const { linkProvider, methods, unlinkProvider } = auth.routes

export function ProvidersCard({ linked, providers }: Pick<Methods, 'linked' | 'providers'>) {
  const t = useT()
  return (
    <Card>
      <CardHead title={t('providers.title')} text={t('providers.text')} />
      <ul>
        {linked.map((item) => (
          <LinkedRow key={item.id} item={item} />
        ))}
        {providers.map((item) => (
          <OpenRow key={item.key} item={item} />
        ))}
      </ul>
    </Card>
  )
}

const Mark = () => (
  <span className="grid size-9 flex-none place-items-center rounded-lg border border-border bg-surface-2 text-text-2">
    <Icon name="log-in" />
  </span>
)

function LinkedRow({ item }: { item: Methods['linked'][number] }) {
  const t = useT()
  const confirm = useConfirm()
  const unlink = useWrite(unlinkProvider, { invalidates: [methods] })

  async function press() {
    const question = { title: t('providers.unlink.title', { provider: item.label }), text: t('providers.unlink.text'), action: t('providers.unlink') }
    if (!(await confirm(question))) return
    await unlink.mutateAsync({ params: { id: item.id } }).then(
      () => toast.success(t('providers.unlinked', { provider: item.label })),
      (error) => toast.error(error.message),
    )
  }
  return (
    <ListRow as="li">
      <Mark />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{item.label}</p>
        <p className="truncate text-13 text-text-3">
          {item.email && (
            <>
              {item.email && shownEmail(item.email)} <span aria-hidden="true">·</span>{' '}
            </>
          )}
          {t('providers.since')} <Time value={item.created_at} kind="date" />
        </p>
      </div>
      <Button
        size="sm"
        variant="danger-ghost"
        loading={unlink.isPending}
        onClick={() => void press()}
        aria-label={t('providers.unlink.label', { provider: item.label })}
      >
        {t('providers.unlink')}
      </Button>
    </ListRow>
  )
}

function OpenRow({ item }: { item: Methods['providers'][number] }) {
  const t = useT()
  const link = useWrite(linkProvider)
  const press = () =>
    link.mutateAsync({ body: { provider: item.key } }).then(
      ({ url }) => location.assign(url),
      (error) => toast.error(error.message),
    )
  return (
    <ListRow as="li">
      <Mark />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{item.label}</p>
        <p className="text-13 text-text-3">{t('providers.open')}</p>
      </div>
      <Button
        size="sm"
        loading={link.isPending || link.isSuccess}
        onClick={() => void press()}
        aria-label={t('providers.link.label', { provider: item.label })}
      >
        {t('providers.link')}
      </Button>
    </ListRow>
  )
}
