/** Like, comments, faces, follow and save under a record of any kind. */
import { cx, Icon, Link, toast, useQueryCache, useSession, useT, useVisitor, useVisitorWish, useWrite } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract, { type RecordActions } from '../../contract.ts'
import { ACT, Act, QUIET } from '../components/Act.tsx'
import { Likers } from '../components/Likers.tsx'
import { Reactions, type ReactionsProps } from '../components/Reactions.tsx'
import { useRecordKeys } from '../components/useRecordKeys.ts'
import { useWish } from '../components/useWish.ts'

const { routes } = contract

export default function Actions({
  kind,
  likeableType = kind,
  id,
  path,
  liked: saidLiked,
  likes: saidLikes,
  likesEnabled = true,
  comments,
  bookmarkId,
  following,
  reactions,
  sampleLikers = [],
  words,
}: RecordActions) {
  const t = useT()
  const { member } = useSession()
  const cache = useQueryCache()
  const ask = useVisitor()
  const key = `${kind}:${id}`
  const [liked, setLiked] = useWish(`like:${key}`, saidLiked)
  const [saved, setSaved] = useWish(`save:${key}`, bookmarkId ?? 0)
  const [followed, setFollowed] = useWish(`follow:${key}`, following ?? false)
  const failed = (back: () => void) => ({
    onError: (error: Error) => {
      back()
      toast.error(error.message)
    },
  })
  const liking = { ...failed(() => setLiked(undefined)), onSuccess: () => void cache.invalidate(routes.recordLikers) }
  const like = useWrite(routes.like, liking)
  const unlike = useWrite(routes.unlike, liking)
  const bookmark = useWrite(routes.createBookmark, {
    ...failed(() => setSaved(undefined)),
    invalidates: [routes.bookmarks],
    onSuccess: (reply) => setSaved(reply.id),
  })
  const forget = useWrite(routes.destroyBookmark, { ...failed(() => setSaved(undefined)), invalidates: [routes.bookmarks] })
  const follow = useWrite(
    routes.followRecord,
    failed(() => setFollowed(undefined)),
  )
  const unfollow = useWrite(
    routes.unfollowRecord,
    failed(() => setFollowed(undefined)),
  )

  useRecordKeys()
  const likes = Math.max(0, saidLikes + Number(liked) - Number(saidLiked))
  const me = member && { id: member.id, public_uid: member.publicUid, name: member.name, avatar_url: member.avatarUrl }
  const others = sampleLikers.filter((face) => face.id !== member?.id)
  const toggleLike = () => {
    if (ask({ title: t('visitor.like'), wish: `like:${key}` })) return
    if (like.isPending || unlike.isPending) return
    setLiked(!liked)
    const write = liked ? unlike : like
    write.mutate({ body: { user_likeable_type: likeableType, user_likeable_id: id } })
  }
  const toggleSaved = () => {
    if (ask({ title: t('visitor.save'), wish: `save:${key}` })) return
    if (bookmark.isPending || forget.isPending) return
    if (saved) {
      setSaved(0)
      forget.mutate({ params: { id: saved } })
    } else bookmark.mutate({ body: { record_id: id, bookmark_type: kind } })
  }
  useVisitorWish(`like:${key}`, () => !liked && toggleLike())
  useVisitorWish(`save:${key}`, () => !saved && toggleSaved())
  const toggleFollow = () => {
    if (follow.isPending || unfollow.isPending) return
    setFollowed(!followed)
    const write = followed ? unfollow : follow
    write.mutate({ params: { kind, id } })
  }
  return (
    <div className="-mx-2 mt-2 flex min-h-10 items-start gap-0.5 max-desk:-mx-3">
      {/* On desktops what there is much of takes a second row; what one keeps stays in the first. */}
      <div className="flex min-h-10 min-w-0 flex-1 items-center gap-0.5 desk:flex-wrap">
        {likesEnabled && (
          <>
            <Act data-act="like" data-press={`like:${key}`} icon="heart" tone="like" pressed={liked} label={t('like', { count: likes })} onClick={toggleLike}>
              {likes > 0 && <span>{likes}</span>}
            </Act>
            <Likers kind={kind} id={id} likes={likes} sample={liked && me ? [me, ...others] : others} mine={liked && me !== null} words={words} />
            {reactions && <Emoji kind={kind} id={id} reactions={reactions} />}
          </>
        )}
        {comments !== undefined && (
          <Link
            data-act="comment"
            to={`${path}#comments`}
            aria-label={comments > 0 ? t('comments.count', { count: comments }) : t('comments.zero')}
            className={cx(ACT, QUIET)}
          >
            <Icon name="message-circle" className="size-[18px]" />
            {comments > 0 && <span>{comments}</span>}
          </Link>
        )}
      </div>
      <div className="flex min-h-10 flex-none items-center gap-0.5">
        {member && following !== undefined && (
          <Act
            icon={followed ? 'bell-ring' : 'bell'}
            pressed={followed}
            label={t('follow')}
            tip={t(followed ? 'unfollow' : 'follow')}
            onClick={toggleFollow}
            className="max-desk:hidden"
          />
        )}
        {bookmarkId !== undefined && (
          <Act
            data-press={`save:${key}`}
            icon="bookmark"
            pressed={saved !== 0}
            label={t('save')}
            tip={t(saved ? 'unsave' : 'save')}
            disabled={bookmark.isPending}
            onClick={toggleSaved}
          />
        )}
      </div>
    </div>
  )
}

/** What one has just done stays shown until the record is read anew. */
function Emoji({ kind, id, reactions }: Pick<ReactionsProps, 'kind' | 'id' | 'reactions'>) {
  const [changed, setChanged] = useState<ReactionsProps['reactions'] | null>(null)
  useEffect(() => setChanged(null), [reactions])
  const shown = changed ?? reactions
  return (
    <Reactions
      kind={kind}
      id={id}
      reactions={shown}
      onChange={(change) => {
        setChanged(change(shown))
        return () => setChanged(null)
      }}
    />
  )
}
