/** The own domain: name it, enter two records where it is managed, and see by itself when it is proven. */
import {
  Badge,
  Button,
  Card,
  CardHead,
  Field,
  Form,
  IconButton,
  Input,
  Note,
  SettingsPage,
  Time,
  toast,
  useConfirm,
  useFieldErrors,
  useQueryCache,
  useRead,
  useT,
  useWrite,
  useCopy,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Domain } from '../../contract.ts'

/** Milliseconds between looks at a domain that is waited for. */
const LOOK = 5_000
const TONE = { pending: 'warning', verified: 'success', failed: 'danger', none: 'neutral' } as const

export default function CustomDomain() {
  const t = useT()
  const query = useRead(contract.routes.domain, undefined, { refetchInterval: (domain) => domain?.status === 'pending' && LOOK })
  return (
    <SettingsPage name="community/CustomDomain" title={t('admin.domain')} text={t('domain.text')} who="community.manage" query={query} height={240}>
      {(domain) => (domain.status === 'none' ? <Ask /> : <State domain={domain} />)}
    </SettingsPage>
  )
}

function useSet() {
  const cache = useQueryCache()
  return useWrite(contract.routes.setDomain, { onSuccess: (reply) => void cache.update(contract.routes.domain, undefined, () => reply) })
}

function Ask() {
  const t = useT()
  const [name, setName] = useState('')
  const set = useSet()
  const errors = useFieldErrors(set.error)
  return (
    <Card pad>
      <Form onSubmit={() => set.mutateAsync({ body: { domain: name.trim() } })} error={set.error}>
        <Field label={t('domain.name')} help={t('domain.name_help')} error={errors.domain}>
          <Input
            value={name}
            required
            spellCheck={false}
            autoCapitalize="none"
            placeholder="community.example.com"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" className="justify-self-start" loading={set.isPending} disabled={!name.trim()}>
          {t('domain.connect')}
        </Button>
      </Form>
    </Card>
  )
}

function State({ domain }: { domain: Domain }) {
  const t = useT()
  const confirm = useConfirm()
  const cache = useQueryCache()
  const set = useSet()
  const remove = useWrite(contract.routes.removeDomain, {
    onSuccess: (reply) => void cache.update(contract.routes.domain, undefined, () => reply),
    onError: (error) => toast.error(error.message),
  })
  async function askRemove() {
    const text = t(domain.status === 'verified' ? 'domain.remove_used' : 'domain.remove_text')
    if (await confirm({ title: t('domain.remove_title', { domain: domain.domain! }), text, action: t('domain.remove'), tone: 'danger' }))
      await remove.mutateAsync().catch(() => {})
  }
  return (
    <div className="grid gap-4">
      <Card>
        <div className="flex flex-wrap items-center gap-3 px-4 py-4 desk:px-5">
          <div className="min-w-0 flex-1 basis-60">
            <h2 className="truncate text-17">{domain.domain}</h2>
            <p className="text-13 text-text-3">
              {domain.checked_at ? (
                <>
                  {t('domain.checked')} <Time within value={domain.checked_at} />
                </>
              ) : (
                t('domain.unchecked')
              )}
            </p>
          </div>
          <Badge tone={TONE[domain.status]} icon={domain.status === 'verified' ? 'circle-check' : domain.status === 'failed' ? 'circle-x' : 'clock'}>
            {t(`domain.${domain.status}`)}
          </Badge>
          <Button icon="refresh-cw" loading={set.isPending} onClick={() => set.mutateAsync({ body: {} }).catch((error) => toast.error(error.message))}>
            {t('domain.check')}
          </Button>
          <Button variant="danger-ghost" loading={remove.isPending} onClick={() => void askRemove()}>
            {t('domain.remove')}
          </Button>
        </div>
      </Card>
      {domain.status === 'verified' ? (
        <Note tone="success">{t('domain.verified_text', { domain: domain.domain! })}</Note>
      ) : (
        <Note tone={domain.status === 'failed' ? 'danger' : 'info'}>{t(domain.problem ? `domain.problem.${domain.problem}` : 'domain.pending_text')}</Note>
      )}
      <Card>
        <CardHead title={t('domain.records')} text={t('domain.records_text')} />
        <ul className="divide-y divide-border">
          {domain.records.map((record) => (
            <li key={record.type} className="grid gap-3 px-4 py-4 desk:grid-cols-[88px_minmax(0,1fr)_minmax(0,1fr)] desk:px-5">
              <div>
                <Badge tone="line">{record.type}</Badge>
                <p className="mt-1 text-12 text-text-3">{t(`domain.${record.purpose}`)}</p>
              </div>
              <Copyable label={t('domain.record_name')} text={record.name} />
              <Copyable label={t('domain.record_value')} text={record.value} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

function Copyable({ label, text }: { label: string; text: string }) {
  const t = useT()
  const toClipboard = useCopy()
  const copy = () => toClipboard(text, t('domain.copied'))
  return (
    <div className="min-w-0">
      <p className="text-12 text-text-3">{label}</p>
      <div className="flex items-start gap-1">
        <code className="min-w-0 flex-1 text-13 wrap-anywhere">{text}</code>
        <IconButton size="sm" icon="copy" label={t('domain.copy', { label })} onClick={() => void copy()} />
      </div>
    </div>
  )
}
