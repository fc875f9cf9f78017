/** One article, and whether it helped. */
import { Button, Query, Skeleton, Time, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract, { type FullArticle } from '../../contract.ts'
import type { z } from 'zod'
import { useHelp } from './places.ts'

const { routes } = contract
type Full = z.output<typeof FullArticle>

export function ArticleView({ id }: { id: number }) {
  return (
    <Query query={useRead(routes.post, { params: { id } })} skeleton={<Skeleton w="100%" h={420} />}>
      {(article) => <Shown article={article} />}
    </Query>
  )
}
function Shown({ article }: { article: Full }) {
  const t = useT()
  const { go } = useHelp()
  const say = useWrite(routes.createFeedback, { invalidates: [routes.post] })
  const opinion = (is_helpful: boolean) => say.mutate({ body: { post_feedback: { post_id: article.id, is_helpful } } })
  return (
    <>
      <article className="px-5 py-4">
        <p className="text-12 text-text-3">{article.space_name}</p>
        <h3 className="mt-1 text-20 leading-tight font-semibold text-balance">{article.title}</h3>
        <p className="mt-1 mb-4 text-12 text-text-3">
          {t('article.changed')} <Time value={article.updated_at} kind="date" within />
        </p>
        {/* made safe by the server, as every page of the community is */}
        <div dangerouslySetInnerHTML={{ __html: article.html }} />
      </article>
      <footer className="grid gap-2.5 border-t px-4 py-3">
        <div className="flex items-center gap-2">
          <span className="flex-1 text-13 font-medium">{t(article.is_helpful === null ? 'article.helped' : 'article.thanks')}</span>
          <Button size="sm" icon="thumbs-up" aria-pressed={article.is_helpful === true} onClick={() => opinion(true)}>
            {t('article.yes')}
          </Button>
          <Button size="sm" icon="thumbs-down" aria-pressed={article.is_helpful === false} onClick={() => opinion(false)}>
            {t('article.no')}
          </Button>
        </div>
        <Button block onClick={() => go({ at: 'write', way: 'message', text: `${article.title}\n` })}>
          {t('article.ask')}
        </Button>
      </footer>
    </>
  )
}
