/** What requests of an endpoint are signed with: dots until somebody asks for it, and a new one. */
import { IconButton, Time, useCopy, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Endpoint } from '../../contract.ts'
import { useActs } from './useActs.ts'

const { routes } = contract

export function Secret({ endpoint }: { endpoint: Endpoint }) {
  const t = useT()
  const copy = useCopy()
  const acts = useActs(endpoint)
  const [isShown, setShown] = useState(false)
  const query = useRead(routes.secret, { params: { id: endpoint.id } }, { enabled: isShown })
  const secret = isShown ? query.data?.secret : undefined
  return (
    <div className="min-w-0">
      <p className="text-12 text-text-3">{t('secret.title')}</p>
      <div className="flex min-w-0 items-center gap-1">
        <code className="min-w-0 break-all font-mono text-13">{secret ?? `whsec_••••••••${endpoint.secret_end}`}</code>
        <IconButton
          size="sm"
          icon={isShown ? 'eye-off' : 'eye'}
          label={t(isShown ? 'secret.hide' : 'secret.show')}
          pressed={isShown}
          loading={isShown && query.isPending}
          className="max-desk:size-11"
          onClick={() => setShown(!isShown)}
        />
        {secret && (
          <IconButton size="sm" icon="copy" label={t('secret.copy')} className="max-desk:size-11" onClick={() => void copy(secret, t('secret.copied'))} />
        )}
        <IconButton size="sm" icon="refresh-cw" label={t('renew.action')} className="max-desk:size-11" onClick={() => void acts.renew()} />
      </div>
      {query.error && <p className="text-12 text-danger">{query.error.message}</p>}
      {endpoint.former_secret_until && (
        <p className="text-12 text-text-2">
          {t('secret.former')} <Time value={endpoint.former_secret_until} kind="datetime" within />
        </p>
      )}
    </div>
  )
}
