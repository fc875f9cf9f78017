/** For other sites: the script tag, and the secret by which they sign for their visitors. */
import { Button, Field, Input, Note, useCopy, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'

const { routes } = contract

function Copied({ label, help, value }: { label: string; help: string; value: string }) {
  const t = useT()
  const copy = useCopy()
  return (
    <Field label={label} help={help}>
      <div className="flex gap-2">
        <Input readOnly dir="ltr" value={value} className="min-w-0 flex-1 font-mono text-13" onFocus={(event) => event.target.select()} />
        <Button icon="copy" onClick={() => void copy(value, t('setup.copied'))}>
          {t('setup.copy')}
        </Button>
      </div>
    </Field>
  )
}
export function Snippet({ script }: { script: string }) {
  const t = useT()
  return <Copied label={t('setup.script')} help={t('setup.script_help')} value={script} />
}
/** Shown once, as it is made: nobody reads it afterwards. */
export function Secret({ hasOne }: { hasOne: boolean }) {
  const t = useT()
  const [secret, setSecret] = useState<string | null>(null)
  const make = useWrite(routes.createSecret, { invalidates: [routes.setting], onSuccess: (made) => setSecret(made.secret) })
  return (
    <section aria-label={t('setup.identity')} className="grid gap-3">
      <p className="text-13 font-medium">{t('setup.identity')}</p>
      <p className="text-13 text-text-3">{t('setup.identity_text')}</p>
      {secret && (
        <Note tone="success">
          <Copied label={t('setup.secret')} help={t('setup.secret_help')} value={secret} />
        </Note>
      )}
      <Button className="justify-self-start" icon="key" loading={make.isPending} onClick={() => make.mutate()}>
        {t(hasOne ? 'setup.new_secret' : 'setup.make_secret')}
      </Button>
    </section>
  )
}
