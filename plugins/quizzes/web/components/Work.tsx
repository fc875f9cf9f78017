/** Work as it was handed in, with what was said of it. */
import { Badge, Card, Icon, Note, useT } from '@atrium/sdk/web'
import type { Attempt } from '../../contract.ts'

const TONE = { passed: 'success', failed: 'warning', pending: 'info' } as const
export function Work({ attempt }: { attempt: Attempt }) {
  const t = useT()
  return (
    <Card pad className="grid gap-3">
      <p className="flex items-center gap-2">
        <Badge tone={TONE[attempt.result]}>{t(`result.${attempt.result}`)}</Badge>
        {attempt.grade !== null && <span className="text-13 tabular-nums">{t('percent', { percent: attempt.grade })}</span>}
      </p>
      {attempt.body && <p className="break-words whitespace-pre-line">{attempt.body}</p>}
      <ul className="grid gap-1">
        {attempt.files.map((file) => (
          <li key={file.id}>
            <a href={file.url} download={file.filename} className="inline-flex items-center gap-2 text-brand hover:underline">
              <Icon name="paperclip" size="sm" /> {file.filename}
            </a>
          </li>
        ))}
      </ul>
      {attempt.comment && (
        <Note tone="info" title={attempt.reviewer ?? undefined}>
          <span className="whitespace-pre-line">{attempt.comment}</span>
        </Note>
      )}
    </Card>
  )
}
