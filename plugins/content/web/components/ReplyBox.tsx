/** Where a comment, a reply or a change is written. What was typed outlives the page; sent twice it is one comment. */
import type { RichTextDoc } from '@atrium/sdk'
import { Avatar, Button, call, Editor, toast, useDraft, useQueryCache, useSession, useT } from '@atrium/sdk/web'
import { useRef, useState } from 'react'
import contract, { MAX_TEXT, type Reply } from '../../contract.ts'
import { COMMENTS } from './changes.ts'

const newId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`
const { routes } = contract

const beginWith = ({ id, name }: { id: number; name: string }): RichTextDoc => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'mention', attrs: { id, label: name } },
        { type: 'text', text: ' ' },
      ],
    },
  ],
})

export interface ReplyBoxProps {
  kind: string
  id: number
  parentId?: number
  /** Whom it begins by naming. */
  to?: { id: number; name: string }
  /** The comment that is changed. */
  editing?: Pick<Reply, 'id' | 'tiptap_body'>
  autoFocus?: boolean
  onDone?: (comment: { id: number }) => void
  onCancel?: () => void
}
export function ReplyBox({ kind, id, parentId, to, editing, autoFocus, onDone, onCancel }: ReplyBoxProps) {
  const t = useT()
  const { member } = useSession()
  const cache = useQueryCache()
  const draft = useDraft<RichTextDoc | null>(`comment:${kind}:${id}:${editing ? `e${editing.id}` : (parentId ?? 0)}`, editing?.tiptap_body?.body ?? null)
  const [naming] = useState(to ? beginWith(to) : null)
  const [isEmpty, setEmpty] = useState(draft.value === null)
  const [tooLong, setTooLong] = useState(false)
  const [sending, setSending] = useState(false)
  const [busy, setBusy] = useState(false)
  // A new box after each comment: the editor starts over, and a repeat of the former is known by its id.
  const [round, setRound] = useState(0)
  const clientId = useRef(newId())
  const submit = async () => {
    if (!draft.value || isEmpty || tooLong || sending || busy) return
    setSending(true)
    const body = { tiptap_body: { body: draft.value } }
    try {
      const saved = editing
        ? await call(routes.updateRecordComment, { params: { kind, id, commentId: editing.id }, body: { comment: body } })
        : await call(routes.createRecordComment, {
            params: { kind, id },
            body: { comment: { ...body, parent_comment_id: parentId, client_id: clientId.current } },
          })
      clientId.current = newId()
      draft.clear()
      setEmpty(true)
      setRound(round + 1)
      await Promise.all(COMMENTS.map((route) => cache.invalidate(route)))
      onDone?.(saved)
    } catch (thrown) {
      // The text stays where it is.
      toast.error((thrown as Error).message)
    } finally {
      setSending(false)
    }
  }
  const words = editing ? 'edit' : parentId ? 'reply' : 'comment'
  return (
    <div className="flex items-start gap-3">
      {!editing && member && <Avatar id={member.id} name={member.name} src={member.avatarUrl} size={parentId ? 28 : 32} className="mt-1.5 max-desk:hidden" />}
      <div className="min-w-0 flex-1">
        <Editor
          key={round}
          size="small"
          value={draft.value ?? naming}
          onChange={(doc, info) => {
            draft.set(doc)
            setEmpty(info.isEmpty)
            setTooLong(info.tooLong)
          }}
          maxLength={MAX_TEXT}
          placeholder={t(`box.${words}`)}
          autoFocus={autoFocus}
          mentions={(text) => call(routes.mentions, { query: { text, record_kind: kind, record_id: id } })}
          onBusy={setBusy}
          onSubmit={() => void submit()}
          actions={
            <>
              {onCancel && (
                <Button size="sm" variant="ghost" onClick={onCancel}>
                  {t('cancel')}
                </Button>
              )}
              <Button size="sm" variant="primary" disabled={isEmpty || tooLong || busy} loading={sending} onClick={() => void submit()}>
                {t(`box.${words}.send`)}
              </Button>
            </>
          }
        />
      </div>
    </div>
  )
}
