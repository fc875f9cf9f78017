/** On a record of one's own that is hidden: the way to what was decided, and to the appeal. */
import { LinkButton, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Hidden({ kind, id }: { kind: string; id: number }) {
  const t = useT()
  const { data } = useRead(contract.routes.ownOf, { params: { kind, id } })
  if (!data?.case) return null
  return (
    <LinkButton size="sm" to={`/moderation/cases/${data.case.id}`}>
      {t(data.case.may_appeal ? 'own.appeal' : 'own.see')}
    </LinkButton>
  )
}
