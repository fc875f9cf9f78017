/** Articles by their spaces, and news. */
import { EmptyState, Icon, LoadMore, Query, Skeleton, useReadPages, useRead, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { ArticleRow } from './Home.tsx'
import { useHelp } from './places.ts'

const { routes } = contract
const waiting = <Skeleton w="100%" h={360} />

export function Articles() {
  const t = useT()
  const { go } = useHelp()
  return (
    <Query
      query={useRead(routes.spaceGroups)}
      skeleton={waiting}
      isEmpty={({ records }) => records.length === 0}
      empty={<EmptyState icon="book-open" title={t('articles.none')} text={t('articles.none_text')} />}
    >
      {({ records }) => (
        <div className="grid gap-4 py-3">
          {records.map((group) => (
            <section key={group.id} aria-label={group.name}>
              <h3 className="px-4 py-1 text-12 font-semibold text-text-3">{group.name}</h3>
              {group.spaces.map(({ id, name }) => (
                <button
                  key={id}
                  type="button"
                  onClick={() => go({ at: 'space', id, name })}
                  className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-start hover:bg-hover"
                >
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  <Icon name="chevron-right" size="sm" className="flex-none text-text-3" />
                </button>
              ))}
            </section>
          ))}
        </div>
      )}
    </Query>
  )
}
export const SpaceArticles = ({ id }: { id: number }) => <List query={useReadPages(routes.posts, { query: { space_id: id } })} />
export const News = () => <List query={useReadPages(routes.news)} />

function List({ query }: { query: ReturnType<typeof useReadPages<typeof routes.news>> }) {
  const t = useT()
  return (
    <Query
      query={query}
      skeleton={waiting}
      isEmpty={({ pages }) => pages[0]?.records.length === 0}
      empty={<EmptyState icon="book-open" title={t('articles.none')} text={t('articles.none_text')} />}
    >
      {({ pages }) => (
        <div className="py-2">
          {pages.flatMap(({ records }) => records.map((article) => <ArticleRow key={article.id} article={article} excerpt />))}
          <LoadMore query={query} />
        </div>
      )}
    </Query>
  )
}
