/** `/posts/{id}` leads to the post's own address; one that is not out, to the list where it waits. */
import { AtriumError, ErrorState, Screen, Skeleton, useNavigate, useParams, useRead, useSession, useT } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract from '../../contract.ts'

export default function Redirect() {
  const t = useT()
  const { id } = useParams<{ id: string }>()
  const navigate = useNavigate()
  const query = useRead(contract.routes.details, { query: { post_ids: id } })
  const { can } = useSession()
  const post = query.data?.[0]
  const waiting = `${can('posts.manage') ? '/settings/posts' : '/posts'}?status=${post?.status}`
  const url = post && (post.status === 'published' ? post.url + location.hash : waiting)
  useEffect(() => {
    if (url) navigate(url, { replace: true })
  }, [url, navigate])
  const missing = query.data && !url ? new AtriumError(404, 'not_found', t('post.missing')) : query.error
  return (
    <Screen name="posts/Redirect" title={t('post.loading')}>
      {missing ? <ErrorState error={missing} onRetry={() => query.refetch()} /> : <Skeleton w="60%" h={32} />}
    </Screen>
  )
}
