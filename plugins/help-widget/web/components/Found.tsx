/** What was found for words, and the way to somebody who answers. */
import { Button, Query, Skeleton, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { ArticleRow } from './Home.tsx'
import { useHelp } from './places.ts'

export function Found({ text }: { text: string }) {
  const t = useT()
  const { go } = useHelp()
  return (
    <Query query={useRead(contract.routes.posts, { query: { search_text: text, per_page: 10 } })} skeleton={<Skeleton w="100%" h={280} />}>
      {({ records }) => (
        <div className="py-2">
          <p role="status" className="px-4 py-2 text-13 text-text-3">
            {records.length > 0 ? t('found.for', { text }) : t('found.none', { text })}
          </p>
          {records.map((article) => (
            <ArticleRow key={article.id} article={article} excerpt />
          ))}
          <div className="p-4">
            <Button block icon="message-circle" onClick={() => go({ at: 'write', way: 'message', text })}>
              {t('found.ask')}
            </Button>
          </div>
        </div>
      )}
    </Query>
  )
}
