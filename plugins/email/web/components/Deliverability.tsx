/** Domains of the sender with the records to enter, where bounces come back to, and the way to the addresses that are left alone. */
import {
  Badge,
  Button,
  Card,
  CardHead,
  EmptyState,
  Field,
  FormDialog,
  IconButton,
  Input,
  LinkButton,
  Menu,
  Note,
  Query,
  SettingRow,
  Skeleton,
  Switch,
  Time,
  toast,
  useAskedWrite,
  useCopy,
  useFieldErrors,
  useLocale,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_DOMAINS, type SendingDomain } from '../../contract.ts'
import { SUPPRESSIONS } from './paths.ts'

const { routes } = contract
/** Milliseconds between looks while a domain is waited for. */
const LOOK = 15_000
const STATE = { pending: 'warning', verified: 'success', failed: 'danger' } as const
const STATE_ICON = { pending: 'clock', verified: 'circle-check', failed: 'circle-x' } as const
const FOUND = { found: 'success', wrong: 'danger', missing: 'warning', unknown: 'neutral' } as const

export function Deliverability() {
  const query = useRead(routes.deliverability, undefined, {
    refetchInterval: (read) => (read?.domains.some(({ status }) => status === 'pending') ? LOOK : false),
  })
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={240} />}>
      {({ domains, events_url, has_returns }) => (
        <>
          <Domains domains={domains} />
          <Returns address={events_url} hasReturns={has_returns} />
        </>
      )}
    </Query>
  )
}

function Domains({ domains }: { domains: SendingDomain[] }) {
  const t = useT()
  const [isAdding, setAdding] = useState(false)
  return (
    <Card as="section" id="domains" aria-label={t('domain.title')} className="scroll-mt-20 overflow-hidden">
      <CardHead
        title={t('domain.title')}
        text={t('domain.text')}
        action={
          domains.length < MAX_DOMAINS && (
            <Button icon="plus" onClick={() => setAdding(true)}>
              {t('domain.add')}
            </Button>
          )
        }
      />
      {domains.length === 0 ? (
        <EmptyState icon="globe" title={t('domain.none')} text={t('domain.none_text')} />
      ) : (
        <ul className="divide-y divide-border">
          {domains.map((domain) => (
            <Domain key={domain.id} domain={domain} />
          ))}
        </ul>
      )}
      {isAdding && <AddDomain onClose={() => setAdding(false)} />}
    </Card>
  )
}

function AddDomain({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [domain, setDomain] = useState('')
  const write = useWrite(routes.addDomain, { invalidates: [routes.deliverability], onSuccess: onClose })
  const errors = useFieldErrors(write.error)
  return (
    <FormDialog
      title={t('domain.add')}
      width={440}
      onClose={onClose}
      onSubmit={() => write.mutateAsync({ body: { domain: domain.trim() } }).catch(() => {})}
      error={write.error}
      action={t('domain.add_action')}
      pending={write.isPending}
      disabled={domain.trim() === ''}
    >
      <Field label={t('domain.name')} help={t('domain.name_help')} error={errors.domain}>
        <Input
          value={domain}
          autoFocus
          spellCheck={false}
          autoCapitalize="none"
          placeholder="example.com"
          onChange={(event) => setDomain(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}

function Domain({ domain: { id, domain, status, records, checked_at, is_warming, today } }: { domain: SendingDomain }) {
  const t = useT()
  const locale = useLocale()
  const [isOpen, setOpen] = useState(status !== 'verified')
  const invalidates = [routes.deliverability, routes.addressSettings]
  const onError = (error: Error) => toast.error(error.message)
  const check = useWrite(routes.checkDomain, { invalidates, onError })
  const update = useWrite(routes.updateDomain, { invalidates, onError })
  const remove = useAskedWrite(routes.removeDomain, invalidates)
  const at = { params: { id } }
  const ask = () =>
    void remove(
      at,
      { title: t('domain.remove_title', { domain }), text: t('domain.remove_text'), action: t('domain.remove'), tone: 'danger' },
      t('domain.removed'),
    )
  return (
    <li>
      <div className="flex flex-wrap items-center gap-3 px-5 py-4">
        <div className="min-w-0 flex-1 basis-52">
          <h3 className="truncate text-15 font-semibold">{domain}</h3>
          <p className="text-13 text-text-3">
            {checked_at ? (
              <>
                {t('domain.checked')} <Time within value={checked_at} />
              </>
            ) : (
              t('domain.unchecked')
            )}
          </p>
        </div>
        <Badge tone={STATE[status]} icon={STATE_ICON[status]}>
          {t(`domain.${status}`)}
        </Badge>
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'domain.hide' : 'domain.show')}
        </Button>
        <Button size="sm" icon="refresh-cw" loading={check.isPending} onClick={() => check.mutate(at)}>
          {t('domain.check')}
        </Button>
        <Menu
          trigger={<IconButton icon="ellipsis" label={t('menu.label', { name: domain })} />}
          items={[{ label: t('domain.remove'), icon: 'trash-2', tone: 'danger', onSelect: ask }]}
        />
      </div>
      {isOpen && (
        <div className="grid gap-4 px-5 pb-5">
          {status !== 'verified' && <Note tone={status === 'failed' ? 'danger' : 'info'}>{t(`domain.${status}_text`)}</Note>}
          <ul className="divide-y divide-border rounded-card border">
            {records.map((record) => (
              <li key={record.purpose} className="grid gap-3 p-4 desk:grid-cols-[168px_minmax(0,1fr)_minmax(0,1fr)]">
                <div className="grid content-start gap-1.5">
                  <p className="text-13 font-medium">
                    {t(`record.${record.purpose}`)} <span className="font-normal text-text-3">{record.type}</span>
                  </p>
                  <p className="text-12 text-text-3">{t(`record.${record.purpose}_text`)}</p>
                  <p className="flex flex-wrap gap-1.5">
                    <Badge tone={FOUND[record.found]}>{t(`record.${record.found}`)}</Badge>
                    <Badge tone="line">{t(record.is_required ? 'record.required' : 'record.recommended')}</Badge>
                  </p>
                </div>
                <Copyable label={t('record.name')} text={record.name} />
                <Copyable label={t('record.value')} text={record.value} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {status === 'verified' && (
        <SettingRow
          title={t('domain.warm_up')}
          text={
            today.limit === null
              ? t('domain.warm_up_text')
              : `${t('domain.warm_up_text')} ${t('domain.today', { sent: today.sent.toLocaleString(locale), limit: today.limit.toLocaleString(locale) })}`
          }
          control={(aria) => (
            <Switch {...aria} checked={is_warming} disabled={update.isPending} onChange={(on) => update.mutate({ ...at, body: { is_warming: on } })} />
          )}
        />
      )}
    </li>
  )
}

function Copyable({ label, text }: { label: string; text: string }) {
  const t = useT()
  const toClipboard = useCopy()
  return (
    <div className="min-w-0">
      <p className="text-12 text-text-3">{label}</p>
      <div className="flex items-start gap-1">
        <code className="min-w-0 flex-1 text-13 wrap-anywhere">{text}</code>
        <IconButton size="sm" icon="copy" label={t('record.copy', { label })} onClick={() => void toClipboard(text, t('record.copied'))} />
      </div>
    </div>
  )
}

function Returns({ address, hasReturns }: { address: string | null; hasReturns: boolean }) {
  const t = useT()
  const renew = useAskedWrite(routes.renewEventsAddress, [routes.deliverability])
  const make = useWrite(routes.renewEventsAddress, { invalidates: [routes.deliverability], onError: (error) => toast.error(error.message) })
  const ask = () =>
    void renew({}, { title: t('returns.renew_title'), text: t('returns.renew_text'), action: t('returns.renew'), tone: 'danger' }, t('returns.renewed'))
  return (
    <Card as="section" aria-label={t('returns.title')}>
      <CardHead
        title={t('returns.title')}
        text={t('returns.text')}
        action={
          <LinkButton size="sm" to={SUPPRESSIONS}>
            {t('returns.list')}
          </LinkButton>
        }
      />
      <div className="grid gap-4 p-5">
        <Note tone={hasReturns ? 'success' : 'info'}>{t(hasReturns ? 'returns.by_mail' : 'returns.no_mail')}</Note>
        <div className="grid gap-2">
          <p className="text-13 text-text-2">{t('returns.provider')}</p>
          {address === null ? (
            <Button className="justify-self-start" loading={make.isPending} onClick={() => make.mutate()}>
              {t('returns.make')}
            </Button>
          ) : (
            <>
              <Copyable label={t('returns.address')} text={address} />
              <Button size="sm" className="justify-self-start" onClick={ask}>
                {t('returns.renew')}
              </Button>
            </>
          )}
        </div>
      </div>
    </Card>
  )
}
