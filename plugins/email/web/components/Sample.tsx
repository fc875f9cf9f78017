/** A short email in a look. */
import { useSession, useT } from '@atrium/sdk/web'
import type { Block, Look } from '../../contract.ts'
import { ReadPaper } from './Paper.tsx'

export function Sample({ look, className }: { look: Look; className?: string }) {
  const t = useT()
  const { community } = useSession()
  const blocks: Block[] = [
    { key: 'heading', type: 'heading', text: t('sample.heading', { community: community.name }), level: 2, align: 'start' },
    { key: 'text', type: 'text', body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: t('sample.text') }] }] } },
    { key: 'button', type: 'button', label: t('sample.button'), href: 'https://example.com/', align: 'start' },
  ]
  return (
    <div aria-hidden="true" className={className}>
      <ReadPaper blocks={blocks} look={look} />
    </div>
  )
}
