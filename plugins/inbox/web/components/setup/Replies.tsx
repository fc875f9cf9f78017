/** Texts that the team has prepared, put in by a slash and their shortcut. */
import { Button, Field, FormDialog, Input, ListTable, Textarea, useFieldErrors, useList, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_TEXT, type PreparedReply } from '../../../contract.ts'
import { useDelete } from './useDelete.ts'

const { routes } = contract
const NAMES = '{name}, {first_name}, {email}, {community}, {me}'

function ReplyDialog({ reply, onClose }: { reply: PreparedReply | null; onClose: () => void }) {
  const t = useT()
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '')
  const [text, setText] = useState(reply?.text ?? '')
  const options = { invalidates: [routes.replies], onSuccess: onClose }
  const create = useWrite(routes.createReply, options)
  const update = useWrite(routes.updateReply, options)
  const write = reply ? update : create
  const errors = useFieldErrors(write.error)
  const body = { prepared_reply: { shortcut: shortcut.trim().replace(/^\//, ''), text: text.trim() } }
  return (
    <FormDialog
      title={t(reply ? 'replies.edit' : 'replies.new')}
      width={560}
      action={t('setup.save')}
      pending={write.isPending}
      disabled={shortcut.trim() === '' || text.trim() === ''}
      error={write.error}
      onClose={onClose}
      onSubmit={() => (reply ? update.mutateAsync({ params: { id: reply.id }, body }) : create.mutateAsync({ body }))}
    >
      <Field label={t('replies.shortcut')} help={t('replies.shortcut_help')} error={errors['prepared_reply.shortcut']}>
        <Input
          value={shortcut}
          maxLength={41}
          required
          autoFocus
          placeholder={t('replies.shortcut_example')}
          onChange={(event) => setShortcut(event.target.value)}
        />
      </Field>
      <Field label={t('replies.text')} help={t('replies.text_help', { names: NAMES })} error={errors['prepared_reply.text']}>
        <Textarea rows={6} value={text} maxLength={MAX_TEXT} required onChange={(event) => setText(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

export function Replies() {
  const t = useT()
  const list = useList(routes.replies, { search: 'text' })
  const [open, setOpen] = useState<PreparedReply | 'new' | null>(null)
  const remove = useDelete(routes.destroyReply, [routes.replies])
  const add = (
    <Button size="sm" icon="plus" onClick={() => setOpen('new')}>
      {t('replies.new')}
    </Button>
  )
  return (
    <section aria-label={t('setup.replies')}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-13 text-text-2">{t('replies.intro')}</p>
        {add}
      </div>
      <ListTable
        list={list}
        label={t('setup.replies')}
        search={t('replies.search')}
        empty={{ icon: 'zap', title: t('replies.none'), text: t('replies.none_text'), action: add }}
        columns={[
          {
            key: 'shortcut',
            title: t('replies.shortcut'),
            render: ({ shortcut }) => <span className="font-mono text-13 desk:whitespace-nowrap">/{shortcut}</span>,
          },
          { key: 'text', title: t('replies.text'), render: ({ text }) => <span className="line-clamp-2 text-text-2 wrap-anywhere">{text}</span> },
        ]}
        menu={(reply) => ({
          label: t('setup.menu', { name: reply.shortcut }),
          items: [
            { label: t('setup.edit'), icon: 'pencil', onSelect: () => setOpen(reply) },
            {
              label: t('setup.delete'),
              icon: 'trash-2',
              tone: 'danger',
              onSelect: () => void remove(reply.id, t('replies.delete', { name: reply.shortcut }), t('replies.delete_text'), reply.shortcut),
            },
          ],
        })}
      />
      {open && <ReplyDialog reply={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </section>
  )
}
