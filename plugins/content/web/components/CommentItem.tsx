/** One comment with what can be done with it; replies are the same, one level in. */
import {
  Avatar,
  Badge,
  Button,
  cx,
  IconButton,
  Link,
  Menu,
  RichText,
  Slot,
  useSession,
  useSlotAhead,
  useSlotFilled,
  Time,
  toast,
  useConfirm,
  useQueryCache,
  useT,
  useVisitor,
  useVisitorWish,
  useWrite,
  useCopy,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type RemovalReason, type Reply } from '../../contract.ts'
import { Act } from './Act.tsx'
import { changeComment, COMMENTS } from './changes.ts'
import { Reactions } from './Reactions.tsx'
import { ReplyBox } from './ReplyBox.tsx'

const { routes } = contract

export interface CommentItemProps {
  kind: string
  id: number
  comment: Reply
  /** The one a link points to. */
  marked: boolean
  onReply?: () => void
}

function Like({ comment }: { comment: Reply }) {
  const t = useT()
  const cache = useQueryCache()
  const ask = useVisitor()
  const options = {
    optimistic: () => changeComment(cache, comment.id, (one) => ({ ...one, is_liked: !one.is_liked, likes_count: one.likes_count + (one.is_liked ? -1 : 1) })),
    onError: (error: Error) => toast.error(error.message),
  }
  const like = useWrite(routes.like, options)
  const unlike = useWrite(routes.unlike, options)
  const toggle = () => {
    if (ask({ title: t('visitor.like'), wish })) return
    if (like.isPending || unlike.isPending) return
    const write = comment.is_liked ? unlike : like
    write.mutate({ body: { user_likeable_type: 'Comment', user_likeable_id: comment.id } })
  }
  const wish = `like:comment:${comment.id}`
  useVisitorWish(wish, () => !comment.is_liked && toggle())
  return (
    <Act icon="heart" tone="like" pressed={comment.is_liked} label={t('like', { count: comment.likes_count })} onClick={toggle} className="-ms-2 h-7">
      {comment.likes_count > 0 && <span>{comment.likes_count}</span>}
    </Act>
  )
}

function CommentMenu({ kind, id, comment, onEdit }: CommentItemProps & { onEdit: () => void }) {
  const t = useT()
  const toClipboard = useCopy()
  const confirm = useConfirm()
  const ahead = useSlotAhead(contract.slots['record.menu'])
  const asksWhy = useSlotFilled(contract.slots['record.removing'])
  const { member } = useSession()
  const [removing, setRemoving] = useState(false)
  const { policies, author } = comment
  const failed = { invalidates: COMMENTS, onError: (error: Error) => toast.error(error.message) }
  const remove = useWrite(routes.destroyRecordComment, failed)
  const save = useWrite(routes.createBookmark, {
    ...failed,
    invalidates: [...COMMENTS, routes.bookmarks],
    onSuccess: () => toast.success(t('saved')),
  })
  const unsave = useWrite(routes.destroyBookmark, { ...failed, invalidates: [...COMMENTS, routes.bookmarks] })
  const restore = useWrite(routes.restoreRecordComment, { ...failed, onSuccess: () => toast.success(t('restored')) })
  const params = { kind, id, commentId: comment.id }
  const send = async (why: RemovalReason) => {
    await remove.mutateAsync({ params, query: why })
    toast.undo(t('remove.done'), { onUndo: () => restore.mutate({ params }) })
  }
  const ask = async () => {
    if (asksWhy && author?.id !== member?.id) return setRemoving(true)
    const yes = await confirm({ title: t('remove.title', { name: author?.name ?? '' }), text: t('remove.text'), action: t('remove.action'), tone: 'danger' })
    if (yes) remove.mutate({ params })
  }
  const copy = () => toClipboard(new URL(comment.url, location.origin).href)
  return (
    <>
      <Menu
        ahead={ahead}
        trigger={<IconButton size="sm" icon="ellipsis" label={t('menu', { name: author?.name ?? '' })} />}
        items={[
          policies.can_edit && { label: t('edit'), icon: 'pencil', onSelect: onEdit },
          { label: t('copy'), icon: 'link', onSelect: () => void copy() },
          policies.can_bookmark &&
            (comment.bookmark_id
              ? { label: t('unsave'), icon: 'bookmark', onSelect: () => unsave.mutate({ params: { id: comment.bookmark_id! } }) }
              : { label: t('save'), icon: 'bookmark', onSelect: () => save.mutate({ body: { record_id: comment.id, bookmark_type: 'comment' } }) }),
          policies.can_destroy && '-',
          policies.can_destroy && { label: t('remove.action'), icon: 'trash-2', tone: 'danger', onSelect: () => void ask() },
          policies.can_report && { content: <Slot of={contract.slots['record.menu']} props={{ kind: 'comment', id: comment.id }} /> },
        ]}
      />
      {removing && (
        <Slot
          of={contract.slots['record.removing']}
          props={{ kind: 'comment', id: comment.id, name: author?.name ?? '', onRemove: send, onClose: () => setRemoving(false) }}
        />
      )}
    </>
  )
}

export function CommentItem(props: CommentItemProps) {
  const { kind, id, comment, marked, onReply } = props
  const t = useT()
  const cache = useQueryCache()
  const [editing, setEditing] = useState(false)
  const [shown, setShown] = useState(!comment.author_muted || marked)
  const { author } = comment
  const size = comment.parent_comment_id ? 28 : 32
  const look = cx('grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 scroll-mt-24', marked && '-m-3 rounded-card bg-brand-soft p-3')
  if (comment.removed_at)
    return (
      <div id={`message_${comment.id}`} className={look}>
        <span className="rounded-full bg-hover" style={{ width: size, height: size }} />
        <p className="py-1.5 text-13 italic text-text-3">
          {t('removed')} · <Time value={comment.removed_at} />
        </p>
      </div>
    )
  if (!shown)
    return (
      <div id={`message_${comment.id}`} className={look}>
        <span className="rounded-full bg-hover" style={{ width: size, height: size }} />
        <p className="flex flex-wrap items-center gap-x-2 py-1 text-13 text-text-3">
          {t('muted')}
          <Button size="sm" variant="ghost" onClick={() => setShown(true)}>
            {t('muted.show')}
          </Button>
        </p>
      </div>
    )
  return (
    <article id={`message_${comment.id}`} className={look} aria-label={t('by', { name: author?.name ?? t('gone') })}>
      <Avatar id={author?.id ?? 0} name={author?.name ?? '?'} src={author?.avatar_url} size={size} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
          {author ? (
            <Link to={`/u/${author.public_uid}`} className="text-13 font-semibold hover:underline">
              {author.name}
            </Link>
          ) : (
            <span className="text-13 text-text-3">{t('gone')}</span>
          )}
          {author?.roles.moderator && <Badge tone="brand">{t(author.roles.admin ? 'admin' : 'moderator')}</Badge>}
          {author?.roles.agent && <Badge tone="info">{t('agent')}</Badge>}
          <Link to={comment.url} className={cx('py-1 text-12 hover:underline', marked ? 'text-text-2' : 'text-text-3')}>
            <Time value={comment.created_at} />
          </Link>
          {comment.flagged_for_approval_at && <Badge tone="warning">{t('waiting')}</Badge>}
          {comment.edited_at && <span className="text-12 text-text-3">{t('edited')}</span>}
        </div>
        {editing ? (
          <div className="mt-2">
            <ReplyBox kind={kind} id={id} editing={comment} autoFocus onDone={() => setEditing(false)} onCancel={() => setEditing(false)} />
          </div>
        ) : (
          <>
            <div className="text-15">{comment.tiptap_body ? <RichText doc={comment.tiptap_body.body} /> : comment.body_text}</div>
            <Slot of={contract.slots['record.text']} props={{ kind: 'comment', id: comment.id }} />
          </>
        )}
        <div className="mt-1 flex flex-wrap items-center gap-1.5">
          <Like comment={comment} />
          <Reactions
            kind="comment"
            id={comment.id}
            reactions={comment.reactions}
            onChange={(change) => changeComment(cache, comment.id, (one) => ({ ...one, reactions: change(one.reactions) }))}
          />
          {onReply && (
            <Button size="sm" variant="ghost" icon="reply" onClick={onReply}>
              {t('reply')}
            </Button>
          )}
          <CommentMenu {...props} onEdit={() => setEditing(true)} />
          <Slot of={contract.slots['comment.foot']} props={{ comment }} />
        </div>
      </div>
    </article>
  )
}
