/** `/c/{space}/{slug}/pin`: one question, whether the post stands at the top of its space. */
import { Button, Card, Icon, LinkButton, NotAllowed, Query, Screen, Skeleton, toast, useNavigate, useParams, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract, { type PostReply } from '../../contract.ts'

export default function Pin() {
  const t = useT()
  const { space, slug } = useParams<{ space: string; slug: string }>()
  const query = useRead(contract.routes.show, { params: { spaceId: space, postSlug: slug } }, { staleTime: 0 })
  return (
    <Screen name="posts/Pin" title={t('pin.title')}>
      <Query query={query} skeleton={<Skeleton w="100%" h={180} />}>
        {(post: PostReply) => (post.policies.can_manage_post ? <Question post={post} /> : <NotAllowed />)}
      </Query>
    </Screen>
  )
}

function Question({ post }: { post: PostReply }) {
  const t = useT()
  const navigate = useNavigate()
  const pinned = post.is_pinned_at_top_of_space
  const change = useWrite(pinned ? contract.routes.unpin : contract.routes.pin, {
    invalidates: [contract],
    onSuccess: () => {
      toast.success(t(pinned ? 'menu.unpinned' : 'menu.pinned'))
      navigate(`/c/${post.space.slug}`, { replace: true })
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Card pad>
      <div className="grid justify-items-start gap-3">
        <Icon name={pinned ? 'pin-off' : 'pin'} />
        <h1 className="text-20 font-semibold">{t(pinned ? 'pin.unpin' : 'pin.pin', { name: post.display_title })}</h1>
        <p className="text-text-2">{t(pinned ? 'pin.unpin_text' : 'pin.pin_text', { space: post.space.name })}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            variant="primary"
            loading={change.isPending}
            disabled={post.status !== 'published'}
            onClick={() => !change.isPending && change.mutate({ params: { spaceId: post.space_id, postSlug: post.slug } })}
          >
            {t(pinned ? 'menu.unpin' : 'menu.pin')}
          </Button>
          <LinkButton to={post.url}>{t('cancel')}</LinkButton>
        </div>
      </div>
    </Card>
  )
}
