/** What a program said of somebody, marked as such: nobody else vouches for it. */
import { useT } from '@atrium/sdk/web'
import type { Registration } from '../../contract.ts'

export function ReportedResult({ reported: { status, success, score } }: { reported: NonNullable<Registration['reported']> }) {
  const t = useT()
  const result = [t(success === 'unknown' ? `status.${status}` : `success.${success}`), score !== null && t('score', { score })].filter(Boolean).join(', ')
  return <span className="text-13 text-text-3">{t('reported.of', { result })}</span>
}
