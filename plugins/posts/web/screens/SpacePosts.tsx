/** `/spaces/{id}/posts`: the posts of a space by its number. */
import { ErrorState, Screen, useParams, useReadPages, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { Feed } from '../components/Feed.tsx'
import { useFresh } from '../components/useFresh.ts'

export default function SpacePosts() {
  const t = useT()
  const id = Number(useParams<{ id: string }>().id)
  const query = useReadPages(contract.routes.list, { params: { spaceId: id } })
  const { fresh, show } = useFresh(id)
  return (
    <Screen name="posts/SpacePosts" title={t('feed.label')}>
      <h1 className="sr-only">{t('feed.label')}</h1>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Feed query={query} fresh={fresh} onShowFresh={show} empty={{ title: t('empty.all_title'), text: t('empty.space_text') }} />
      )}
    </Screen>
  )
}
