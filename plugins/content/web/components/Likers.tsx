/** Who liked a record: faces that open a list. */
import { Avatar, AvatarStack, Failure, Link, Loading, LoadMore, Popover, SkeletonText, useReadPages, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

interface Face {
  id: number
  public_uid: string
  name: string
  avatar_url: string | null
}
export interface LikersProps {
  kind: string
  id: number
  likes: number
  sample: readonly Face[]
  /** The reader's own like is among them. */
  mine: boolean
  /** Says it in words beside the faces. */
  words?: boolean
}

function List({ kind, id }: { kind: string; id: number }) {
  const t = useT()
  const query = useReadPages(contract.routes.recordLikers, { params: { kind, id } })
  if (query.error && !query.data) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending)
    return (
      <Loading className="p-3">
        <SkeletonText lines={4} />
      </Loading>
    )
  return (
    <div className="max-h-80 w-64 overflow-y-auto">
      <h2 className="px-2 py-1.5 text-12 font-medium text-text-3">{t('likers.title')}</h2>
      <ul>
        {query.data.pages
          .flatMap((page) => page.records)
          .map((person) => (
            <li key={person.id}>
              <Link to={`/u/${person.public_uid}`} className="flex min-h-10 items-center gap-2.5 rounded-control px-2 text-13 hover:bg-hover">
                <Avatar id={person.id} name={person.name} src={person.avatar_url} size={24} />
                <span className="truncate">{person.name}</span>
              </Link>
            </li>
          ))}
      </ul>
      <LoadMore query={query} />
    </div>
  )
}

export function Likers({ kind, id, likes, sample, mine, words }: LikersProps) {
  const t = useT()
  if (likes < 1) return null
  const [first] = sample.filter((_, index) => !mine || index > 0)
  const others = likes - 1
  const one = mine ? t('likers.only_you') : first?.name.split(' ')[0]
  const more = mine ? t('likers.you', { count: others }) : t('likers.one', { name: one ?? '', count: others })
  const said = one === undefined ? t('likers.count', { count: likes }) : others === 0 ? one : more
  return (
    <Popover
      align="start"
      label={t('likers.title')}
      trigger={
        <button type="button" className="inline-flex min-h-8 items-center gap-2 rounded-control px-1.5 hover:bg-hover max-desk:min-h-11">
          <span aria-hidden="true" className="inline-flex">
            <AvatarStack people={sample} max={3} size={20} />
          </span>
          <span className="sr-only">{t('likers.show', { count: likes })}</span>
          {words && <span className="text-13 text-text-2 max-desk:hidden">{said}</span>}
        </button>
      }
    >
      <List kind={kind} id={id} />
    </Popover>
  )
}
