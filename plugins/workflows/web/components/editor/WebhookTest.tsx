/** Calls the address of a webhook once, and shows what it is signed with. */
import { Badge, Button, Input, Field, toast, useConfirm, useCopy, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../../contract.ts'
import { Section } from './TriggerPanel.tsx'

const { routes } = contract

export function WebhookTest({ url }: { url: string }) {
  const t = useT()
  const test = useWrite(routes.webhookTest)
  return (
    <Section title={t('webhook.title')}>
      <Button
        icon="send"
        className="justify-self-start"
        loading={test.isPending}
        disabled={url.trim() === ''}
        onClick={() => void test.mutateAsync({ body: { url } }).catch(() => {})}
      >
        {t('webhook.test')}
      </Button>
      <div aria-live="polite" className="grid gap-2 text-13">
        {test.error && <p className="text-danger">{test.error.message}</p>}
        {test.data && (
          <>
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={test.data.ok ? 'success' : 'danger'}>{test.data.status ?? t('webhook.no_answer')}</Badge>
              <span className="text-text-2">{t('webhook.took', { ms: test.data.took_ms })}</span>
            </p>
            {test.data.message && <p className={test.data.ok ? 'text-text-2' : 'text-danger'}>{test.data.message}</p>}
            {test.data.body && <pre className="max-h-40 overflow-auto rounded-card bg-surface-2 p-2.5 font-mono text-12">{test.data.body}</pre>}
          </>
        )}
      </div>
      <SigningSecret />
    </Section>
  )
}

function SigningSecret() {
  const t = useT()
  const copy = useCopy()
  const confirm = useConfirm()
  const query = useRead(routes.signingSecret)
  const renew = useWrite(routes.renewSigningSecret, { invalidates: [routes.signingSecret], onError: (error) => toast.error(error.message) })
  if (!query.data) return null
  const { secret } = query.data
  const ask = async () => {
    const yes = !secret || (await confirm({ title: t('webhook.renew'), text: t('webhook.renew_text'), action: t('webhook.renew_action'), tone: 'danger' }))
    if (yes) renew.mutate()
  }
  return (
    <Field label={t('webhook.secret')} help={t('webhook.secret_help')}>
      <div className="grid gap-2">
        {secret && <Input readOnly value={secret} size="sm" className="font-mono" onFocus={(event) => event.target.select()} />}
        <div className="flex flex-wrap gap-2">
          {secret && (
            <Button size="sm" icon="copy" onClick={() => void copy(secret, t('webhook.copied'))}>
              {t('webhook.copy')}
            </Button>
          )}
          <Button size="sm" variant="ghost" icon="rotate-cw" loading={renew.isPending} onClick={() => void ask()}>
            {t(secret ? 'webhook.renew_action' : 'webhook.make')}
          </Button>
        </div>
      </div>
    </Field>
  )
}
