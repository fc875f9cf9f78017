/** Above a long conversation: what was said in it. */
import { Button, useT } from '@atrium/sdk/web'
import type { PostRead } from '../../../posts/contract.ts'
import { LONG_TALK } from '../../contract.ts'
import { useSummary } from '../components/written/useSummary.ts'
import { Written } from '../components/written/Written.tsx'

export default function TalkSummary({ postId, comments }: PostRead) {
  const t = useT()
  const { summary, size, isOffered, isWriting, write } = useSummary({ kind: 'conversation', id: postId }, comments >= LONG_TALK)
  if (summary) return <Written title={t('summary.talk_title')} text={summary.text} at={summary.created_at} className="mt-6" />
  if (!isOffered) return null
  return (
    <div className="mt-6">
      <Button size="sm" icon="sparkles" loading={isWriting} onClick={write}>
        {t('summary.talk_write', { count: size })}
      </Button>
    </div>
  )
}
