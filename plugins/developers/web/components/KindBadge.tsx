/** What a token is for. */
import { Badge } from '@atrium/sdk/web'
import { typeOf, useWords } from './words.ts'

const TONES = { admin: 'danger', headless: 'brand', data: 'neutral' } as const

export function KindBadge({ kind }: { kind: string }) {
  const { t } = useWords()
  const type = typeOf(kind)
  return <Badge tone={TONES[type]}>{t(kind === 'admin_v1' ? 'kind.admin_v1' : `type.${type}`)}</Badge>
}
