/** On a record of one’s own that is hidden: what was decided and why, and the way to the appeal. */
import { LinkButton, Note, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Hidden({ kind, id, title, text }: { kind: string; id: number; title: string; text: string }) {
  const t = useT()
  const { data } = useRead(contract.routes.ownOf, { params: { kind, id } })
  const found = data?.case
  const removed = found?.state === 'removed'
  return (
    <Note tone="warning" title={removed ? t(`hidden.${kind === 'post' ? 'post' : 'other'}`) : title}>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="wrap-anywhere">{removed ? found.reason && t('case.reason', { reason: found.reason }) : text}</span>
        {found && (
          <LinkButton size="sm" to={`/moderation/cases/${found.id}`}>
            {t(found.may_appeal ? 'own.appeal' : 'own.see')}
          </LinkButton>
        )}
      </span>
    </Note>
  )
}
