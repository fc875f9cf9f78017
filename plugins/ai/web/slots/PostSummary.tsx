/** Above the words of a long post: what it says, in a few sentences. */
import { Button, useT } from '@atrium/sdk/web'
import type { PostRead } from '../../../posts/contract.ts'
import { LONG_POST } from '../../contract.ts'
import { useSummary } from '../components/written/useSummary.ts'
import { Written } from '../components/written/Written.tsx'

export default function PostSummary({ postId, letters }: PostRead) {
  const t = useT()
  const { summary, isOffered, isWriting, write } = useSummary({ kind: 'post', id: postId }, letters >= LONG_POST)
  if (summary) return <Written title={t('summary.title')} text={summary.text} at={summary.created_at} className="mb-5" />
  if (!isOffered) return null
  return (
    <div className="mb-4">
      <Button size="sm" icon="sparkles" loading={isWriting} onClick={write}>
        {t('summary.write')}
      </Button>
    </div>
  )
}
