/** Who voted for what, in an open poll. */
import { Avatar, Dialog, EmptyState, Failure, Link, Loading, LoadMore, SkeletonText, useReadPages, useT } from '@atrium/sdk/web'
import contract, { type Poll } from '../../contract.ts'

function List({ poll }: { poll: Poll }) {
  const t = useT()
  const query = useReadPages(contract.routes.responses, { params: { pollId: poll.id } }, { staleTime: 0 })
  if (query.error && !query.data) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending)
    return (
      <Loading>
        <SkeletonText lines={5} />
      </Loading>
    )
  const votes = query.data.pages.flatMap((page) => page.records)
  if (votes.length === 0) return <EmptyState icon="users" title={t('voters.none')} />
  const words = new Map(poll.poll_options.map((option) => [option.id, option.value]))
  return (
    <>
      <ul className="grid gap-1">
        {votes.map((vote) => (
          <li key={vote.id} className="flex min-h-11 items-center gap-3">
            <Avatar id={vote.author.id} name={vote.author.name} src={vote.author.avatar_url} size={28} />
            <Link to={`/u/${vote.author.public_uid}`} className="min-w-0 flex-1 truncate font-medium hover:underline">
              {vote.author.name}
            </Link>
            <span className="max-w-[50%] truncate text-13 text-text-3">{vote.poll_option_ids.map((id) => words.get(id)).join(', ')}</span>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </>
  )
}

export function Voters({ poll, onClose }: { poll: Poll; onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('voters.title')}>
      <List poll={poll} />
    </Dialog>
  )
}
