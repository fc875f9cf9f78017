/** Whether a form can be filled in, in a word. */
import { Badge, useT } from '@atrium/sdk/web'
import type { Form } from '../../contract.ts'

export function StatusBadge({ status }: { status: Form['status'] }) {
  const t = useT()
  return <Badge tone={status === 'published' ? 'success' : 'neutral'}>{t(`status.${status}`)}</Badge>
}
